"""What is kept between commands, in SQLite files that processes share: the journal, facts and model answers."""
