#ifndef MCP_TRANSPORT_SIGNALS_H
#define MCP_TRANSPORT_SIGNALS_H

/*
 * SIGINT, SIGTERM and SIGHUP (whose terminal is gone; not under nohup) as
 * something to read: the first one is an event for the loop, a second one ends
 * the process at once with 0, because its sender has stopped waiting.
 * SIGPIPE is ignored.
 *
 * By handlers and not by a signal mask: a mask would be inherited by the
 * programs that are started meanwhile. (Ignoring is inherited, too; what starts
 * a program sets SIGPIPE back.)
 */

/* A descriptor that becomes readable, valid until signals_close; -1 if the
 * system has none. */
int signals_open(void);

/* From now on the first signal ends the process, too: it is at its end
 * anyway. */
void signals_close(void);

#endif
