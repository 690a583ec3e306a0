-- A role for hosts, which may do what a worker does and no more: it makes and drops nothing, and deletes nothing.
-- Run it once as who may make roles, after the first `goalwright fleet enrol`, with a password of your own:
--   sudo -u postgres psql --dbname=fleet --set=password=… < examples/fleet/host_role.sql
-- Hosts then connect with GOALWRIGHT_FLEET_URL=postgresql://fleet_host@HOST/fleet.
CREATE ROLE fleet_host LOGIN PASSWORD :'password';
GRANT USAGE ON SCHEMA dbos, goalwright_fleet TO fleet_host;
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA dbos TO fleet_host;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA dbos TO fleet_host;
GRANT SELECT, INSERT, UPDATE ON goalwright_fleet.hosts TO fleet_host;
