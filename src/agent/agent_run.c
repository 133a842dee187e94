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

/* Draws the line when its text is new or a second has passed. */
static void
paint(struct agent *a, bool is_new)
{
	int64_t now_s = (clock_now_ms() - a->started_ms) / 1000;

	if (isatty(STDERR_FILENO) == 0 || (!is_new && now_s == a->painted_s))
		return;
	a->painted_s = now_s;
	(void)fputs("\r\033[K", stderr);
	if (*a->doing != '\0')
		(void)run_print(a, stderr,
			"%" PRId64 " s, turn %" PRId64 ": %s", now_s,
			a->spent.turns, a->doing);
}

void
run_progress(struct agent *a, const char *doing)
{
	size_t size;

	if (doing == NULL)
		doing = "";
	size = utf8_cut(doing, strlen(doing), sizeof(a->doing) - 1);
	memcpy(a->doing, doing, size);
	a->doing[size] = '\0';
	paint(a, true);
}

bool
run_goes_on(struct agent *a, struct err *e)
{
	paint(a, false);
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
	DROP(text) char *text = NULL;
	DROP(text) char *clean = NULL;
	DROP(text) char *shown = NULL;
	va_list arguments;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		_exit(EXIT_NO_MEMORY);
	va_end(arguments);
	clean = redact(a, text, REDACT_ALL);
	shown = isatty(fileno(to)) != 0 ? sanitize_text(clean) : NULL;
	return fputs(shown != NULL ? shown : clean, to) >= 0;
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
