# compile.sh: set-up as a whole, and the C++ builds. A build folder is named after its preset (.build/presets.json).

wasm_builds="relaxed-simd simd scalar" # best first

setup() { # [browser | formatter]
  setup_system "${1-}"
  setup_node
  setup_libraries
  setup_emscripten
  setup_npm
  describe_machine
}

# Sets `simd_flags`, and says where this machine has its tools, in presets that CMake and editors read too: .build/presets.json includes
# build/machine.json. CMakePresets.json itself would stand at the top level, where only what readers want belongs.
describe_machine() {
  local emulator
  emulator=$(command -v node)
  simd_flags=$(relaxed_simd_flags)
  mkdir -p build
  write_changed CMakeUserPresets.json '{ "version": 6, "include": [".build/presets.json"] }'
  write_changed build/machine.json "{
  \"version\": 6,
  \"configurePresets\": [
    {
      \"name\": \"machine\",
      \"hidden\": true,
      \"cacheVariables\": {
        \"WHEREABOUTS_INCLUDE\": \"$libraries/include\",
        \"WHEREABOUTS_CATCH2\": \"$libraries/catch2\"
      }
    },
    {
      \"name\": \"machine-wasm\",
      \"hidden\": true,
      \"inherits\": \"machine\",
      \"toolchainFile\": \"$emscripten/cmake/Modules/Platform/Emscripten.cmake\",
      \"cacheVariables\": {
        \"CMAKE_CROSSCOMPILING_EMULATOR\": \"$emulator\",
        \"WHEREABOUTS_RELAXED_SIMD_FLAGS\": \"$simd_flags\"
      }
    }
  ]
}"
}

write_changed() { [ "$(cat "$1" 2>/dev/null)" = "$2" ] || printf '%s\n' "$2" >"$1"; }

# compile PRESET [TARGET...]: configures where the settings are new, then lets Ninja build what changed.
compile() {
  local preset=$1 settings targets=()
  shift
  [ $# = 0 ] || targets=(--target "$@")
  settings=$(cat build/machine.json .build/presets.json | cksum)
  if [ "$(cat "build/$preset/.settings" 2>/dev/null)" != "$settings" ]; then
    mkdir -p "build/$preset"
    cmake --preset "$preset" --fresh >"build/$preset/configure.log" 2>&1 || {
      cat "build/$preset/configure.log" >&2
      fail "CMake could not configure '$preset'"
    }
    printf '%s\n' "$settings" >"build/$preset/.settings"
  fi
  cmake --build "build/$preset" "${targets[@]}" >&2
}

build_all() {
  build_package
  build_site
  compile native
}

format_sources() {
  git ls-files -z -- '*.cpp' '*.hpp' | xargs -0 clang-format -i
  [ ! -f web/package.json ] || npm --prefix web run format
}
