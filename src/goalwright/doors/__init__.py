"""The doors: each reads what a person or a program asks, calls the app and renders what it answers."""
