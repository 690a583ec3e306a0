"""The fleet: one command on many machines. A hub sends signed goals; each host plans and runs for itself."""
