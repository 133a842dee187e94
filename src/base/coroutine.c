#include "base/coroutine.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/queue.h>
#include <ucontext.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/loop.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#endif

/* AddressSanitizer has to know which stack is in use. */
#ifdef HAS_ASAN
#include <sanitizer/common_interface_defs.h>
#define LEAVE_STACK(kept, bottom, size) \
	__sanitizer_start_switch_fiber(kept, bottom, size)
#define ENTER_STACK(kept, bottom, size) \
	__sanitizer_finish_switch_fiber(kept, bottom, size)
#else
#define LEAVE_STACK(kept, bottom, size) ((void)0)
#define ENTER_STACK(kept, bottom, size) ((void)0)
#endif

/*
 * As much as the main thread usually has, since the same code runs on it. Pages
 * that nobody touches cost nothing. The lowest page may not be touched: a stack
 * that overflows ends the process instead of writing elsewhere.
 */
enum { STACK_SIZE = 8 * MIB, GUARD_SIZE = 64 * KIB };

struct coroutine {
	TAILQ_ENTRY(coroutine) link;
	struct loop *loop;
	struct timer *timer; /* that resumes it; NULL while it runs */
	void (*run)(void *argument);
	void *argument;
	char *stack;
	ucontext_t context;
	/* The coroutine that resumed this one; NULL is the main stack. */
	struct coroutine *resumer;
	ucontext_t resumer_context;
	/* Only AddressSanitizer reads these two. */
	/* cppcheck-suppress unusedStructMember */
	const void *resumer_stack;
	/* cppcheck-suppress unusedStructMember */
	size_t resumer_size;
	bool is_hurried;
	bool has_ended;
};

static TAILQ_HEAD(coroutines, coroutine) all = TAILQ_HEAD_INITIALIZER(all);
static struct coroutine *current;
static bool is_ending;

/* Some stacks are kept: as many as there are coroutines within each other, from
 * a line of input to a part of a call. */
enum { SPARE_STACKS = 3 };
static char *spare_stacks[SPARE_STACKS];
static size_t spare_count;

/* NULL if the kernel gives none. */
static char *
take_stack(void)
{
	char *stack;

	if (spare_count > 0)
		return spare_stacks[--spare_count];
	stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	if (stack == MAP_FAILED)
		return NULL;
	if (mprotect(stack, GUARD_SIZE, PROT_NONE) == 0)
		return stack;
	(void)munmap(stack, STACK_SIZE); /* it is ours and whole */
	return NULL;
}

static void
give_stack(char *stack)
{
	if (spare_count < SPARE_STACKS)
		spare_stacks[spare_count++] = stack;
	else
		(void)munmap(stack, STACK_SIZE); /* it is ours and whole */
}

/* --- switching ------------------------------------------------------------ */

static void
resume(struct coroutine *co)
{
	void *kept = NULL;

	assert(co != current && co->timer == NULL);
	co->resumer = current;
	current = co;
	LEAVE_STACK(&kept, co->stack, STACK_SIZE);
	(void)swapcontext(&co->resumer_context, &co->context);
	ENTER_STACK(kept, NULL, NULL);
	(void)kept;
	current = co->resumer;
	if (!co->has_ended)
		return;
	TAILQ_REMOVE(&all, co, link);
	give_stack(co->stack);
	free(co);
}

/* Back to the one that resumed the current coroutine; returns when it is
 * resumed again. */
static void
give_way(void)
{
	struct coroutine *co = current;
	void *kept = NULL;

	LEAVE_STACK(co->has_ended ? NULL : &kept, co->resumer_stack,
		co->resumer_size);
	(void)swapcontext(&co->context, &co->resumer_context);
	ENTER_STACK(kept, &co->resumer_stack, &co->resumer_size);
	(void)kept;
}

/* The first function on a new stack. */
static void
enter(void)
{
	struct coroutine *co = current;

	ENTER_STACK(NULL, &co->resumer_stack, &co->resumer_size);
	co->run(co->argument);
	co->has_ended = true;
	give_way();
	abort(); /* nobody resumes what has ended */
}

static void
on_time(void *argument)
{
	struct coroutine *co = argument;

	co->timer = NULL;
	resume(co);
}

static void
wait_until(int64_t at_ms)
{
	current->timer = loop_at(current->loop, at_ms, on_time, current);
	give_way();
}

/* --- the coroutine -------------------------------------------------------- */

static void
prepare_context(ucontext_t *context, char *stack)
{
	(void)getcontext(context); /* it cannot fail on Linux */
	context->uc_stack.ss_sp = stack;
	context->uc_stack.ss_size = STACK_SIZE;
	makecontext(context, enter, 0);
}

void
coroutine_start(struct loop *l, void (*run)(void *argument), void *argument)
{
	char *stack = take_stack();
	struct coroutine *co;

	if (stack == NULL) { /* it is done in one piece */
		run(argument);
		return;
	}
	co = mem_new(sizeof(*co));
	co->loop = l;
	co->run = run;
	co->argument = argument;
	co->stack = stack;
	prepare_context(&co->context, stack);
	TAILQ_INSERT_TAIL(&all, co, link);
	resume(co);
}

struct coroutine *
coroutine_current(void)
{
	return current;
}

static void
pause_after(int64_t us)
{
	if (current != NULL && !current->is_hurried && !is_ending &&
		loop_turn_takes(current->loop, us))
		wait_until(clock_now_ms());
}

void
coroutine_pause(void)
{
	pause_after(LIMIT_SLICE_US);
}

void
coroutine_pause_early(void)
{
	pause_after(LIMIT_SLICE_US / 10);
}

bool
coroutine_sleep(int ms)
{
	if (current == NULL || current->is_hurried || is_ending)
		return false;
	wait_until(clock_now_ms() + ms);
	return true;
}

void
coroutine_hurry(struct coroutine *co)
{
	co->is_hurried = true;
	timer_free(TAKE(co->timer));
	resume(co);
}

void
coroutine_relax(void)
{
	if (current == NULL || !current->is_hurried)
		return;
	current->is_hurried = false;
	if (!is_ending)
		wait_until(clock_now_ms());
}

void
coroutine_finish_all(void)
{
	struct coroutine *co;

	assert(current == NULL);
	is_ending = true;
	while ((co = TAILQ_FIRST(&all)) != NULL) {
		timer_free(TAKE(co->timer));
		resume(co);
	}
	is_ending = false;
	while (spare_count > 0) /* they are ours and whole */
		(void)munmap(spare_stacks[--spare_count], STACK_SIZE);
}

bool
coroutine_is_ending(void)
{
	return is_ending;
}
