#!/bin/sh
# install.sh [--prefix DIR] [--uninstall]
#
# Installs the program, its icon, desktop entry, MIME description, AppStream data, manual
# pages and completions for the user, without root; with --prefix for everybody, usually in /usr/local.
# --uninstall removes all of it again, and no file of the user's.
#
# It runs from an unpacked archive, where all files lie below usr/local beside
# it, and from the sources, where BINARY names the built program and PAGES the folder
# with manual pages and completions. With DESTDIR
# the files are laid below that folder for a package: paths in them stay those of
# the finished system, and no database is touched.
set -eu

id=io.github.profstation.profstation
here=$(cd "$(dirname "$0")" && pwd)
prefix=
action=install
while [ $# -gt 0 ]; do
	case $1 in
	--prefix) prefix=${2:?--prefix needs a folder}; shift ;;
	--prefix=*) prefix=${1#*=} ;;
	--uninstall) action=uninstall ;;
	*) echo "install.sh: $1: expected --prefix DIR or --uninstall" >&2; exit 2 ;;
	esac
	shift
done

if [ -n "$prefix" ]; then
	case $prefix in
	/*) ;;
	*) prefix=$PWD/$prefix ;;
	esac
	top=${DESTDIR-}$prefix
	bin=$top/bin
	data=$top/share
	run=$prefix/bin/profstation
else
	[ -z "${DESTDIR-}" ] || { echo "install.sh: DESTDIR needs --prefix" >&2; exit 2; }
	top=${HOME:?there is no HOME to install for}
	bin=$HOME/.local/bin
	data=${XDG_DATA_HOME:-$HOME/.local/share}
	run=$bin/profstation
fi

# files: everything that is installed, as paths below usr/local.
files() {
	echo bin/profstation
	echo share/applications/$id.desktop
	echo share/mime/packages/$id.xml
	echo share/metainfo/$id.metainfo.xml
	echo share/icons/hicolor/scalable/apps/$id.svg
	for size in 48 128 256 512; do
		echo share/icons/hicolor/${size}x${size}/apps/$id.png
	done
	echo share/bash-completion/completions/profstation
	echo share/fish/vendor_completions.d/profstation.fish
	echo share/zsh/site-functions/_profstation
	echo share/man/man1/profstation.1.gz
	# Another version may have other commands: what is removed are the pages that are there.
	pages=$(from share/man/man1/profstation.1.gz)
	[ $action = install ] || pages=$(to share/man/man1/profstation.1.gz)
	for page in "${pages%/*}"/profstation-*.1.gz; do
		[ ! -e "$page" ] || echo "share/man/man1/${page##*/}"
	done
}

# from FILE: where it comes from.
from() {
	if [ -d "$here/usr/local" ]; then
		echo "$here/usr/local/$1"
		return
	fi
	case $1 in
	bin/*) echo "${BINARY:-$here/../../build/profstation}" ;;
	share/man/* | share/bash-completion/* | share/fish/* | share/zsh/*) echo "${PAGES:-$here/../../build/pages}/$1" ;;
	*/scalable/*) echo "$here/../icon.svg" ;;
	*/512x512/*) echo "$here/../icon.png" ;;
	*/icons/*) size=${1#*/hicolor/}; echo "$here/../icons/${size%%x*}.png" ;;
	*) echo "$here/${1##*/}" ;;
	esac
}

# to FILE: where it goes.
to() {
	case $1 in
	bin/*) echo "$bin/${1#bin/}" ;;
	*) echo "$data/${1#share/}" ;;
	esac
}

# entry: the desktop entry with the program's full path, since ~/.local/bin is
# not in the PATH of every desktop. Quoting is the entry's own, then sed's.
entry() {
	if [ -n "${DESTDIR-}" ]; then
		cat
		return
	fi
	try=$(printf %s "$run" | sed 's/\\/\\\\/g' | sed 's/[\\&|]/\\&/g')
	exec=$(printf %s "$run" | sed -e 's/[\\"`$]/\\&/g' -e 's/\\/\\\\/g' -e 's/%/%%/g' | sed 's/[\\&|]/\\&/g')
	sed -e "s|^Exec=profstation|Exec=\"$exec\"|" -e "s|^TryExec=profstation|TryExec=$try|"
}

# refresh: let the desktop read its descriptions anew.
refresh() {
	[ -z "${DESTDIR-}" ] || return 0
	if [ -d "$data/mime/packages" ]; then
		if command -v update-mime-database >/dev/null; then
			# It warns of folders that XDG_DATA_DIRS does not name.
			update-mime-database "$data/mime" >/dev/null 2>&1 || echo "update-mime-database failed on $data/mime" >&2
		else
			echo "A double click will not open profstation before shared-mime-info is installed and update-mime-database $data/mime was called" >&2
		fi
	fi
	if [ -d "$data/applications" ] && command -v update-desktop-database >/dev/null; then
		update-desktop-database -q "$data/applications" || true
	fi
	if [ -e "$data/icons/hicolor/icon-theme.cache" ] && command -v gtk-update-icon-cache >/dev/null; then
		gtk-update-icon-cache -q -t -f "$data/icons/hicolor" || true
	fi
}

put() {
	for file in $(files); do
		[ -r "$(from "$file")" ] || { echo "install.sh: $(from "$file") is missing; make build pages makes it" >&2; exit 1; }
	done
	for file in $(files); do
		target=$(to "$file")
		mkdir -p "$(dirname "$target")"
		# Renamed into place: the old program may be running.
		case $file in
		*.desktop) entry <"$(from "$file")" >"$target.new" ;;
		*) cp "$(from "$file")" "$target.new" ;;
		esac
		case $file in
		bin/*) chmod 755 "$target.new" ;;
		*) chmod 644 "$target.new" ;;
		esac
		mv -f "$target.new" "$target"
	done
	refresh
	[ -z "${DESTDIR-}" ] || return 0
	echo "Installed: $run"
	case :$PATH: in
	*:"$bin":*) ;;
	*) echo "$bin is not in your PATH: a shell finds profstation there only by its full path" ;;
	esac
}

take() {
	for file in $(files); do
		rm -f "$(to "$file")"
	done
	refresh
	tidy
	# Folders that are empty now, from the innermost outwards.
	for file in $(files); do
		dir=$(dirname "$(to "$file")")
		while [ "$dir" != "$top" ] && [ "$dir" != / ] && rmdir "$dir" 2>/dev/null; do
			dir=$(dirname "$dir")
		done
	done
	[ -n "${DESTDIR-}" ] || echo "Uninstalled: $run"
}

# tidy: if ours was the only description, remove the databases made from it.
tidy() {
	[ -z "${DESTDIR-}" ] || return 0
	mime=$data/mime
	if [ -z "$(ls -A "$mime/packages" 2>/dev/null)" ]; then
		for file in aliases generic-icons globs globs2 icons magic mime.cache subclasses treemagic types version XMLnamespaces; do
			rm -f "$mime/$file"
		done
		rmdir "$mime/application" 2>/dev/null || true
	fi
	if [ "$(ls -A "$data/applications" 2>/dev/null)" = mimeinfo.cache ]; then
		rm -f "$data/applications/mimeinfo.cache"
	fi
}

case $action in
install) put ;;
uninstall) take ;;
esac
