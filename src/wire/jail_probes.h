#ifndef WIRE_JAIL_PROBES_H
#define WIRE_JAIL_PROBES_H

/*
 * The ways out of the jail that a worker tries when doctor asks for it: the
 * text of an ASK_ESCAPE is the name of one. A worker that is killed for it
 * has proved the jail; one that lives says in the output how it went.
 */

struct jail_probes {
	const char *name;
	const char *what; /* for people: "open a file" */
};

/* All of them; the name of the last one is NULL. */
extern const struct jail_probes escapes[];

/* The output of a worker that got out; of any other, why it did not. */
#define ESCAPE_GOT_OUT "got out"

#endif
