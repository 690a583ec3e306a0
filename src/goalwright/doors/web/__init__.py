"""The service: a page, an HTTP interface and one stream of events, for one user on one machine."""
