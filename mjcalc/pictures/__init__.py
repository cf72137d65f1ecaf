"""Answers as pictures: tiles drawn by this project, and a sheet as one SVG or HTML file."""
