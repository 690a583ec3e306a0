create table plants (id integer primary key, name text, family text, height integer);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 45)
insert into plants select i, 'Plant ' || i, case i % 3 when 0 then 'Rose' when 1 then 'Lily' else 'Fern' end, (i * 17) % 101 from n;
