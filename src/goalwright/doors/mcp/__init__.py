"""The door for assistants: an MCP server, over standard input and output or mounted into an HTTP service."""
