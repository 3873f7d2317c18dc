# site.sh: what the browser gets: the WebAssembly module in three builds, the package made of them, the site made with it.

has_package() { [ -f src/bindings/bindings.cpp ] && [ -f web/engine/build-package.mjs ]; }
has_site() { [ -f web/course/build.js ]; }

build_package() {
  local build
  has_package || fail "there is no package to build: src/bindings/bindings.cpp or web/engine/build-package.mjs is missing"
  for build in $wasm_builds; do compile "$build" engine; done
  node web/engine/build-package.mjs >&2
}

build_site() {
  has_site || fail "there is no site to build: web/course/build.js is missing"
  npm --prefix web run --silent site >&2
}

serve() {
  [ -f build/site/index.html ] || fail "there is no build/site/ to serve: run ./build.sh build first"
  node web/course/serve.mjs build/site
}

run_benchmarks() {
  local build
  build_package
  for build in native $wasm_builds; do compile "$build" kernels_bench; done
  # shellcheck disable=SC2086
  node $simd_flags tests/bench/run.mjs
}
