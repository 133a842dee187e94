/*
 * soak [--long] [--seed N]
 *
 * Minutes under load, or with --long as long as it takes to be sure.
 */

#include "soak/soak.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "hostile/siege.h"
#include "replay/report.h"

struct measure {
	int64_t servers_ms;
	unsigned kills;
	unsigned calls;
};

static const struct measure brief = {4000, 25, 400};
static const struct measure lasting = {60000, 1000, 10000};

static void
tell(struct report *r, const char *what, char *why)
{
	report_whole(r, what, why);
	free(why);
	(void)fflush(stdout);
}

int
main(int argc, char **argv)
{
	static const struct option options[] = {
		{"long", no_argument, NULL, 'l'},
		{"seed", required_argument, NULL, 's'},
		{NULL, 0, NULL, 0},
	};
	DROP(text) char *build = siege_build();
	struct measure m = brief;
	struct report report;
	uint64_t seed = (uint64_t)clock_wall_ms();
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) >= 0) {
		if (option == 'l')
			m = lasting;
		else if (option == 's')
			seed = strtoull(optarg, NULL, 10);
		else
			return 2;
	}
	report_init(&report, "soak", false);
	printf("# --seed %" PRIu64 "\n", seed);
	tell(&report, "no update of four servers is lost",
		soak_servers(build, m.servers_ms, seed));
	tell(&report, "what is acknowledged survives kill -9",
		soak_kills(build, m.kills, seed));
	tell(&report, "every call is answered once, and nothing grows",
		soak_calls(build, m.calls, seed));
	return report_end(&report);
}
