#ifndef MCP_SESSION_SIGNED_STATE_H
#define MCP_SESSION_SIGNED_STATE_H

/*
 * State that a client keeps for us and hands back: it may read it, but what
 * it changes or makes up is noticed. The key lives and ends with the process.
 *
 * A seal is for a purpose, a text such as "tools/call delete_session": what
 * was sealed for one request does not open for another.
 */

struct json_object;

/* The text to give away, owned by the caller. */
char *signed_state_close(const char *purpose, const struct json_object *state);

/* The state, owned by the caller; NULL when it is not what signed_state_close
 * gave away for that purpose. */
struct json_object *signed_state_open(const char *purpose, const char *sealed);

#endif
