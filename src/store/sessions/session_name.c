#include "store/sessions/session_name.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"

bool
session_name_check(const char *name, struct err *e)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789._-";
	size_t size = strlen(name);

	if (size > LIMIT_NAME)
		return err_set(e, ERR_ARGUMENT,
			"the session name has %zu characters and the limit is "
			"%d; choose a shorter one, for example %.20s",
			size, LIMIT_NAME, "parity-check");
	if (size > 0 && name[strspn(name, letters)] == '\0' && *name != '.' &&
		*name != '-')
		return true;
	return err_set(e, ERR_ARGUMENT,
		"\"%s\" cannot be a session name: it is 1 to %d of the letters "
		"A-Z and a-z, digits, \".\", \"_\" and \"-\", and starts with "
		"neither \".\" nor \"-\"; for example parity-check",
		name, LIMIT_NAME);
}

/* It has to be told apart, remembered and said: no 0 and o, no 1 and l, no
 * vowels that make words. */
void
session_name_make(char name[LIMIT_NAME + 1])
{
	static const char letters[] = "bcdfghjkmnpqrstvwxz23456789";
	char today[CLOCK_TEXT_SIZE];
	unsigned char random[4];
	char end[sizeof(random) + 1];

	clock_text(clock_wall_ms(), today);
	/* So few bytes come at once; see getrandom(2). */
	(void)!getrandom(random, sizeof(random), 0);
	for (size_t i = 0; i < sizeof(random); i++)
		end[i] = letters[random[i] % (sizeof(letters) - 1)];
	end[sizeof(random)] = '\0';
	(void)snprintf(name, LIMIT_NAME + 1, "model-%.10s-%s", today, end);
}
