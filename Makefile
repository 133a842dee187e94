# Satchel. `make help` lists the targets.
#
# MODE=release|asan|cov chooses a build folder of its own; the release programs
# are build/satchel and build/satchel-worker. A program is decided by its link
# list: the server has no -lz3, the worker has no -lsqlite3.

MODE ?= release
VERSION := 0.1.0
PREFIX ?= /usr/local

B_release := build
B_asan := build/asan
B_cov := build/cov
B := $(B_$(MODE))

CC ?= gcc
WARN := -Wall -Wextra -Werror -Wpedantic -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wold-style-definition -Wpointer-arith -Wcast-qual \
	-Wwrite-strings -Wundef -Wvla -Wformat=2 -Wnull-dereference \
	-Wswitch-enum -Wimplicit-fallthrough -Wno-missing-field-initializers
# Both compilers may be used on one object list; this flag differs.
HARDEN := -fstack-protector-strong -fPIE -D_FORTIFY_SOURCE=2
FLAGS_release := -O2 -g $(HARDEN)
FLAGS_asan := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer
FLAGS_cov := -O0 -g --coverage
LINK_release := -pie -Wl,-z,relro,-z,now
LINK_asan := -fsanitize=address,undefined
LINK_cov := --coverage

# Another libz3 than the system's: make Z3_PREFIX=/opt/z3
ifdef Z3_PREFIX
Z3_FLAGS := -isystem $(Z3_PREFIX)/include
Z3_LINK := -L$(Z3_PREFIX)/lib -Wl,-rpath,$(Z3_PREFIX)/lib
endif

CFLAGS_ALL := -std=gnu17 -D_GNU_SOURCE -DSATCHEL_VERSION='"$(VERSION)"' \
	-Isrc $(WARN) $(FLAGS_$(MODE)) $(Z3_FLAGS) $(CFLAGS)
# Debian's compiler needs no -Wl,--as-needed but a test that uses one folder
# should load that folder's libraries only.
LDFLAGS_ALL := -Wl,--as-needed $(LINK_$(MODE)) $(LDFLAGS)

# --- what the programs are made of ----------------------------------------

SERVER_FLOORS := base json smt model wire store pool advice tools mcp cli
WORKER_FLOORS := base json smt wire solver
SERVER_LIBS := -ljson-c -lsqlite3
WORKER_LIBS := $(Z3_LINK) -lz3 -ljson-c -lseccomp -lpthread
TEST_LIBS := -lcmocka

sources = $(foreach d,$(1),$(sort $(wildcard src/$(d)/*.c)))
objects = $(patsubst src/%.c,$(B)/obj/%.o,$(1))

ASSETS := $(sort $(wildcard schema/*.sql schema/migrate/*.sql \
	schema/tools/*.json prompts/*.md))
ASSET_OBJECTS := $(ASSETS:%=$(B)/asset/%.o)
SERVER_OBJECTS := $(call objects,$(call sources,$(SERVER_FLOORS))) \
	$(ASSET_OBJECTS)
WORKER_OBJECTS := $(filter-out $(B)/obj/solver/main.o,\
	$(call objects,$(call sources,$(WORKER_FLOORS))))

.PHONY: all
all: $(B)/satchel $(B)/satchel-worker

$(B)/satchel: $(B)/obj/main.o $(B)/libserver.a
	$(CC) $(LDFLAGS_ALL) -o $@ $^ $(SERVER_LIBS)

$(B)/satchel-worker: $(B)/obj/solver/main.o $(B)/libworker.a
	$(CC) $(LDFLAGS_ALL) -o $@ $^ $(WORKER_LIBS)

# A source that vanishes must relink: the archive depends on a list of its
# objects that is rewritten only when it changes.
$(B)/libserver.a: $(SERVER_OBJECTS) $(B)/server.list
	rm -f $@ && $(AR) rcsD $@ $(filter %.o,$^)
$(B)/libworker.a: $(WORKER_OBJECTS) $(B)/worker.list
	rm -f $@ && $(AR) rcsD $@ $(filter %.o,$^)
$(B)/server.list: FORCE
	@mkdir -p $(@D); echo '$(SERVER_OBJECTS)' >$@.new; \
	cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(B)/worker.list: FORCE
	@mkdir -p $(@D); echo '$(WORKER_OBJECTS)' >$@.new; \
	cmp -s $@.new $@ && rm $@.new || mv $@.new $@
.PHONY: FORCE
FORCE:

$(B)/obj/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

# schema/tools/add_item.json becomes asset_schema_tools_add_item_json.
$(B)/asset/%.o: % src/base/asset.S Makefile
	@mkdir -p $(@D)
	$(CC) -c -DASSET_FILE='"$<"' \
		-DASSET_NAME=asset_$(subst /,_,$(subst .,_,$<)) \
		-o $@ src/base/asset.S

# --- tests ------------------------------------------------------------------

UNIT := $(sort $(wildcard tests/unit/*/test_*.c))
UNIT_PROGRAMS := $(UNIT:tests/%.c=$(B)/tests/%)
TOOL_PROGRAMS := $(B)/tests/replay $(B)/tests/fake-worker $(B)/tests/bench

$(B)/obj/tests/%.o: tests/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -Itests -MMD -MP -c -o $@ $<

# A test of solver/ is linked as the worker is, any other as the server.
$(B)/tests/unit/solver/%: $(B)/obj/tests/unit/solver/%.o $(B)/libworker.a
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS_ALL) -o $@ $^ $(TEST_LIBS) $(WORKER_LIBS)
$(B)/tests/unit/%: $(B)/obj/tests/unit/%.o $(B)/libserver.a
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS_ALL) -o $@ $^ $(TEST_LIBS) $(SERVER_LIBS)

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
