# Installs the program on a desktop, and packs it for others. Included by
# Makefile.

# The Debian packages that installing on a desktop uses, and those of its tests.
DESKTOP_NEEDS := shared-mime-info desktop-file-utils hicolor-icon-theme
PACKAGE_NEEDS := xz-utils zip binutils
TRY_NEEDS := debootstrap lintian rpm appstream desktop-file-utils
DESKTOP_TEST_NEEDS := $(DESKTOP_NEEDS) xdg-utils libglib2.0-bin dbus-daemon openbox appstream tidy

# An empty PREFIX installs for the user who calls make, without root; a folder
# installs for everybody: make install PREFIX=/usr/local. With DESTDIR the files
# are laid out for a package, and nothing of this machine is used.
PREFIX ?=
INSTALL = BINARY=$(abspath $(BIN)) PAGES=$(abspath $(PAGES)) DESTDIR=$(DESTDIR) assets/desktop/install.sh $(if $(PREFIX),--prefix '$(PREFIX)')

# The manual pages and the completions, as they are installed.
PAGES := build/pages

.PHONY: install uninstall package pages release try-packages package-needs desktop-needs desktop-test-needs

install: build pages $(if $(DESTDIR),,desktop-needs)
	@$(INSTALL)

uninstall:
	@$(INSTALL) --uninstall

pages: go
	@go run ./assets/pages $(PAGES)

# SYSTEMS are those for which there is an archive of the command line alone. The window needs a C compiler, so it is packed
# for this kind of machine.
SYSTEMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
PACKAGE = TAGS=$(TAGS) PAGES=$(abspath $(PAGES)) TOOLS=$(abspath build/tools) PROGRAMS=$(abspath build/programs) .ci/package

# The .deb, the .rpm, the archives, and the files that other systems need.
package: build-needs pages package-needs
	@$(PACKAGE) build/package $(SYSTEMS)

# The same with checksums and with lists of what is built in.
release: build-needs pages package-needs
	@$(PACKAGE:package=release) build/release $(SYSTEMS)

# In a new Debian it installs the package, opens the window, and removes it again. It needs root and some minutes.
try-packages: package
	@.ci/need "trying the packages" $(TRY_NEEDS)
	@.ci/try-packages build/package

# Their module is not part of go.work, so that the versions they use decide nothing about the program.
package-needs: go
	@.ci/need "packages" $(PACKAGE_NEEDS)
	@cd assets/packages && GOWORK=off GOFLAGS= go build -o ../../build/tools/ tool

# Without root nothing can be installed; most desktops have these already.
desktop-needs:
	@[ "$$(id -u)" != 0 ] || .ci/need "double clicks" $(DESKTOP_NEEDS)

desktop-test-needs:
	@.ci/need "the tests of the desktop" $(DESKTOP_TEST_NEEDS)

test-needs test-packages test-window: desktop-test-needs
test-window test-window-all: pages
