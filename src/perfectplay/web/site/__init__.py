"""The site without a server: the application runs in a browser, and a static host sends the files of a folder."""
