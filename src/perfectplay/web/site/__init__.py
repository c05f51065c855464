"""The site without a server: the application in a browser, and the folder for a static host."""
