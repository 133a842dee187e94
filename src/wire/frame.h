#ifndef WIRE_FRAME_H
#define WIRE_FRAME_H

/*
 * Frames between server and worker, and the fields inside of them.
 *
 * A frame is a 32-bit length, an 8-bit type and `length` bytes of payload;
 * numbers are little-endian, so that server and worker may be two machines.
 * A payload is a row of fields: numbers, and texts as length and bytes.
 *
 * Reading never fails in the middle: a reader that ran past the end yields
 * zeros and empty texts, and reader_end says whether the payload was exactly
 * what was read. Whoever reads checks it once, at the end.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum { FRAME_HEAD = 5 };

struct frame {
	uint8_t type;
	const char *payload; /* borrowed from the buffer */
	size_t size;
};

/* Appends the head of a frame; returns where it stands, for frame_close. */
size_t frame_open(struct buf *out, uint8_t type);
/* Writes the length of what was appended since. False: b overflowed. */
bool frame_close(struct buf *out, size_t start);

enum frame_state { FRAME_PARTIAL, FRAME_WHOLE, FRAME_TOO_LARGE };

/*
 * The first frame of `bytes`; on FRAME_WHOLE *used is its size with the head.
 * A payload over `ceiling_bytes` is FRAME_TOO_LARGE.
 */
enum frame_state frame_find(const char *bytes, size_t size,
	size_t ceiling_bytes, struct frame *f, size_t *used);

void put_u8(struct buf *out, uint8_t value);
void put_u32(struct buf *out, uint32_t value);
void put_u64(struct buf *out, uint64_t value);
void put_text(struct buf *out, const char *text); /* NULL as "" */
void put_text_n(struct buf *out, const char *text, size_t size);

struct reader {
	const char *at;
	size_t left;
	size_t kept; /* memory of the texts that were copied */
	bool failed;
};

/* What a copy takes besides its bytes: the least block of malloc. */
enum { TEXT_KEPT = 32 };

void reader_init(struct reader *r, const char *bytes, size_t size);
uint8_t get_u8(struct reader *r);
uint32_t get_u32(struct reader *r);
uint64_t get_u64(struct reader *r);
/* Borrowed and not NUL-terminated; *size is 0 on failure. */
const char *get_text_n(struct reader *r, size_t *size);
/* A copy of the caller's, never NULL; "" on failure. Cut at a NUL, and what is
 * not UTF-8 is replaced by U+FFFD. */
char *get_text(struct reader *r);
bool reader_end(const struct reader *r);

#endif
