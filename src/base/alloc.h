#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

/*
 * Allocation that cannot fail, and ownership of the result.
 *
 * Running out of memory ends the process (exit code 101, the code libz3 uses
 * itself): the store is transactional and a worker is replaceable, so there is
 * nothing to save. No function here returns NULL.
 *
 * A local that owns is declared with DROP and handed over with TAKE:
 *
 *	DROP(text) char *sql = text_format(...);
 *	return TAKE(sql);
 */

#include <stddef.h>

#define EXIT_NO_MEMORY 101

/* Call NAME_drop(&variable) when the variable goes out of scope. */
#define DROP(name) __attribute__((cleanup(name##_drop)))

/*
 * Define NAME_drop from the function that releases a struct NAME in place, or
 * that frees one on the heap.
 */
#define DROP_BY(name, release) \
	static inline void name##_drop(struct name *one_) \
	{ \
		release(one_); \
	}
#define DROP_POINTER_BY(name, free_) \
	static inline void name##_drop(struct name **one_) \
	{ \
		free_(*one_); \
		*one_ = NULL; \
	}

/* The value of a pointer variable, which is NULL afterwards. */
#define TAKE(pointer) \
	__extension__({ \
		__typeof__(pointer) taken_ = (pointer); \
		(pointer) = NULL; \
		taken_; \
	})

/*
 * For a process that lives long: from here on a large block that is freed goes
 * back to the system at once. To be called before there is much to free.
 */
void mem_configure(void);

/* Zeroed memory for one object; release with free(). */
void *mem_new(size_t size_bytes);

/* `old` (or NULL) resized to `count` elements; new bytes are not zeroed. */
void *mem_grow(void *old, size_t count, size_t element_bytes);

/*
 * Room in a growing array for one element more: doubles `*capacity` when
 * `count` has reached it. Returns the (possibly moved) array.
 */
void *mem_room(void *old, size_t count, size_t *capacity, size_t element_bytes)
	__attribute__((returns_nonnull));

/* A pointer to a new last element, not initialised, of a growing array. */
#define ARRAY_ADD(array, count, capacity) \
	((array) = mem_room((array), (count), &(capacity), sizeof(*(array))), \
		&(array)[(count)++])

/* Copies on the heap; NULL gives NULL. */
char *text_copy(const char *text);
char *text_copy_n(const char *text, size_t length);
char *text_format(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* Makes the first letter a capital, unless the first word is a name with "_",
 * such as that of a tool, or the command satchel. Returns the text. */
char *text_begin_sentence(char *text);

/* For DROP(text). */
void text_drop(char **text);

#endif
