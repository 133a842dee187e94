#include "model/text/data_line.h"

#include <string.h>

#include "base/alloc.h"

char *
data_line(const char *content, size_t size)
{
	size_t mark = strlen(DATA_MARK);
	const char *end = memchr(content, '\n', size);

	if (end == NULL || strncmp(content, DATA_MARK, mark) != 0)
		return NULL;
	return text_copy_n(content + mark, (size_t)(end - content) - mark);
}
