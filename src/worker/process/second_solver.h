#ifndef WORKER_PROCESS_SECOND_SOLVER_H
#define WORKER_PROCESS_SECOND_SOLVER_H

/*
 * Another solver, asked the text of an ASK_CONFIRM over its standard input:
 * what `satchel-worker --confirm -- COMMAND` does. It is jailed (jail.h) before
 * it is started, and dies with this process, which looks at the first word of
 * what it prints and at nothing else. Nobody is shown even that.
 *
 * The answer is one check: its status, or as its reason a word of
 * wire/second_answers.def.
 */

/* `command` ends in NULL; the server's end of `fd` asks and is answered. */
void second_solver_run(int fd, int memory_mb, char *const command[])
	__attribute__((noreturn));

#endif
