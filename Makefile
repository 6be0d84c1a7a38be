# On a fresh Debian or Ubuntu machine with Go, two commands do everything:
# `make run` opens the window, `make test` tests everything. Both install missing
# packages (as root or with sudo), and nothing the next time.

# FILE is what `make run` opens.
FILE ?= testdata/cpu.pprof
export FILE

# migrated_fynedo: every change of a widget goes through fyne.Do, as Fyne requires.
# no_emoji leaves out Fyne's emoji font, which Fyne reads once for each style and
# which takes 10 MB of memory. Emoji in labels use the system's font.
TAGS := migrated_fynedo,no_emoji
BIN  := build/profstation

# cgo asks gcc for each of GL's 5,700 names whether it is a type: it writes NAME *__cgo_undefined__2; and looks for an
# error. Where NAME is no type, gcc reads a product with a variable that does not exist, and compares that with all names
# to suggest another: two minutes for GL. With a name that exists, that of a function of gcc's own, the error is quick.
# clang compiles the same in seconds, with it and without.
QUICK_CGO := -D__cgo_undefined__2=__builtin_abort
export CGO_CFLAGS := $(filter-out $(QUICK_CGO),$(shell go env CGO_CFLAGS 2>/dev/null)) $(QUICK_CGO)

# The Debian packages that cgo needs to build Fyne, and those that the tests use.
BUILD_NEEDS  := gcc libc6-dev make pkg-config libgl1-mesa-dev xorg-dev libxkbcommon-dev libwayland-dev
SCREEN_NEEDS := xvfb xauth libgl1-mesa-dri xdotool imagemagick x11-utils weston
TEST_NEEDS   := $(SCREEN_NEEDS) librsvg2-bin libxml2-utils git strace

# A virtual screen, always of the same size, language and scale. Without -noreset
# it would restart whenever no program is connected, so between two tests, and
# refuse a program that connects at that moment.
# The shell's variable ON is the number from which a free one is looked for.
SCREEN := env -u WAYLAND_DISPLAY LANG=en_US.UTF-8 FYNE_SCALE=1 xvfb-run -a -n $${ON:-99} -s "-screen 0 1600x1000x24 -noreset"

# MODULES are the folders of the modules that go.work joins, beside the root's. ./... reaches the root's alone.
MODULES := e2e measure testdata/record
ALL := ./... $(MODULES:%=./%/...)

# NO_GL lists the packages that need neither cgo nor GL: all but the root and an empty window. Without the tag
# "window" the go command sees no files in e2e.
NO_GL = $(or $(shell go list -e -tags $(TAGS) -f '{{$$gl := false}}{{range .Deps}}{{if eq . "fyne.io/fyne/v2/app"}}{{$$gl = true}}{{end}}{{end}}{{if not $$gl}}{{.ImportPath}}{{end}}' $(ALL)),$(error go list names no packages to test))

# RACE turns on the race detector if there is cgo and a compiler for it. A program with it usually sleeps for a second
# before it ends, and many tests start programs.
export GORACE := atexit_sleep_ms=0
RACE = $(shell [ "$$(go env CGO_ENABLED)" = 1 ] && command -v "$$(go env CC)" >/dev/null && echo -race)

# The go command, what it starts and tests trade memory for time: compiling takes a tenth less. The window keeps its own
# setting, as it is what users have.
build pages e2e-needs test-packages test-packages-all vet staticcheck: export GOGC := 200

.PHONY: help run build test test-all test-window test-window-all vet staticcheck test-packages test-packages-all bench performance calibrate bench-window soak cross others browser faults fuzz mutate texts pictures recordings recordings-of icon notices \
	go module-needs build-needs screen-needs test-needs e2e-needs clean
.DEFAULT_GOAL := help

help:
	@echo 'make run            install missing packages, build, and open the window on $(FILE)'
	@echo 'make run FILE=...   the same with your file, folder or URL'
	@echo 'make test           install missing packages, run vet, staticcheck and all tests, in minutes'
	@echo 'make test-all       the same with everything that tests can try: make test-packages-all, make test-window-all and more'
	@echo 'make build          build $(BIN)'
	@echo 'make test-window    run only the tests in a real window'
	@echo 'make test-packages  run only the others'
	@echo 'make vet            run only go vet, make staticcheck only staticcheck'
	@echo 'make bench          measure all works, how they grow, and other programs, as one table'
	@echo 'make bench-window   measure the start and the memory of the window'
	@echo 'make soak SOAK=1h   follow a directory for that long, and report the memory'
	@echo 'make cross          press every key in every place of every tab of the real window, and choose every menu item'
	@echo 'make others         build the command line for Windows and macOS, and vet what builds there'
	@echo 'make browser        compare how wide texts of every script are in an SVG and in Chromium'
	@echo 'make faults         kill and disturb the writing of files at many random moments'
	@echo 'make fuzz           run each fuzz target for FUZZTIME=1m; what they find stays in testdata/fuzz'
	@echo 'make mutate N=2000  damage recordings that often, and run every view of each; OF=... adds a folder of yours'
	@echo 'make texts          name the texts that a translation lacks'
	@echo 'make pictures       take docs/pictures/*.png from the real window'
	@echo 'make recordings     record testdata/ again'
	@echo 'make calibrate      write docs/statistics.md: how often conclusions are wrong; TIMES=100 is quicker'
	@echo 'make performance    write docs/performance.md, the table of make bench'
	@echo 'make notices        write NOTICES, the licences of everything that is built in'
	@echo 'make icon           draw assets/icon.png from assets/icon.svg'
	@echo 'make install        install for you; PREFIX=/usr/local for everybody'
	@echo 'make uninstall      remove what make install has installed, with the same PREFIX'
	@echo 'make package        make .deb, .rpm and archives in build/package; SYSTEMS=linux/arm64 makes fewer'
	@echo 'make release        the same in build/release, with checksums and lists of what is built in'
	@echo 'make try-packages   install, open and remove the packages in a new Debian, as root'
	@echo 'make pages          write manual pages and completions into build/pages'
	@echo 'make clean          remove build/'

# --- the program

run: build
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname -s)" != Linux ]; then \
		exec $(BIN) "$$FILE"; \
	else \
		.ci/need "a window without a display" $(SCREEN_NEEDS) && \
		.ci/first-look $(BIN) build/first-look.png "$$FILE" && \
		echo "There is no display here. The window was opened on a virtual one: see build/first-look.png"; \
	fi

build: build-needs
	@[ -e $(BIN) ] || echo 'Building $(BIN): the first time takes a minute or two, Fyne and GL are compiled'
	@go build -tags $(TAGS) -o $(BIN) .

# --- the tests

# A window under test mostly waits. Meanwhile, what needs no window uses the other cores. What both need is
# compiled first: two go commands side by side would compile it twice.
test: test-needs module-needs build pages e2e-needs
	@$(MAKE) --no-print-directory -o build -o pages -o e2e-needs test-window & window=$$!; \
	$(MAKE) --no-print-directory test-packages && $(MAKE) --no-print-directory vet && $(MAKE) --no-print-directory staticcheck; tested=$$?; \
	wait $$window && exit $$tested
	@echo 'All tests passed.'

# What make test leaves out: everything that tests can try, the race detector in all packages below the window, whether
# conclusions are as often wrong as docs/statistics.md says, and every key in every place.
test-all: test-needs module-needs build
	@$(MAKE) --no-print-directory test-packages-all
	@$(MAKE) --no-print-directory vet
	@$(MAKE) --no-print-directory staticcheck
	@$(MAKE) --no-print-directory test-window-all
	go run ./measure/calibrate -times 100 -o build/statistics.md
	@$(MAKE) --no-print-directory cross
	@echo 'All tests passed.'

vet: build-needs
	go vet -tags $(TAGS),window $(ALL)

staticcheck: build-needs
	go tool staticcheck -tags $(TAGS),window $(ALL)

# RACED are the packages where goroutines meet: they are tested with the race detector, which would slow down the
# others, where pictures are painted and compared, ten times. AFRESH are those whose results the go command must not
# keep: the test of the packages' borders reads the whole tree, and some of measure/ read the recordings, without the
# go command noticing.
RACED  := $(addprefix profstation/,app/instance ask desk desk/folder desk/job desk/session disk graph/layout loader/input \
	loader/live loader/sandbox loader/trace loader/watch model/series model/work process timeline/parallel)
AFRESH := $(addprefix profstation/,internal/house measure/bench measure/faults measure/mutant)

# Tests that are short try a part of what there is, spread over all of it (internal/thorough). The go command need not
# vet what it tests: make vet looks at everything.
test-packages: go module-needs
	go test -short -vet=off -timeout 30m -tags $(TAGS) $(filter-out $(AFRESH) $(RACED),$(NO_GL))
	go test -short -vet=off $(RACE) -timeout 30m -tags $(TAGS) $(RACED)
	go test -short -vet=off -count=1 -timeout 30m -tags $(TAGS) $(AFRESH)

# The faults and the mutants start many processes, and the tests of the window and of the commands paint thousands of
# pictures: what runs side by side lies below them.
SLOW := $(addprefix profstation/,app app/command internal/house measure/faults measure/mutant)

test-packages-all: go module-needs
	go test $(RACE) -count=1 -timeout 60m -tags $(TAGS) $(filter-out $(SLOW),$(NO_GL))
	go test -count=1 -timeout 60m -tags $(TAGS) $(SLOW)

# There are three screens with a third of the tests in the window each. These are the
# first two thirds.
FIRST  := ^Test(ExportsWhatIsInSight|TraceFigures|Wayland|Compare|CallGraph|Walks|Searches|SortsTop|Focuses)$$
SECOND := ^Test(Keys|Pictures|PicturesElsewhere|Timeline|TimelineDamaged|CallGraphOutlivesItsHelper|ExportsFlame)$$

WINDOW_TEST = cd e2e && PROFSTATION_BIN=$(abspath $(BIN)) $(SCREEN) ../build/e2e.test $(SHORT) -test.timeout 30m

e2e-needs: go
	@go test -c -o build/e2e.test -vet=off -tags $(TAGS),window ./e2e

test-window: SHORT := -test.short
test-window test-window-all: screen-needs build e2e-needs
	@(ON=199; $(WINDOW_TEST) -test.run '$(FIRST)') & first=$$!; \
	(ON=299; $(WINDOW_TEST) -test.run '$(SECOND)') & second=$$!; \
	($(WINDOW_TEST) -test.skip '$(FIRST)|$(SECOND)'); third=$$?; \
	wait $$first; first=$$?; \
	wait $$second && [ $$first = 0 ] && exit $$third

# ONLY is a regular expression for the names of works, SCALE how much larger all inputs are.
ONLY  ?=
SCALE ?= 1
BENCH := go run -tags $(TAGS) ./measure/bench -program $(BIN)

bench: build
	@$(BENCH) -only '$(ONLY)' -scale $(SCALE)

bench-window: screen-needs build
	PROFSTATION_BIN=$(abspath $(BIN)) $(SCREEN) go test -tags $(TAGS),window -run '^$$' \
		-bench 'Start|Memory' -benchtime 9x ./e2e

# MOMENTS is at how many moments of writing each kind of file something goes wrong.
MOMENTS ?= 100

faults: test-needs
	go test -count=1 -tags $(TAGS) -timeout 0 ./measure/faults -v -moments $(MOMENTS) -seed $$(date +%s)

# SOAK is how long a directory is followed into which a profile comes each second.
SOAK ?= 1h

soak: screen-needs build
	PROFSTATION_BIN=$(abspath $(BIN)) PROFSTATION_SOAK=$(SOAK) $(SCREEN) go test -tags $(TAGS),window -run '^$$' \
		-bench Soak -benchtime 1x -timeout 0 ./e2e

# It takes too long for `make test`, so its tests have a tag of their own.
cross: screen-needs build
	PROFSTATION_BIN=$(abspath $(BIN)) PROFSTATION_CROSS=all $(SCREEN) go test -count=1 -v -timeout 0 -tags $(TAGS),window,cross \
		-run '^(TestKeys|TestMenuItemsAct)$$' ./e2e

# make test looks at one of these systems only, and there at what differs.
others: go
	go test -count=1 -timeout 60m -tags $(TAGS) -run '^TestOtherSystems$$' ./internal/house

# Texts in an SVG must be as wide in a browser as they were measured: make test needs neither it nor these fonts.
BROWSER_NEEDS := chromium fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji

browser: go
	@.ci/need "comparing SVG with a browser" $(BROWSER_NEEDS)
	go test -count=1 -tags $(TAGS),browser -run '^(TestBrowserWidths|TestHanForms)$$' ./scene

# FUZZTIME is how long each fuzz target runs.
FUZZTIME ?= 1m

# It names what is missing in the translations, and what nobody says any more.
texts: go
	go test -count=1 -tags $(TAGS) -run 'TestTexts|TestTranslations' ./internal/house

fuzz: build-needs
	.ci/fuzz $(FUZZTIME) $(TAGS)

# N is how many recordings are damaged, OF a folder with more of them than testdata
# has, KEEP a folder for those that fail.
N    ?= 2000
OF   ?=
KEEP ?=

mutate: build-needs
	PROFSTATION_MUTANTS=$(N) PROFSTATION_MUTANTS_OF=$(abspath $(OF)) PROFSTATION_MUTANTS_KEEP=$(abspath $(KEEP)) \
		go test -count=1 -timeout 0 -v -tags $(TAGS) -run '^TestMutants$$' ./measure/mutant

# --- files that are made now and then, and committed

pictures: screen-needs build
	mkdir -p docs/pictures
	PROFSTATION_BIN=$(abspath $(BIN)) PROFSTATION_PICTURES=$(abspath docs/pictures) \
		$(SCREEN) go test -count=1 -tags $(TAGS),window -run '^TestPictures$$' ./e2e

# The recordings are of both releases that Go supports: each kind is written by the runtime of either.
NEXT_GO := go1.27.3

# -trimpath and no cgo, so that the recordings say nothing about this machine. The one of a program with
# C in it names no libraries either. Leaked goroutines are found by Go 1.26 if it is built so.
recordings: go
	GOEXPERIMENT=goroutineleakprofile $(MAKE) --no-print-directory recordings-of OF=testdata
	GOTOOLCHAIN=$(NEXT_GO) GODEBUG=tracebacklabels=1 $(MAKE) --no-print-directory recordings-of OF=testdata/go1.27
	build/testdata/record -o build/slow -slow -trace-duration 100ms
	cp build/slow/cpu.pprof testdata/cpu-slow.pprof
	build/testdata/record -duration 10s -wasteful testdata/wasteful
	build/testdata/go1.27/record -duration 10s -wasteful testdata/wasteful/go1.27
	build/testdata/record -foreign testdata
	go test -count=1 ./testdata/record

recordings-of:
	CGO_ENABLED=0 go build -trimpath -o build/$(OF)/record ./testdata/record
	build/$(OF)/record -o $(OF)
	build/$(OF)/record -crashes $(OF)/crashes
	CGO_ENABLED=1 go build -trimpath -tags netgo,osusergo -ldflags '-linkmode external -extldflags -static' \
		-o build/$(OF)/record-native ./testdata/record
	build/$(OF)/record -memory $(OF)/memory
	build/$(OF)/record-native -memory $(OF)/memory -cause malloc
	build/$(OF)/record-native -duration 2s -native $(OF)/cpu-cgo.pprof

# The machine should have nothing else to do.
# TIMES is how many comparisons each row of the table is made of.
TIMES ?= 1000

calibrate: go
	go run ./measure/calibrate -times $(TIMES) -o docs/statistics.md

performance: build
	$(BENCH) -o docs/performance.md

notices: go
	go run ./assets/notices > NOTICES.new
	mv NOTICES.new NOTICES

icon:
	@.ci/need "drawing the icon" librsvg2-bin
	rsvg-convert -w 512 -h 512 assets/icon.svg -o assets/icon.png

# --- what all of this needs installed

go:
	@command -v go >/dev/null || { echo 'Go is missing: version 1.26 or newer is at https://go.dev/dl/' >&2; exit 1; }

# Tests compile testdata/pyroscope, a module that is not part of go.work, and ask the pprof of the release that made a recording. All is there before they begin, so that none fails with the network. With go.work, more would be fetched than is built.
module-needs: go
	@for pause in 5 20 60 0; do \
		(for dir in . $(MODULES) testdata/pyroscope; do GOWORK=off go -C $$dir mod download || exit; done) && \
			GOTOOLCHAIN=$(NEXT_GO) go version && exit; \
		sleep $$pause; \
	done; \
	echo 'Some modules could not be downloaded: what needs them fails' >&2

build-needs: go
	@.ci/need "building the window" $(BUILD_NEEDS)

# Of servers that start at the same time and all find no folder for their sockets, one may stay without a socket.
screen-needs:
	@.ci/need "a virtual screen" $(SCREEN_NEEDS)
	@mkdir -p -m 1777 /tmp/.X11-unix

test-needs: build-needs
	@.ci/need "the tests" $(TEST_NEEDS)

clean:
	rm -rf build

include packaging.mk
