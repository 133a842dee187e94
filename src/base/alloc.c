#include "base/alloc.h"

#include <ctype.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* _exit, because a worker's child must not run its parent's handlers. */
static void *
checked(void *memory)
{
	static const char message[] = "satchel: out of memory\n";

	if (memory == NULL) {
		/* A failure of this write changes nothing. */
		(void)!write(STDERR_FILENO, message, sizeof(message) - 1);
		_exit(EXIT_NO_MEMORY);
	}
	return memory;
}

/* By default glibc raises these to the largest block ever freed. */
void
mem_configure(void)
{
	enum { LARGE_BYTES = 128 * 1024 };

	/* Both can only fail for values out of range. */
	(void)mallopt(M_MMAP_THRESHOLD, LARGE_BYTES);
	(void)mallopt(M_TRIM_THRESHOLD, LARGE_BYTES);
}

void *
mem_new(size_t size_bytes)
{
	return checked(calloc(1, size_bytes > 0 ? size_bytes : 1));
}

void *
mem_grow(void *old, size_t count, size_t element_bytes)
{
	if (count == 0)
		count = 1;
	return checked(reallocarray(old, count, element_bytes));
}

void *
mem_room(void *old, size_t count, size_t *capacity, size_t element_bytes)
{
	if (count < *capacity)
		return old;
	*capacity = *capacity > 0 ? *capacity * 2 : 8;
	return mem_grow(old, *capacity, element_bytes);
}

char *
text_copy(const char *text)
{
	return text != NULL ? checked(strdup(text)) : NULL;
}

char *
text_copy_n(const char *text, size_t length)
{
	char *copy;

	if (text == NULL)
		return NULL;
	copy = mem_grow(NULL, length + 1, 1);
	memcpy(copy, text, length);
	copy[length] = '\0';
	return copy;
}

char *
text_format(const char *format, ...)
{
	va_list arguments;
	char *text = NULL;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	return checked(text);
}

char *
text_begin_sentence(char *text)
{
	static const char command[] = "satchel ";

	if (memchr(text, '_', strcspn(text, " ")) == NULL &&
		strncmp(text, command, strlen(command)) != 0)
		*text = (char)toupper((unsigned char)*text);
	return text;
}

void
text_drop(char **text)
{
	free(*text);
	*text = NULL;
}
