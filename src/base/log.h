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

/* The level of a name: error, warn, info, debug. */
bool log_level_find(const char *name, enum log_level *level);

void log_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_info(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_debug(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
