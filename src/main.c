#include "cli/cli.h"

int
main(int argc, char **argv)
{
	(void)argc; /* argv ends in NULL */
	return cli_main(argv);
}
