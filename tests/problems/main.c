/*
 * problems FILE...
 *
 * Sends the problems of the files (problem.h says how one is written) to the
 * real programs, one server for all of them, and prints TAP.
 */

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "hostile/siege.h"
#include "problems/problem.h"
#include "problems/trial.h"
#include "replay/report.h"

static void
try_file(struct siege *s, struct report *r, const char *file)
{
	const char *slash = strrchr(file, '/');
	struct problems problems;
	struct err e;

	r->file = slash != NULL ? slash + 1 : file;
	if (!problems_read(&problems, file, &e))
		report_whole(r, "can be read", e.text);
	for (size_t i = 0; i < problems.count; i++) {
		const struct problem *p = &problems.at[i];
		DROP(text)
		char *name =
			text_format("%u: %s: %s", p->line, p->answer, p->title);

		report_whole(r, name, trial_run(s, p, &e) ? NULL : e.text);
	}
	problems_release(&problems);
}

int
main(int argc, char **argv)
{
	DROP(text) char *build = siege_build();
	struct report report;
	struct siege siege;
	struct err e;

	report_init(&report, "problems", false);
	if (!siege_begin(&siege, build, "", &e)) {
		report_whole(&report, "the server starts", e.text);
		siege_release(&siege);
		return report_end(&report);
	}
	for (int i = 1; i < argc; i++)
		try_file(&siege, &report, argv[i]);
	report.file = "problems";
	report_whole(&report, "the server ends well",
		siege_end(&siege, &e) ? NULL : e.text);
	siege_release(&siege);
	return report_end(&report);
}
