"""Results for people: tables in three languages, tiles as text or pictures. It knows nothing of how they came."""
