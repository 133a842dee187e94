#include "unit/store/scratch.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "tools/transfer/model_export.h"

/* A folder in which the folder `sub` is, and where a file can be outside. */
struct place {
	struct scratch *scratch;
	char root[300];
};

static int
setup(void **state)
{
	struct place *p = mem_new(sizeof(*p));
	void *scratch;
	char path[400];

	if (scratch_setup(&scratch) != 0)
		return -1;
	p->scratch = scratch;
	(void)snprintf(p->root, sizeof(p->root), "%s/out", p->scratch->folder);
	(void)snprintf(path, sizeof(path), "%s/sub", p->root);
	*state = p;
	return mkdir(p->root, 0700) != 0 || mkdir(path, 0700) != 0;
}

static int
teardown(void **state)
{
	struct place *p = *state;
	static const char *const left[] = {
		"sub/a.txt", "a.txt", "link", "folder_link", "sub", "."};
	char path[400];

	for (size_t i = 0; i < sizeof(left) / sizeof(left[0]); i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", p->root, left[i]);
		(void)remove(path); /* a test has made some of them only */
	}
	(void)rmdir(p->root);
	*state = p->scratch;
	free(p);
	return scratch_teardown(state);
}

#define PLACE_TEST(sentence) TEST_ON(sentence, setup, teardown, struct place *p)

static void
expect_file(const struct place *p, const char *name, const char *expected)
{
	char path[400];
	char text[100] = "";
	FILE *file;
	size_t size;

	(void)snprintf(path, sizeof(path), "%s/%s", p->root, name);
	file = fopen(path, "re");
	assert_non_null(file);
	size = fread(text, 1, sizeof(text) - 1, file);
	text[size] = '\0';
	(void)fclose(file);
	assert_string_equal(text, expected);
}

static void
expect_write(const struct place *p, const char *path, const char *text,
	bool overwrite)
{
	struct err e;

	if (!export_file_write(
		    p->root, path, text, strlen(text), overwrite, &e))
		fail_msg("%s: %s", path, e.text);
	expect_file(p, path, text);
}

static void
expect_refusal(const struct place *p, const char *path, bool overwrite,
	const char *piece)
{
	struct err e;

	if (export_file_write(p->root, path, "no", 2, overwrite, &e))
		fail_msg("%s was written", path);
	if (strstr(e.text, piece) == NULL)
		fail_msg("%s: no \"%s\" in: %s", path, piece, e.text);
	/* Never what the machine is like. */
	assert_null(strstr(e.text, p->root));
}

static void
make_link(const struct place *p, const char *name, const char *target)
{
	char path[400];

	(void)snprintf(path, sizeof(path), "%s/%s", p->root, name);
	assert_int_equal(symlink(target, path), 0);
}

PLACE_TEST(writes_a_file_in_the_folder_or_below)
{
	expect_write(p, "a.txt", "one", false);
	expect_write(p, "sub/a.txt", "two", false);
}

PLACE_TEST(replaces_a_file_only_when_it_is_told_to)
{
	expect_write(p, "a.txt", "one", false);
	expect_refusal(p, "a.txt", false, "overwrite: true");
	expect_file(p, "a.txt", "one");
	expect_write(p, "a.txt", "two", true);
}

PLACE_TEST(leaves_no_temporary_file)
{
	DIR *folder;
	size_t entries = 0;

	expect_write(p, "a.txt", "one", false);
	expect_refusal(p, "a.txt", false, "already");
	expect_refusal(p, "sub", true, "it is a folder");
	folder = opendir(p->root);
	assert_non_null(folder);
	while (readdir(folder) != NULL)
		entries++;
	(void)closedir(folder);
	assert_int_equal(entries, 4); /* . .. sub a.txt */
}

PLACE_TEST(there_is_no_way_out)
{
	/* RIGHT-TO-LEFT OVERRIDE, as bytes: a literal would be warned of. */
	static const char turned[] = {
		'\xe2', '\x80', '\xae', 't', 'x', 't', '\0'};

	expect_refusal(p, "../a.txt", true, "begins with a dot");
	expect_refusal(p, "sub/../../a.txt", true, "begins with a dot");
	expect_refusal(p, "/tmp/a.txt", true, "absolute");
	expect_refusal(p, "", true, "empty");
	expect_refusal(p, "sub/", true, "empty");
	expect_refusal(p, "sub//a.txt", true, "empty");
	expect_refusal(p, ".hidden", true, "begins with a dot");
	expect_refusal(p, "sub/-rf", true, "with a dash");
	expect_refusal(p, "a\nb.txt", true, "a control character");
	expect_refusal(p, "a\x1b[2J", true, "a control character");
	expect_refusal(p, "a\xc2\x9b", true, "a control character");
	expect_refusal(p, turned, true, "a control character");
}

PLACE_TEST(no_link_is_followed)
{
	char outside[300];

	(void)snprintf(outside, sizeof(outside), "%s/s.db", p->scratch->folder);
	make_link(p, "link", outside);
	make_link(p, "folder_link", p->scratch->folder);
	expect_refusal(p, "link", false, "already");
	expect_refusal(p, "folder_link/a.txt", true, "not a folder");
	/* The link itself is what is replaced. */
	expect_write(p, "link", "one", true);
	assert_int_not_equal(access(outside, F_OK), 0);
}

PLACE_TEST(makes_no_folders)
{
	expect_refusal(p, "new/a.txt", false, "no such folder");
	expect_write(p, "a.txt", "one", false);
	expect_refusal(p, "a.txt/b.txt", false, "not a folder");
}

PLACE_TEST(without_a_folder_nothing_is_written)
{
	struct err e;

	assert_false(export_file_write(NULL, "a.txt", "x", 1, false, &e));
	assert_non_null(strstr(e.text, "--export-dir"));
	assert_false(export_file_write("/no/such", "a.txt", "x", 1, false, &e));
	assert_int_equal(e.code, ERR_SYSTEM);
}
