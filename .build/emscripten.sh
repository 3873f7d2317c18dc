# emscripten.sh: finds an Emscripten that is new enough, or unpacks a private one. Sets `emscripten`, the folder of emcc.

emscripten_needed=3.1.69

setup_emscripten() {
  local found
  if has emcc && at_least "$(emscripten_version "$(command -v emcc)")" "$emscripten_needed"; then
    found=$(dirname "$(readlink -f "$(command -v emcc)")")
    if probe_remembered "$found"; then
      emscripten=$found
      return
    fi
  fi
  can_fetch || fail "Emscripten $emscripten_needed or newer, able to link with -O2 -msimd128 -lembind, is missing on PATH, and a" \
    "private one can only be fetched on amd64 with Debian's apt and debian-archive-keyring. Install Emscripten (its emsdk" \
    "does), then run this again"
  make_private emscripten 1 make_emscripten
  emscripten=$cache/emscripten/root/usr/share/emscripten
  configure_emscripten
}

emscripten_version() { "$1" --version 2>/dev/null | sed -n '1s/.* \([0-9][0-9.]*[0-9]\).*/\1/p'; }

# Some packages of Emscripten print a version and then cannot link. A build with what this project needs tells; it takes
# seconds, so its success is remembered for as long as compiler and version stay the same.
probe_remembered() {
  local stamp
  stamp="$1 $(emscripten_version "$1/emcc")"
  [ "$(cat "$cache/emscripten-probed" 2>/dev/null)" = "$stamp" ] && return
  say "setup: trying $1/emcc"
  probe_emscripten "$1" || { say "setup: it cannot build a program with -O2 -msimd128 -lembind"; return 1; }
  mkdir -p "$cache"
  printf '%s\n' "$stamp" >"$cache/emscripten-probed"
}

probe_emscripten() {
  local folder status=0
  folder=$(mktemp -d)
  cat >"$folder/probe.cpp" <<'CPP'
#include <emscripten/bind.h>
#include <wasm_simd128.h>

#include <cstdio>

float sum(float x) {
  const v128_t lanes = wasm_f32x4_add(wasm_f32x4_splat(x), wasm_f32x4_make(1, 2, 3, 4));
  return wasm_f32x4_extract_lane(lanes, 0) + wasm_f32x4_extract_lane(lanes, 3);
}

EMSCRIPTEN_BINDINGS(probe) { emscripten::function("sum", &sum); }

int main() { std::printf("%.0f\n", sum(2)); }
CPP
  "$1/em++" -std=c++20 -O2 -msimd128 -lembind "$folder/probe.cpp" -o "$folder/probe.js" >&2 &&
    [ "$(node "$folder/probe.js")" = 9 ] || status=1
  rm -rf "$folder"
  return $status
}

make_emscripten() {
  local folder=$1 root=$1/root
  local llvm=$root/usr/lib/llvm-19/bin
  archive_open
  archive_get "$folder/packages" emscripten node-acorn patchelf binaryen \
    clang-19 libclang-common-19-dev libclang-cpp19 libllvm19 lld-19 llvm-19 \
    libc6 libgcc-s1 libstdc++6 libffi8 libedit2 libz3-4 zlib1g libzstd1 libxml2 libtinfo6 libbsd0 libmd0 liblzma5
  unpack "$folder/packages" "$root"
  rm -rf "$folder/packages"
  adopt "$root" "$llvm"/{clang,lld,llvm-ar,llvm-nm,llvm-objcopy,llvm-dwarfdump,llvm-dwp,llvm-cxxfilt} \
    "$root"/usr/bin/{wasm-{opt,metadce,ctor-eval,emscripten-finalize,split,as,dis},wasm2js}
  # The optimiser's JavaScript imports acorn, which only Debian's own Node looks for in /usr/share/nodejs.
  ln -sfn ../nodejs "$root/usr/share/emscripten/node_modules"
  emscripten=$root/usr/share/emscripten configure_emscripten
  probe_emscripten "$root/usr/share/emscripten" || fail "the private Emscripten in $folder does not work on this machine"
}

# Emscripten finds the settings that lie beside it. Node may be another one in the next run. FROZEN_CACHE: the libraries are
# there, built; without it they would all be built again into an empty cache.
configure_emscripten() {
  local root=${emscripten%/usr/share/emscripten} settings
  settings=$(printf "LLVM_ROOT = '%s'\nBINARYEN_ROOT = '%s'\nNODE_JS = '%s'\nFROZEN_CACHE = True\n" \
    "$root/usr/lib/llvm-19/bin" "$root/usr" "$(command -v node)")
  export EM_CONFIG=$emscripten/.emscripten
  unset EM_CACHE
  [ "$(cat "$EM_CONFIG" 2>/dev/null)" = "$settings" ] || printf '%s\n' "$settings" >"$EM_CONFIG"
}
