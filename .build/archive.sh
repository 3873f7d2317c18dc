# archive.sh: a private apt that reads Debian 13's signed archive without root and without touching this machine's own:
# own sources, lists, cache and an empty list of installed packages. What it fetches is checked against the signed index.

archive_release=trixie
archive_folder=

archive_keyring() {
  local keyring
  for keyring in /usr/share/keyrings/debian-archive-keyring.{gpg,pgp}; do
    [ -r "$keyring" ] && printf '%s\n' "$keyring" && return
  done
  return 1
}

# The addresses this machine's apt uses already, a plain archive before a security or third party's one. They are listed even
# when its lists were never fetched, and whichever way its sources are written.
archive_addresses() {
  apt-get indextargets --no-release-info --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | sort -u |
    awk '{ print (/\/debian\/?$/ ? 0 : /security/ ? 2 : 1), $0 }' | sort -s -k 1,1 | cut -d ' ' -f 2-
}

archive_open() {
  [ -z "$archive_folder" ] || return 0
  local keyring address folder=$cache/apt
  keyring=$(archive_keyring) || fail "debian-archive-keyring is missing; install that package"
  rm -rf "$folder"
  mkdir -p "$folder/state/lists/partial" "$folder/cache/archives/partial"
  : >"$folder/status"
  # Read after the machine's own settings, so that its proxies and certificates hold, but none of its sources or hooks.
  cat >"$folder/apt.conf" <<CONF
Dir::Etc::sourcelist "$folder/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State "$folder/state";
Dir::State::status "$folder/status";
Dir::Cache "$folder/cache";
Acquire::Languages "none";
Acquire::Retries "3";
APT::Architecture "amd64";
APT::Architectures "amd64";
APT::Sandbox::User "root";
APT::Get::AllowUnauthenticated "false";
APT::Update::Error-Mode "any";
APT::Default-Release "";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
CONF
  while read -r address; do
    printf "deb [signed-by=$keyring] %s $archive_release main\ndeb-src [signed-by=$keyring] %s $archive_release main\n" \
      "$address" "$address" >"$folder/sources.list"
    if apt-get -qq -c "$folder/apt.conf" update >"$folder/log" 2>&1 </dev/null &&
      apt-cache -c "$folder/apt.conf" show emscripten >/dev/null 2>&1; then
      archive_folder=$folder
      return
    fi
    sed 's/^/setup: /' "$folder/log" >&2
  done < <(archive_addresses)
  fail "no archive that this machine's apt knows holds Debian's release '$archive_release' (or the network fails, see above)"
}

archive_close() { rm -rf "$cache/apt"; }

# archive_get FOLDER PACKAGE...: fetches packages into a folder.
archive_get() {
  local folder=$1
  shift
  mkdir -p "$folder"
  (cd "$folder" && apt-get -qq -c "$archive_folder/apt.conf" download "$@") >&2
}

# archive_closure PATTERN PACKAGE...: those packages that match PATTERN among what installing PACKAGEs on an empty system needs.
archive_closure() {
  local pattern=$1
  shift
  apt-get -qq -c "$archive_folder/apt.conf" -s install --no-install-recommends "$@" |
    awk '$1 == "Inst" { print $2 }' | grep -E "^($pattern)$"
}

# unpack PACKAGES INTO: leaves out what no build reads, above all Emscripten's library variants for dynamic linking and LTO.
unpack() {
  local package sysroot=./usr/share/emscripten/cache/sysroot/lib/wasm32-emscripten
  mkdir -p "$2"
  for package in "$1"/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$2" --no-same-owner \
      --exclude=./usr/share/doc --exclude=./usr/share/man --exclude=./usr/share/locale --exclude='./usr/lib/*/gconv' \
      --exclude=./usr/share/emscripten/test --exclude=./usr/share/emscripten/docs \
      --exclude=$sysroot/pic --exclude=$sysroot/lto-pic --exclude=$sysroot/lto
  done
}

# adopt ROOT PROGRAM...: lets programs of a newer system, unpacked below ROOT, run here: with the loader and the libraries
# unpacked beside them, written into the program itself, so that it still knows its own path (which Node and clang start
# again). The loader falls back to this machine's libraries without a word: so that none is taken from there is checked.
adopt() {
  local root=$1 program foreign
  local libraries=$root/usr/lib/x86_64-linux-gnu
  local loader=$libraries/ld-linux-x86-64.so.2
  shift
  for program in "$libraries"/*.so*; do # a library's own search path would replace the program's
    if [ ! -L "$program" ] && [ -n "$(patchelf "$root" --print-rpath "$program" 2>/dev/null)" ]; then
      patchelf "$root" --remove-rpath "$program"
    fi
  done
  for program; do
    program=$(readlink -f "$program") || fail "a program expected in Debian's packages is not there"
    patchelf "$root" --set-interpreter "$loader" --force-rpath --set-rpath "$libraries" "$program"
    foreign=$("$loader" --list "$program" 2>&1 | grep -vF -e " => $libraries/" -e "$loader" -e linux-vdso || true)
    [ -z "$foreign" ] || fail "$program lacks a private library: $foreign"
  done
}

# patchelf ROOT ARGUMENT...: the one unpacked below ROOT.
patchelf() {
  local libraries=$1/usr/lib/x86_64-linux-gnu program=$1/usr/bin/patchelf
  shift
  "$libraries/ld-linux-x86-64.so.2" --library-path "$libraries" "$program" "$@"
}
