"""The programs of this machine: what they are called, how each is started, and which processes are theirs."""
