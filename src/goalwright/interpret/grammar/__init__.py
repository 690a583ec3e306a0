"""The offline extractor: sentence templates from the rule rows, matched word by word against typed slots."""
