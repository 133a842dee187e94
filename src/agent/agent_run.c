#include "agent/agent.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/utf8.h"

static volatile sig_atomic_t signal_came;

static void
on_signal(int number)
{
	signal_came = number;
}

/* poll is interrupted by them, all else goes on. */
void
run_begin(struct agent *a)
{
	(void)signal(SIGINT, on_signal);
	(void)signal(SIGTERM, on_signal);
	(void)signal(SIGHUP, on_signal);
	(void)signal(SIGPIPE, SIG_IGN);
	a->started_ms = clock_now_ms();
	a->deadline_ms = a->started_ms + a->options.timeout_s * 1000;
}

int
run_signal(void)
{
	return signal_came;
}

void
run_progress(struct agent *a, const char *doing)
{
	a->doing = doing;
	if (isatty(STDERR_FILENO) == 0)
		return;
	(void)fputs("\r\033[K", stderr);
	if (doing != NULL)
		(void)run_print(a, stderr,
			"%" PRId64 " s, turn %" PRId64 ": %.50s",
			(clock_now_ms() - a->started_ms) / 1000, a->spent.turns,
			doing);
}

bool
run_goes_on(struct agent *a, struct err *e)
{
	run_progress(a, a->doing);
	if (signal_came != 0)
		return err_set(e, ERR_SYSTEM, "interrupted");
	return clock_now_ms() < a->deadline_ms ||
	       err_set(e, ERR_LIMIT,
		       "no end within %" PRId64 " s (--timeout-s)",
		       a->options.timeout_s);
}

int
run_wait_ms(const struct agent *a, int64_t until_ms)
{
	enum { TICK_MS = 1000 };
	int64_t end_ms = until_ms < a->deadline_ms ? until_ms : a->deadline_ms;
	int64_t left_ms = end_ms - clock_now_ms();

	if (left_ms > TICK_MS)
		return TICK_MS;
	return left_ms > 0 ? (int)left_ms : 0;
}

bool
run_print(const struct agent *a, FILE *to, const char *format, ...)
{
	static const char shown[] = "[key]"; /* shorter than any */
	size_t size = a->key != NULL ? strlen(a->key) : 0;
	DROP(text) char *text = NULL;
	DROP(text) char *clean = NULL;
	va_list arguments;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		_exit(EXIT_NO_MEMORY);
	va_end(arguments);
	for (char *at = text;
		size >= SECRET_MIN && (at = strstr(at, a->key)) != NULL;) {
		memcpy(at, shown, strlen(shown));
		at += strlen(shown);
		memmove(at, at + size - strlen(shown),
			strlen(at + size - strlen(shown)) + 1);
	}
	clean = isatty(fileno(to)) != 0 ? sanitize_text(text) : NULL;
	return fputs(clean != NULL ? clean : text, to) >= 0;
}

void
run_record(const struct agent *a, struct json_object *event)
{
	DROP(text) char *line = NULL;

	json_put_int(event, "ms", clock_now_ms() - a->started_ms);
	line = json_text(event);
	json_free(event);
	/* Whether all of it was written is asked at the end. */
	if (a->transcript != NULL && run_print(a, a->transcript, "%s\n", line))
		(void)fflush(a->transcript);
}
