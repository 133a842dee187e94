#include "store/sessions/session_row.h"

#include <stdio.h>

#include "store/db/sql.h"
#include "store/sessions/sessions.h"

void
session_row_read(struct query *q, struct session_info *info)
{
	*info = (struct session_info){
		.id = query_get_int(q, 0),
		.revision = (uint64_t)query_get_int(q, 3),
		.items = (size_t)query_get_int(q, 4),
		.created_ms = query_get_int(q, 5),
		.changed_ms = query_get_int(q, 6),
		.last_status_revision = (uint64_t)query_get_int(q, 8),
	};
	/* Only what fits was ever written. */
	(void)snprintf(
		info->name, sizeof(info->name), "%s", query_get_text(q, 1));
	(void)snprintf(info->description, sizeof(info->description), "%s",
		query_get_text(q, 2));
	(void)snprintf(info->last_status, sizeof(info->last_status), "%s",
		query_get_text(q, 7));
}
