"""Answers: what was asked, checked for contradictions, judged, and said as records with names and notes."""
