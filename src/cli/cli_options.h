#ifndef CLI_CLI_OPTIONS_H
#define CLI_CLI_OPTIONS_H

#include <stdbool.h>

#include "base/err.h"

struct buf;
struct cli;

/*
 * Reads the command line, which ends in NULL, into a zeroed struct cli. The
 * error is one for people: what is wrong, with did-you-mean.
 */
bool cli_options_read(struct cli *cli, char **argv, struct err *e);

/* The text of --help. */
void cli_options_help(struct buf *out);

#endif
