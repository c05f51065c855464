"""The site without a server: the application in a browser, and the folder that a static host sends."""
