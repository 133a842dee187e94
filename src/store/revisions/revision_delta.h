#ifndef STORE_REVISIONS_REVISION_DELTA_H
#define STORE_REVISIONS_REVISION_DELTA_H

/*
 * From one revision of a session to another by what differs between them,
 * without reading what they share: to catch up with other servers, and to
 * bring an old revision back.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "model/items/model.h"

struct store;

/*
 * Makes `m`, the model of the session at revision m->revision, that of another
 * one (REVISION_LAST for the last). Items that lived at both stay the same
 * objects. ERR_NOT_FOUND when there is no such revision, or no session any
 * more; then nothing has changed. After ERR_STORE it is to be thrown away.
 */
bool revision_delta_model(struct store *s, int64_t session, struct model *m,
	uint64_t revision, struct err *e);

#endif
