# libraries.sh: sources of the C++ libraries, the same for every compiler. Sets `libraries`: include/ holds xsimd/, nlohmann/ and
# CLI/ and nothing else (Emscripten's own headers break where all of /usr/include is on its path), catch2/ the tests' library.

setup_libraries() {
  if can_fetch; then
    make_private libraries 1 make_libraries
    libraries=$cache/libraries
  else
    libraries=$root/build/libraries
    link_libraries
  fi
}

make_libraries() {
  local folder=$1 unpacked=$1/unpacked
  archive_open
  archive_get "$folder/packages" libxsimd-dev nlohmann-json3-dev libcli11-dev
  unpack "$folder/packages" "$unpacked"
  mkdir -p "$folder/include" "$folder/catch2"
  mv "$unpacked/usr/include/xsimd" "$unpacked/usr/include/nlohmann" "$unpacked/usr/include/CLI" "$folder/include/"
  # A binary package would hold Catch2 compiled for another C++ library; its source archive has all of it in two files.
  (cd "$folder/packages" && apt-get -qq -c "$archive_folder/apt.conf" source --download-only catch2) >&2
  tar -xf "$folder"/packages/catch2_3.*.orig.tar.gz -C "$folder/catch2" --strip-components=2 \
    --wildcards '*/extras/catch_amalgamated.*'
  rm -rf "$folder/packages" "$unpacked"
}

# Where there is no Debian archive: links to what the system has, if it is new enough.
link_libraries() {
  local folder header missing=
  mkdir -p "$libraries/include" "$libraries/catch2"
  for header in xsimd/xsimd.hpp nlohmann/json.hpp CLI/CLI.hpp; do
    for folder in /usr/local/include /opt/homebrew/include /usr/include; do
      [ -r "$folder/$header" ] && ln -sfn "$folder/${header%/*}" "$libraries/include/${header%/*}" && break
    done
    [ -r "$libraries/include/$header" ] || missing+=" <$header>"
  done
  if [ -r "$libraries/include/xsimd/config/xsimd_config.hpp" ]; then
    awk '/define XSIMD_VERSION_MAJOR/ { exit !($3 >= 13) }' "$libraries/include/xsimd/config/xsimd_config.hpp" ||
      missing+=" xsimd-13-or-newer"
  fi
  for folder in ${WHEREABOUTS_CATCH2:+"$WHEREABOUTS_CATCH2"} /usr/local/share/catch2 /usr/share/catch2; do
    [ -r "$folder/catch_amalgamated.cpp" ] && ln -sf "$folder"/catch_amalgamated.?pp "$libraries/catch2/" && break
  done
  [ -r "$libraries/catch2/catch_amalgamated.cpp" ] ||
    missing+=" catch_amalgamated.cpp (Catch2 3: its folder in WHEREABOUTS_CATCH2)"
  [ -z "$missing" ] || fail "missing libraries:$missing. Install xsimd 13, nlohmann-json, CLI11 and Catch2 3, then run this again"
}
