/*
 * oracle
 *
 * What libz3 by itself says of texts: reads "SIZE\n" and a text, prints what
 * libz3 prints for it, headed by its size, again and again. Each text is
 * evaluated in a process of its own, forked from one that has read none. Where
 * it is not done in its time, or dies, the size is -1.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <z3.h>

enum { ORACLE_S = 2, TEXT_BYTES = 16 << 20 };

/* A fault is in what it prints; libz3's own handler would end the process. */
static void
ignore_error(Z3_context c, Z3_error_code code)
{
	(void)c;
	(void)code;
}

static _Noreturn void
evaluate(Z3_context c, const char *text, int fd)
{
	const char *said;
	size_t size;

	(void)alarm(ORACLE_S);
	/* Where libz3 says that it is at an end. */
	(void)close(STDOUT_FILENO);
	(void)close(STDERR_FILENO);
	said = Z3_eval_smtlib2_string(c, text);
	size = strlen(said);
	while (size > 0) {
		ssize_t written = write(fd, said, size);

		if (written <= 0)
			_exit(1);
		said += written;
		size -= (size_t)written;
	}
	_exit(0);
}

static void
answer(Z3_context c, const char *text)
{
	static char said[TEXT_BYTES];
	size_t size = 0;
	ssize_t got;
	int ends[2];
	int status;
	pid_t pid;

	if (pipe(ends) != 0 || (pid = fork()) < 0)
		abort();
	if (pid == 0)
		evaluate(c, text, ends[1]);
	(void)close(ends[1]);
	while ((got = read(ends[0], said + size, sizeof(said) - size)) > 0)
		size += (size_t)got;
	(void)close(ends[0]);
	if (waitpid(pid, &status, 0) != pid || status != 0)
		printf("-1\n");
	else
		printf("%zu\n%.*s", size, (int)size, said);
	(void)fflush(stdout);
}

int
main(void)
{
	static char text[TEXT_BYTES];
	Z3_context c = Z3_mk_context(NULL);
	size_t size;

	Z3_set_error_handler(c, ignore_error);
	while (scanf("%zu", &size) == 1 && getchar() == '\n' &&
		size < sizeof(text) && fread(text, 1, size, stdin) == size) {
		text[size] = '\0';
		answer(c, text);
	}
	return 0;
}
