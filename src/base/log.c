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
static bool is_json;

void
log_set_level(enum log_level level)
{
	threshold = level;
}

void
log_set_json(bool as_json)
{
	is_json = as_json;
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

/* Writes the message, which is printable, as a JSON string may have it. */
static void
write_json(enum log_level level, const char *now, const char *message)
{
	bool is_text = utf8_check(message, strlen(message), NULL);
	char line[2 * 1024 + 128];
	size_t used = (size_t)snprintf(line, sizeof(line),
		"{\"time\":\"%s\",\"level\":\"%s\",\"message\":\"", now,
		names[level]);

	for (; *message != '\0'; message++) {
		if (*message == '"' || *message == '\\')
			line[used++] = '\\';
		line[used++] =
			is_text || (*message & 0x80) == 0 ? *message : '?';
	}
	memcpy(line + used, "\"}\n", 3);
	/* If the log cannot be written, there is nobody to tell. */
	(void)!write(STDERR_FILENO, line, used + 3);
}

/* One write per line, so that lines of several servers do not mix. */
void
log_write(enum log_level level, const char *format, ...)
{
	char line[1024];
	char now[CLOCK_TEXT_SIZE];
	va_list arguments;
	size_t used;
	int more;

	if (level > threshold)
		return;
	clock_text(clock_wall_ms(), now);
	used = is_json ? 0
		       : (size_t)snprintf(line, sizeof(line),
				 "%s satchel %s: ", now, names[level]);
	va_start(arguments, format);
	more = vsnprintf(
		line + used, sizeof(line) - used - 1, format, arguments);
	va_end(arguments);
	if (more > 0)
		used += (size_t)more;
	if (used > sizeof(line) - 2)
		used = sizeof(line) - 2;
	for (size_t i = 0; i < used; i++)
		memset(line + i, '?', sanitize_find(line + i, used - i));
	line[used] = is_json ? '\0' : '\n';
	if (is_json) {
		write_json(level, now, line);
		return;
	}
	/* If the log cannot be written, there is nobody to tell. */
	(void)!write(STDERR_FILENO, line, used + 1);
}
