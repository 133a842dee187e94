#ifndef TESTS_UNIT_CLI_PRINTED_H
#define TESTS_UNIT_CLI_PRINTED_H

/* What is printed between a begin and an end. */

#include "unit/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

struct printing {
	FILE *stream;
	FILE *file; /* in its place */
	int saved;
};

static inline void
printing_begin(struct printing *p, FILE *stream)
{
	p->stream = stream;
	p->file = tmpfile();
	p->saved = fcntl(fileno(stream), F_DUPFD_CLOEXEC, 10);
	assert_non_null(p->file);
	(void)fflush(stream);
	assert_true(dup2(fileno(p->file), fileno(stream)) >= 0);
}

/* The beginning of it that there is room for. */
static inline void
printing_end(struct printing *p, char *printed, size_t size)
{
	size_t read;

	(void)fflush(p->stream);
	assert_true(dup2(p->saved, fileno(p->stream)) >= 0);
	(void)close(p->saved);
	rewind(p->file);
	read = fread(printed, 1, size - 1, p->file);
	printed[read] = '\0';
	(void)fclose(p->file);
}

#endif
