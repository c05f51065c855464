"""The site without a server: the application that runs in a browser, and the folder for a static host."""
