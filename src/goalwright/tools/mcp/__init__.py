"""Tools of MCP servers as tools of plans: what is known of each server, and the connection to it."""
