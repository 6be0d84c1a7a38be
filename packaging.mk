# How the program gets onto a desktop, and into an archive. Included by Makefile.

# Debian's names of what installing on a desktop and the tests of it use.
DESKTOP_NEEDS := shared-mime-info desktop-file-utils hicolor-icon-theme
PACKAGE_NEEDS := xz-utils
DESKTOP_TEST_NEEDS := $(DESKTOP_NEEDS) xdg-utils libglib2.0-bin dbus-daemon openbox appstream tidy

# PREFIX is empty for the user who calls, who needs no root, or the folder for
# everybody: make install PREFIX=/usr/local. With DESTDIR nothing is looked for
# on this machine: the files are laid out for a package.
PREFIX ?=
INSTALL = BINARY=$(abspath $(BIN)) DESTDIR=$(DESTDIR) assets/desktop/install.sh $(if $(PREFIX),--prefix '$(PREFIX)')

.PHONY: install uninstall package desktop-needs desktop-test-needs

install: build $(if $(DESTDIR),,desktop-needs)
	@$(INSTALL)

uninstall:
	@$(INSTALL) --uninstall

# The archive for Linux, and the files that other systems need.
package: build
	@.ci/need "the archive" $(PACKAGE_NEEDS)
	@.ci/package $(BIN) build/package

# Without root the desktop has these or does without: most have.
desktop-needs:
	@[ "$$(id -u)" != 0 ] || .ci/need "double clicks" $(DESKTOP_NEEDS)

desktop-test-needs:
	@.ci/need "the tests of the desktop" $(DESKTOP_TEST_NEEDS)

test-needs test-packages test-window: desktop-test-needs
