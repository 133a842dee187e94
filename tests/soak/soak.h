#ifndef SOAK_SOAK_H
#define SOAK_SOAK_H

/*
 * What must hold for long and under load. Each returns NULL, or what went
 * wrong (the caller's).
 */

#include <stdint.h>

struct place;

/* Four servers edit one session for that long: every revision belongs to one
 * acknowledged edit, and nobody is told that the database is busy. */
char *soak_servers(const char *build, int64_t ms, uint64_t seed);

/* So many kill -9 at random moments under load: what was acknowledged is there
 * each time, and the database is sound. */
char *soak_kills(const char *build, unsigned count, uint64_t seed);

/* So many calls of all kinds, 8 in flight, 5 of 100 hostile, 5 cancelled:
 * each is answered once, or never, and the server is then as it was. */
char *soak_calls(const char *build, unsigned count, uint64_t seed);

/* What the database of a place says, which must be one number; -1 if it does
 * not say it. */
int64_t soak_query(const struct place *p, const char *sql);
/* NULL, or what integrity_check says. */
char *soak_check(const struct place *p);

#endif
