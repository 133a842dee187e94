#include "pool/exit_reason.h"

#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "pool/process.h"

enum {
	/*
	 * The kernel does not say whom it kills for memory: it takes large
	 * ones. At rest a child has some 40 MiB, most of them shared.
	 */
	VICTIM_KIB = 256 * 1024,
};

static const struct {
	int code;
	int status;
	enum outcome outcome;
} ways_to_die[] = {
	/* It went in peace but without the last word. */
	{CLD_EXITED, EXIT_SUCCESS, OUTCOME_GARBLED},
	/* libz3's own exit code, and ours. */
	{CLD_EXITED, EXIT_NO_MEMORY, OUTCOME_MEMORY},
	{CLD_KILLED, SIGKILL, OUTCOME_KILLED},
	{CLD_KILLED, SIGSYS, OUTCOME_JAIL},
	{CLD_KILLED, SIGXCPU, OUTCOME_TIMEOUT},
	/* No fault of a program ends in these: somebody has sent them, as those
	 * do who keep a machine from running out of memory. */
	{CLD_KILLED, SIGTERM, OUTCOME_KILLED},
	{CLD_KILLED, SIGHUP, OUTCOME_KILLED},
	{CLD_KILLED, SIGINT, OUTCOME_KILLED},
	{CLD_KILLED, SIGQUIT, OUTCOME_KILLED},
};

enum outcome
exit_reason(const struct death *death)
{
	int code = death->code == CLD_DUMPED ? CLD_KILLED : death->code;

	for (size_t i = 0; i < sizeof(ways_to_die) / sizeof(ways_to_die[0]);
		i++) {
		if (ways_to_die[i].code != code ||
			ways_to_die[i].status != death->status)
			continue;
		return ways_to_die[i].status == SIGKILL &&
				       death->peak_kb >= VICTIM_KIB
			       ? OUTCOME_MEMORY
			       : ways_to_die[i].outcome;
	}
	return OUTCOME_CRASH;
}
