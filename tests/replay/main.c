/*
 * replay [--build DIR] [--show] FILE.talk
 *
 * Has the conversation of a .talk file (talk.h says how one is written) with
 * the programs of a build folder, by default the one that holds this program,
 * and prints TAP; with --show, the conversation for a person.
 */

#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "replay/perform.h"
#include "replay/process.h"
#include "replay/report.h"
#include "replay/talk.h"

/* BUILD/tests/replay belongs to BUILD. */
static char *
own_build(void)
{
	char path[PATH_MAX] = "";
	ssize_t size = readlink("/proc/self/exe", path, sizeof(path) - 1);

	for (int up = 0; size > 0 && up < 2; up++) {
		char *slash = strrchr(path, '/');

		if (slash != NULL)
			*slash = '\0';
	}
	return text_copy(path);
}

static int
replay(const char *file, const char *build, bool is_show)
{
	struct report report;
	struct talk talk;
	struct err e;

	report_init(&report, file, is_show);
	if (talk_read(&talk, file, &e)) {
		perform(&report, &talk, build);
		talk_release(&talk);
	} else {
		report_whole(&report, "can be read", e.text);
	}
	return report_end(&report);
}

int
main(int argc, char **argv)
{
	static const struct option options[] = {
		{"build", required_argument, NULL, 'b'},
		{"show", no_argument, NULL, 's'},
		{NULL, 0, NULL, 0},
	};
	DROP(text) char *build = own_build();
	bool is_show = false;
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) >= 0) {
		if (option == 's') {
			is_show = true;
		} else if (option == 'b') {
			free(build);
			build = realpath(optarg, NULL);
		} else {
			return 2;
		}
	}
	if (optind + 1 != argc || build == NULL) {
		fprintf(stderr, "usage: replay [--build DIR] [--show] FILE\n");
		return 2;
	}
	process_adopt_orphans();
	return replay(argv[optind], build, is_show);
}
