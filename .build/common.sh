# common.sh: what every step uses. Sourced by build.sh, which sets `root`, the project's folder.

cache=${XDG_CACHE_HOME:-$HOME/.cache}/whereabouts # tools that no package of this system provides

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "build.sh: $*"
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# at_least 20.1 20: whether a dotted version is not older than another.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# The private tools are amd64 programs out of Debian's archive, fetched by apt.
can_fetch() { has apt-get && has dpkg && [ "$(dpkg --print-architecture)" = amd64 ] && archive_keyring >/dev/null; }

# make_private NAME REVISION FUNCTION: fills the folder $cache/NAME by calling FUNCTION with it, unless it is whole already.
# The stamp is written last, so an interrupted run is done again from its start. It holds the folder's own path too: the tools
# have absolute paths inside and cannot be moved. Raise REVISION when FUNCTION makes something else.
make_private() {
  local name=$1 folder=$cache/$1 stamp="$2 $cache/$1"
  [ "$(cat "$folder/.complete" 2>/dev/null)" = "$stamp" ] && return
  mkdir -p "$cache"
  (
    flock 9 # two builds at once: the second waits, then finds the folder made
    [ "$(cat "$folder/.complete" 2>/dev/null)" = "$stamp" ] && exit
    trap archive_close EXIT
    say "setup: making a private $name in $folder"
    rm -rf "$folder"
    mkdir -p "$folder"
    "$3" "$folder"
    printf '%s\n' "$stamp" >"$folder/.complete"
  ) 9>"$cache/lock"
}
