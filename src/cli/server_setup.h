#ifndef CLI_SERVER_SETUP_H
#define CLI_SERVER_SETUP_H

#include <stdbool.h>

#include "base/err.h"

struct cli;

/*
 * Makes loop, store, pool and server from the options. Opens no file and starts
 * no process: that is done when something needs it.
 */
bool cli_open(struct cli *cli, struct err *e);

/* Ends the workers, closes the database. */
void cli_close(struct cli *cli);

#endif
