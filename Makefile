# Satchel. `make help` lists the targets.
#
# MODE=release|asan|cov chooses a build folder of its own; the release programs
# are build/satchel and build/satchel-worker. A program is decided by its link
# list: the server has no -lz3, the worker has no -lsqlite3, only the agent has
# -lcurl.

MODE ?= release
VERSION := 0.1.0
# Who publishes Satchel, as the account or organisation is called: it stands in
# every name and address that a package needs. Nobody has chosen one yet.
PUBLISHER ?= PUBLISHER
PREFIX ?= /usr/local

B_release := build
B_asan := build/asan
B_cov := build/cov
B_analyze := build/analyze
B_fuzz := build/fuzz
B := $(B_$(MODE))

CC ?= gcc
WARN := -Wall -Wextra -Werror -Wpedantic -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wold-style-definition -Wpointer-arith -Wcast-qual \
	-Wwrite-strings -Wundef -Wvla -Wformat=2 -Wnull-dereference \
	-Wswitch-enum -Wimplicit-fallthrough -Wno-missing-field-initializers
# Indirect jumps land on marks only, where processor and kernel look at them.
# Other processors have no such flag.
CET := $(if $(filter x86_64,$(shell uname -m)),-fcf-protection)
# Both compilers may be used on one object list.
HARDEN := -fstack-protector-strong -fstack-clash-protection -fPIE \
	-D_FORTIFY_SOURCE=2 $(CET)
FLAGS_release := -O2 -g $(HARDEN)
FLAGS_asan := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer
FLAGS_cov := -O0 -g --coverage
FLAGS_analyze := -O1 -fanalyzer
FLAGS_fuzz := -O1 -g -fsanitize=fuzzer-no-link,address,undefined \
	-fno-sanitize-recover=all -fno-omit-frame-pointer
LINK_release := -pie -Wl,-z,relro,-z,now
LINK_asan := -fsanitize=address,undefined
LINK_cov := --coverage
LINK_fuzz := -fsanitize=fuzzer,address,undefined

# Another libz3 than the system's: make Z3_PREFIX=/opt/z3
ifdef Z3_PREFIX
Z3_FLAGS := -isystem $(Z3_PREFIX)/include
Z3_LINK := -L$(Z3_PREFIX)/lib -Wl,-rpath,$(Z3_PREFIX)/lib
endif

# What worker/base/libz3.h has made of libz3's declarations.
Z3_GIVEN := $(B)/include/z3_given.h
Z3_FLAGS += -isystem $(dir $(Z3_GIVEN))

CFLAGS_ALL := -std=gnu17 -D_GNU_SOURCE -DSATCHEL_VERSION='"$(VERSION)"' \
	-Isrc $(WARN) $(FLAGS_$(MODE)) $(Z3_FLAGS) $(CFLAGS)
# Debian's compiler needs no -Wl,--as-needed but a test that uses one folder
# should load that folder's libraries only.
LDFLAGS_ALL := -Wl,--as-needed $(LINK_$(MODE)) $(LDFLAGS)

# V=1 shows the commands themselves.
Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-5s %s\n' $(1) $@)

# --- what the programs are made of ----------------------------------------

SERVER_ROOMS := base json smt model wire store pool advice tools mcp cli
WORKER_ROOMS := base json smt model wire language worker
AGENT_ROOMS := base json agent
SERVER_LIBS := -ljson-c -lsqlite3
WORKER_LIBS := $(Z3_LINK) -lz3 -ljson-c -lseccomp -lpthread
AGENT_LIBS := -ljson-c -lcurl
TEST_LIBS := -lcmocka

sources = $(foreach d,$(1),$(sort $(wildcard src/$(d)/*.c src/$(d)/*/*.c)))
objects = $(patsubst src/%.c,$(B)/obj/%.o,$(1))

ASSETS := $(sort $(wildcard schema/*.sql schema/migrations/*.sql schema/*.json schema/tools/*.json \
	schema/knowledge/*.json schema/knowledge/*/*.json prompts/*.md \
	src/advice/*.rules src/advice/*/*.rules))
ASSET_OBJECTS := $(ASSETS:%=$(B)/asset/%.o) $(B)/asset/view/page.html.o
SERVER_OBJECTS := $(call objects,$(call sources,$(SERVER_ROOMS))) \
	$(ASSET_OBJECTS)
WORKER_OBJECTS := $(filter-out $(B)/obj/worker/process/worker_main.o,\
	$(call objects,$(call sources,$(WORKER_ROOMS)))) \
	$(B)/asset/schema/json_dsl.json.o

# The one-shot client alone needs libcurl; the rest does without.
AGENT := $(if $(shell printf '\043include <curl/curl.h>\n' | \
	$(CC) $(CFLAGS) -E -x c - >/dev/null 2>&1 && echo yes),$(B)/satchel-agent)

.PHONY: all no-agent
all: $(B)/satchel $(B)/satchel-worker $(B)/fzn-satchel $(B)/satchel.msc \
	$(or $(AGENT),no-agent)
no-agent:
	@echo 'satchel-agent (satchel agent) is left out: there is no curl/curl.h' \
		'(libcurl4-openssl-dev)'

$(B)/satchel: $(B)/obj/main.o $(B)/libserver.a
	$(call say,LINK)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(SERVER_LIBS)

$(B)/satchel-worker: $(B)/obj/worker/process/worker_main.o $(B)/libworker.a
	$(call say,LINK)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(WORKER_LIBS)

# minizinc --solver build/satchel.msc runs what was built here.
# $(call msc,PROGRAM,LIBRARY): the configuration with these places.
msc = sed 's|@VERSION@|$(VERSION)|; s|@PROGRAM@|$(1)|; s|@LIBRARY@|$(2)|' \
	share/minizinc/solvers/satchel.msc.in
$(B)/fzn-satchel: share/minizinc/fzn-satchel
	@install -D -m 755 $< $@
$(B)/satchel.msc: share/minizinc/solvers/satchel.msc.in Makefile
	@mkdir -p $(@D)
	@$(call msc,$(abspath $(B))/fzn-satchel,$(CURDIR)/share/minizinc/satchel) >$@

AGENT_OBJECTS := $(filter-out $(B)/obj/agent/agent_main.o,\
	$(call objects,$(call sources,$(AGENT_ROOMS))))
$(B)/satchel-agent: $(B)/obj/agent/agent_main.o $(AGENT_OBJECTS)
	$(call say,LINK)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(AGENT_LIBS)

# A source that vanishes must relink: the archive depends on a list of its
# objects that is rewritten only when it changes.
$(B)/libserver.a: $(SERVER_OBJECTS) $(B)/server.list
	$(Q)rm -f $@ && $(AR) rcsD $@ $(filter %.o,$^)
$(B)/libworker.a: $(WORKER_OBJECTS) $(B)/worker.list
	$(Q)rm -f $@ && $(AR) rcsD $@ $(filter %.o,$^)
$(B)/liblanguage.a: $(call objects,$(call sources,language)) $(B)/server.list
	$(Q)rm -f $@ && $(AR) rcsD $@ $(filter %.o,$^)
$(B)/server.list: FORCE
	@mkdir -p $(@D); echo '$(SERVER_OBJECTS)' >$@.new; \
	cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(B)/worker.list: FORCE
	@mkdir -p $(@D); echo '$(WORKER_OBJECTS)' >$@.new; \
	cmp -s $@.new $@ && rm $@.new || mv $@.new $@
.PHONY: FORCE
FORCE:

$(Z3_GIVEN): src/worker/base/libz3.awk Makefile
	@mkdir -p $(@D)
	$(Q)printf '\043include <z3.h>\n' | \
		$(CC) $(CFLAGS_ALL) -DZ3_API=Z3_API -E -P -x c - | \
		awk -f $< >$@.new && grep -q Z3_model_eval $@.new && mv $@.new $@

$(B)/obj/%.o: src/%.c Makefile | $(Z3_GIVEN)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

# schema/tools/add_item.json becomes asset_schema_tools_add_item_json.
$(B)/asset/%.o: % src/base/asset.S Makefile
	@mkdir -p $(@D)
	$(call say,ASSET)
	$(Q)$(CC) $(CET) -c -DASSET_FILE='"$<"' \
		-DASSET_NAME=asset_$(subst /,_,$(subst .,_,$<)) \
		-o $@ src/base/asset.S

# The view is one page: a line "@include FILE" is that file of view/.
VIEW := $(sort $(wildcard view/*))
$(B)/view/page.html: $(VIEW) Makefile
	@mkdir -p $(@D)
	$(Q)awk '/^@include / { while ((getline line < ("view/" $$2)) > 0) \
		print line; next } { print }' view/page.html >$@
$(B)/asset/view/page.html.o: $(B)/view/page.html src/base/asset.S Makefile
	@mkdir -p $(@D)
	$(call say,ASSET)
	$(Q)$(CC) $(CET) -c -DASSET_FILE='"$<"' \
		-DASSET_NAME=asset_view_page_html -o $@ src/base/asset.S

# --- what people type ----------------------------------------------------------

# The recursive make builds on all cores, unless the caller has chosen.
JOBS := $(shell nproc 2>/dev/null || echo 2)
submake = $(MAKE) --no-print-directory \
	$(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS))

.PHONY: help
help:
	@sed -n 's/^#: //p' Makefile $(PARTS)

#: make                 the programs: build/satchel, satchel-worker, and with
#:                      libcurl satchel-agent
#: make deps            installs what is missing to build and to test
PACKAGES := $(if $(Z3_PREFIX),,libz3-dev) libjson-c-dev libsqlite3-dev \
	libseccomp-dev libcmocka-dev libcurl4-openssl-dev \
	libmicrohttpd-dev perl
NEEDED_HEADERS := stdarg.h stddef.h setjmp.h stdint.h cmocka.h z3.h \
	json-c/json.h sqlite3.h seccomp.h curl/curl.h microhttpd.h

# $(call install,PACKAGES): those that are missing, with apt-get, or it says
# which they are. `more` may name others.
define install
	tell() { \
		echo "Satchel needs the packages (as Debian names them):"; \
		echo "    $(1)"; \
		echo "On Debian or Ubuntu, as root:"; \
		echo "    apt-get install --no-install-recommends $(1)"; \
		exit 1; \
	} >&2; \
	command -v apt-get >/dev/null && command -v dpkg >/dev/null || tell; \
	missing=$$more; \
	for p in $(1); do \
		dpkg -s $$p 2>/dev/null | grep -q '^Status: .* installed$$' || \
			missing="$$missing $$p"; \
	done; \
	test -n "$$missing" || exit 0; \
	if test "$$(id -u)" -eq 0; then sudo=; \
	elif command -v sudo >/dev/null; then sudo=sudo; else tell; fi; \
	echo "Installing with apt-get:$$missing"; \
	apt="$$sudo env DEBIAN_FRONTEND=noninteractive apt-get -q"; \
	$$apt update || echo "trying with the lists that are here" >&2; \
	$$apt install -y --no-install-recommends $$missing || tell
endef

# What counts is that the compiler finds the headers; packages are only looked
# at when it does not, so that this costs nothing when nothing is missing.
FIND_HEADERS = printf '\043include <%s>\n' $(NEEDED_HEADERS) | \
	$(CC) $(Z3_FLAGS) $(CFLAGS) -E -x c - -o /dev/null

.PHONY: deps
deps:
	@$(FIND_HEADERS) 2>/dev/null && command -v prove >/dev/null && exit; \
	more=; command -v $(firstword $(CC)) >/dev/null || more=" gcc libc6-dev"; \
	$(call install,$(PACKAGES))
	@command -v prove >/dev/null || { echo "no prove (perl)" >&2; exit 1; }
	@$(FIND_HEADERS)

#: make demo            a whole conversation with the real server, to read
.PHONY: demo run-demo
demo: deps
	@$(submake) run-demo
run-demo: all
	@tests/demo.sh $(B)

#: make docs            man pages and completions, in build/share
# From the tables in the program, so it has to run.
.PHONY: docs
SHARE := $(B)/share
MAN := $(patsubst man/%.in,$(SHARE)/man/man1/%,$(sort $(wildcard man/*.in)))
COMPLETIONS := $(SHARE)/bash-completion/completions/satchel \
	$(SHARE)/zsh/site-functions/_satchel \
	$(SHARE)/fish/vendor_completions.d/satchel.fish
docs: $(MAN) $(COMPLETIONS)
$(SHARE)/man/man1/%.1: man/%.1.in $(B)/satchel Makefile
	@mkdir -p $(@D)
	@{ sed '/^@TABLES@/,$$d' $<; ! grep -q '^@TABLES@' $< || \
		$(B)/satchel help man; sed '1,/^@TABLES@/d' $<; } | \
		sed 's/@VERSION@/$(VERSION)/' >$@
$(SHARE)/bash-completion/%: COMPLETED = bash
$(SHARE)/zsh/%: COMPLETED = zsh
$(SHARE)/fish/%: COMPLETED = fish
$(COMPLETIONS): $(B)/satchel
	@mkdir -p $(@D)
	@$(B)/satchel help $(COMPLETED) >$@

#: make install         into PREFIX (default /usr/local) below DESTDIR
#: make uninstall       takes the same away
# What goes into share/ beside what is made: MiniZinc's library.
PROGRAMS := $(B)/satchel-worker $(AGENT)
STATIC := $(sort $(wildcard share/minizinc/satchel/*.mzn))
MSC := share/minizinc/solvers/satchel.msc
MSC_PROGRAM = $(PREFIX)/bin/fzn-satchel
MSC_LIBRARY = $(PREFIX)/share/minizinc/satchel
INSTALLED = bin/satchel bin/fzn-satchel $(MSC) \
	$(PROGRAMS:$(B)/%=libexec/satchel/%) $(STATIC) \
	$(MAN:$(B)/%=%) $(COMPLETIONS:$(B)/%=%)
.PHONY: install uninstall
install: all docs
	install -D -m 755 -t $(DESTDIR)$(PREFIX)/bin $(B)/satchel \
		share/minizinc/fzn-satchel
	install -D -m 755 -t $(DESTDIR)$(PREFIX)/libexec/satchel $(PROGRAMS)
	for f in $(MAN) $(COMPLETIONS); do \
		install -D -m 644 $$f $(DESTDIR)$(PREFIX)/$${f#$(B)/}; done
	for f in $(STATIC); do \
		install -D -m 644 $$f $(DESTDIR)$(PREFIX)/$$f; done
	install -d $(DESTDIR)$(PREFIX)/$(dir $(MSC))
	$(call msc,$(MSC_PROGRAM),$(MSC_LIBRARY)) \
		>$(DESTDIR)$(PREFIX)/$(MSC)
uninstall:
	rm -f $(INSTALLED:%=$(DESTDIR)$(PREFIX)/%)
	-rmdir $(addprefix $(DESTDIR)$(PREFIX)/,libexec/satchel \
		share/minizinc/satchel)

PARTS := tests/tests.mk packaging/packaging.mk
include $(PARTS)

#: make clean           removes build/
.PHONY: clean
clean:
	rm -rf build

#: V=1 shows commands; MODE=release|asan|cov, CC=clang, Z3_PREFIX=DIR as wished

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
