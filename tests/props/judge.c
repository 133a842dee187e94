#include "props/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <z3.h>

#include "base/alloc.h"
#include "model/text/render.h"
#include "worker/base/context.h"
#include "worker/read/parser.h"
#include "worker/read/script.h"

static bool
accepts(const char *text, size_t size, struct diagnostic *fault,
	struct diagnostics *further)
{
	DROP(commands) struct commands forms = {0};
	struct script script;
	struct script_problem problem;
	struct parsed parsed;
	bool is_accepted;
	Z3_context c;

	if (!commands_split(text, size, &forms, fault))
		return false;
	script_init(&script, text, &forms);
	if (script_next(&script, &problem, fault) != SCRIPT_PROBLEM) {
		script_release(&script);
		return false;
	}
	c = context_new();
	is_accepted =
		parser_problem(c, &script, &problem, false, &parsed, fault);
	*further = parsed.further;
	parsed.further = (struct diagnostics){0};
	parsed_release(&parsed);
	Z3_del_context(c);
	script_release(&script);
	return is_accepted;
}

static void
add_further(const struct model *m, const struct render *r,
	const struct diagnostics *further, struct judgement *v)
{
	const size_t most = sizeof(v->further) / sizeof(v->further[0]);
	unsigned line;
	size_t index;

	for (size_t i = 0; i < further->count && v->further_count < most; i++) {
		if (render_locate(r, further->at[i].line, &index, &line))
			v->further[v->further_count++] =
				model_at(m, index)->place;
	}
}

static void
judge_here(const struct model *m, struct judgement *v)
{
	DROP(render) struct render r = {0};
	struct diagnostics further = {0};
	struct diagnostic fault;
	size_t index;

	*v = (struct judgement){.is_accepted = true};
	if (m->count == 0)
		return;
	render_worker(m, &r);
	v->is_accepted = accepts(r.text.data, r.text.size, &fault, &further);
	if (v->is_accepted)
		return;
	add_further(m, &r, &further, v);
	free(further.at);
	v->is_placed = render_locate(&r, fault.line, &index, &v->line);
	v->column = fault.column;
	if (v->is_placed)
		v->place = model_at(m, index)->place;
	(void)snprintf(v->words, sizeof(v->words), "%.199s", fault.what);
}

static bool
dies_of_texts(void)
{
	unsigned major, minor, build, revision;

	Z3_get_version(&major, &minor, &build, &revision);
	return major > 4 || minor > 8;
}

static size_t crashes;

size_t
judge_crashes(void)
{
	return crashes;
}

static void
judge_in_child(const struct model *m, struct judgement *v)
{
	static struct judgement *shared;
	int status;
	pid_t pid;

	if (shared == NULL)
		shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid = fork();
	if (pid == 0) {
		judge_here(m, shared);
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid) {
		perror("props");
		exit(1);
	}
	crashes += WIFSIGNALED(status);
	*v = *shared;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return;
	*v = (struct judgement){.words = "libz3 crashed"};
	if (!WIFSIGNALED(status))
		exit(1); /* a sanitizer has said why */
}

void
judge(const struct model *m, struct judgement *v)
{
	if (dies_of_texts())
		judge_in_child(m, v);
	else
		judge_here(m, v);
}
