#ifndef BASE_LOG_H
#define BASE_LOG_H

/*
 * The program's log: lines on stderr, one per event, with a time and a level.
 * A line is at most 1 KiB; control characters of client text are shown as '?'.
 */

#include <stdbool.h>

/* LOG_NOTHING is for tests that cause thousands of errors. */
enum log_level { LOG_NOTHING = -1, LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

/* Lines above the level are dropped. The default is LOG_INFO. */
void log_set_level(enum log_level level);

/* Writes each line as a JSON object of time, level and message. */
void log_set_json(bool as_json);

/* The level of a name: error, warn, info, debug. */
bool log_level_find(const char *name, enum log_level *level);

void log_write(enum log_level level, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
#define log_error(...) log_write(LOG_ERROR, __VA_ARGS__)
#define log_warn(...) log_write(LOG_WARN, __VA_ARGS__)
#define log_info(...) log_write(LOG_INFO, __VA_ARGS__)
#define log_debug(...) log_write(LOG_DEBUG, __VA_ARGS__)

#endif
