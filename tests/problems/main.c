/*
 * problems [FILE...]
 *
 * Sends the problems of tests/problems/ (problem.h says how one is written) to
 * the real programs, one server for all of them, and prints TAP.
 */

#include <glob.h>
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
	glob_t all = {0};
	struct err e;

	report_init(&report, "problems", false);
	if (!siege_begin(&siege, build, "", &e)) {
		report_whole(&report, "the server starts", e.text);
		siege_release(&siege);
		return report_end(&report);
	}
	for (int i = 1; i < argc; i++)
		try_file(&siege, &report, argv[i]);
	if (argc == 1 && glob("tests/problems/*.smt2", 0, NULL, &all) == 0) {
		for (size_t i = 0; i < all.gl_pathc; i++)
			try_file(&siege, &report, all.gl_pathv[i]);
	}
	globfree(&all);
	report.file = "problems";
	report_whole(&report, "the server ends well",
		siege_end(&siege, &e) ? NULL : e.text);
	siege_release(&siege);
	return report_end(&report);
}
