"""The tools for web pages: a browser that outlives the command, reached when it is first needed."""
