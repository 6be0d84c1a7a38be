# Installs the program on a desktop, and packs it into an archive. Included by
# Makefile.

# The Debian packages that installing on a desktop uses, and those of its tests.
DESKTOP_NEEDS := shared-mime-info desktop-file-utils hicolor-icon-theme
PACKAGE_NEEDS := xz-utils
DESKTOP_TEST_NEEDS := $(DESKTOP_NEEDS) xdg-utils libglib2.0-bin dbus-daemon openbox appstream tidy

# An empty PREFIX installs for the user who calls make, without root; a folder
# installs for everybody: make install PREFIX=/usr/local. With DESTDIR the files
# are laid out for a package, and nothing of this machine is used.
PREFIX ?=
INSTALL = BINARY=$(abspath $(BIN)) PAGES=$(abspath $(PAGES)) DESTDIR=$(DESTDIR) assets/desktop/install.sh $(if $(PREFIX),--prefix '$(PREFIX)')

# The manual pages and the completions, as they are installed.
PAGES := build/pages

.PHONY: install uninstall package pages desktop-needs desktop-test-needs

install: build pages $(if $(DESTDIR),,desktop-needs)
	@$(INSTALL)

uninstall:
	@$(INSTALL) --uninstall

pages: go
	@go run ./assets/pages $(PAGES)

# The archive for Linux, and the files that other systems need.
package: build pages
	@.ci/need "the archive" $(PACKAGE_NEEDS)
	@.ci/package $(BIN) build/package

# Without root nothing can be installed; most desktops have these already.
desktop-needs:
	@[ "$$(id -u)" != 0 ] || .ci/need "double clicks" $(DESKTOP_NEEDS)

desktop-test-needs:
	@.ci/need "the tests of the desktop" $(DESKTOP_TEST_NEEDS)

test-needs test-packages test-window: desktop-test-needs
test-window test-window-all: pages
