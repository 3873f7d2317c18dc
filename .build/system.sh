# system.sh: programs that any distribution has in a version that serves. With root's rights apt-get installs what is missing;
# without them, everything missing is named in one message.

# program : Debian's package. Emscripten is written in Python; npm trusts the certificates that openssl knows.
system_programs="cmake:cmake ninja:ninja-build c++:g++ python3:python3 openssl:ca-certificates"
cmake_needed=3.25

setup_system() { # [browser | formatter]
  local entry program extra missing=() packages=()
  case ${1-} in
    browser) extra="chromium:chromium firefox-esr:firefox-esr WebKitWebDriver:webkit2gtk-driver Xvfb:xvfb" ;;
    formatter) extra=clang-format:clang-format ;;
    *) extra= ;;
  esac
  for entry in $system_programs $extra; do
    program=${entry%%:*}
    [ "$program" = chromium ] && find_browser >/dev/null && continue
    [ "$program" = firefox-esr ] && find_firefox >/dev/null && continue
    [ "$program" = WebKitWebDriver ] && find_webkit >/dev/null && continue
    has "$program" && continue
    missing+=("$program")
    packages+=("${entry#*:}")
  done
  if [ ${#missing[@]} != 0 ]; then install_packages; fi
  at_least "$(cmake --version | sed -n '1s/[^0-9]*//p')" "$cmake_needed" ||
    fail "CMake $cmake_needed or newer is needed, $(command -v cmake) is older. Put a newer one on PATH"
}

# Reads `missing` and `packages` of its caller.
install_packages() {
  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    has sudo && sudo -n true 2>/dev/null && as_root=(sudo -n)
  fi
  if ! has apt-get || { [ "$(id -u)" != 0 ] && [ ${#as_root[@]} = 0 ]; }; then
    fail "missing on this machine: ${missing[*]}. Install them and run this again" \
      "(on Debian: sudo apt-get install ${packages[*]})"
  fi
  say "setup: installing ${packages[*]}"
  # Only what is missing; an installed package is not upgraded for its own sake. The lists may never have been fetched.
  local install log
  install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y
    -o Dpkg::Use-Pty=0 install --no-install-recommends --no-upgrade "${packages[@]}")
  log=$(mktemp)
  "${install[@]}" >"$log" 2>&1 ||
    { "${as_root[@]}" apt-get -qq update >"$log" 2>&1 && "${install[@]}" >>"$log" 2>&1; } ||
    {
      cat "$log" >&2
      fail "apt-get could not install ${packages[*]}"
    }
  rm -f "$log"
}

# The browser that the tests drive: Chromium's own command or one that WHEREABOUTS_CHROMIUM names.
find_browser() {
  local name
  for name in ${WHEREABOUTS_CHROMIUM:+"$WHEREABOUTS_CHROMIUM"} chromium chromium-browser google-chrome; do
    command -v "$name" && return
  done
  return 1
}

find_firefox() {
  local name
  for name in ${WHEREABOUTS_FIREFOX:+"$WHEREABOUTS_FIREFOX"} firefox-esr firefox; do
    command -v "$name" && return
  done
  return 1
}

# The driver of WebKitGTK, which starts the browser it was built with. That needs a display, so Xvfb makes one.
find_webkit() { command -v "${WHEREABOUTS_WEBKIT:-WebKitWebDriver}"; }
