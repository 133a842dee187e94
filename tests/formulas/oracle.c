#include "formulas/oracle.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <z3.h>

#include "base/alloc.h"
#include "base/limits.h"

enum { ORACLE_S = 2 };

/* A fault is in what it prints; libz3's own handler would end the process. */
static void
on_error(Z3_context c, Z3_error_code code)
{
	(void)c;
	(void)code;
}

static Z3_context
context(void)
{
	static Z3_context c;

	if (c == NULL) {
		c = Z3_mk_context(NULL);
		Z3_set_error_handler(c, on_error);
	}
	return c;
}

static _Noreturn void
evaluate(const char *text, int fd)
{
	const char *said;
	size_t size;

	(void)alarm(ORACLE_S);
	/* Where libz3 says that it is at an end. */
	(void)close(STDOUT_FILENO);
	(void)close(STDERR_FILENO);
	said = Z3_eval_smtlib2_string(context(), text);
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
collect(int fd, struct buf *output)
{
	char bytes[4096];
	ssize_t got;

	while ((got = read(fd, bytes, sizeof(bytes))) > 0)
		(void)buf_add(output, bytes, (size_t)got);
}

bool
oracle_run(const char *text, struct buf *output)
{
	int ends[2];
	int status = 0;
	pid_t pid;

	(void)context();
	if (pipe2(ends, O_CLOEXEC) != 0)
		abort();
	pid = fork();
	if (pid == 0)
		evaluate(text, ends[1]);
	(void)close(ends[1]);
	collect(ends[0], output);
	(void)close(ends[0]);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool
begins(const char *line, const char *word)
{
	return strncmp(line, word, strlen(word)) == 0;
}

static enum oracle
read_answer(char *said)
{
	enum oracle answer = ORACLE_SILENT;
	char *line;

	while ((line = strsep(&said, "\n")) != NULL) {
		if (begins(line, "(error") || begins(line, "unsupported"))
			return ORACLE_ERROR;
		if (strcmp(line, "sat") == 0)
			answer = ORACLE_SAT;
		else if (strcmp(line, "unsat") == 0)
			answer = ORACLE_UNSAT;
		else if (strcmp(line, "unknown") == 0)
			answer = ORACLE_UNKNOWN;
	}
	return answer;
}

enum oracle
oracle_ask(const char *text)
{
	DROP(text) char *whole = text_format("%s\n(check-sat)\n", text);
	DROP(buf) struct buf said;

	buf_init(&said, LIMIT_MESSAGE);
	if (!oracle_run(whole, &said))
		return ORACLE_UNKNOWN;
	return read_answer(said.data);
}

const char *
oracle_word(enum oracle answer)
{
	static const char *const words[] = {
		[ORACLE_SAT] = "sat",
		[ORACLE_UNSAT] = "unsat",
		[ORACLE_UNKNOWN] = "unknown",
		[ORACLE_ERROR] = "an error",
		[ORACLE_SILENT] = "nothing",
	};

	return words[answer];
}
