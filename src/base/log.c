#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/utf8.h"

static const char *const names[] = {
	[LOG_ERROR] = "error",
	[LOG_WARN] = "warn",
	[LOG_INFO] = "info",
	[LOG_DEBUG] = "debug",
};

static enum log_level threshold = LOG_INFO;

void
log_set_level(enum log_level level)
{
	threshold = level;
}

bool
log_level_find(const char *name, enum log_level *level)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(name, names[i]) == 0) {
			*level = (enum log_level)i;
			return true;
		}
	}
	return false;
}

/* One write per line, so that lines of several servers do not mix. */
static void __attribute__((format(printf, 2, 0)))
write_line(enum log_level level, const char *format, va_list arguments)
{
	char line[1024];
	char now[CLOCK_TEXT_SIZE];
	size_t used;
	int more;

	if (level > threshold)
		return;
	clock_text(clock_wall_ms(), now);
	used = (size_t)snprintf(
		line, sizeof(line), "%s satchel %s: ", now, names[level]);
	more = vsnprintf(
		line + used, sizeof(line) - used - 1, format, arguments);
	if (more > 0)
		used += (size_t)more;
	if (used > sizeof(line) - 2)
		used = sizeof(line) - 2;
	for (size_t i = 0; i < used; i++)
		memset(line + i, '?', sanitize_find(line + i, used - i));
	line[used] = '\n';
	/* If the log cannot be written, there is nobody to tell. */
	(void)!write(STDERR_FILENO, line, used + 1);
}

#define LOG_FUNCTION(name, level) \
	void name(const char *format, ...) \
	{ \
		va_list arguments; \
\
		va_start(arguments, format); \
		write_line(level, format, arguments); \
		va_end(arguments); \
	}

LOG_FUNCTION(log_error, LOG_ERROR)
LOG_FUNCTION(log_warn, LOG_WARN)
LOG_FUNCTION(log_info, LOG_INFO)
LOG_FUNCTION(log_debug, LOG_DEBUG)
