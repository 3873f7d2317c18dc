# site.sh: what the browser gets: the WebAssembly module in three builds, each also with what real checkpoints need, the package made
# of them, the site made with it.

build_package() {
  local build
  for build in $wasm_builds; do compile "$build" engine checkpoint_engine; done
  make_excerpt # figures of the package read it
  node web/engine/build-package.mjs >&2
}

build_site() {
  npm --prefix web run --silent site >&2
  npm --prefix web run --silent lms >&2
  build_single
}

# Each lesson, each figure and the exercises as one file: some ten seconds.
build_single() {
  npm --prefix web run --silent single >&2
}

serve() {
  [ -f build/site/index.html ] || fail "there is no build/site/ to serve: run ./build.sh build first"
  node web/course/serve.mjs build/site
}

run_benchmarks() { # [--only=small|gpt2|pages] [--rounds=N]
  local build
  build_package
  if [[ $* != *--only=pages* ]]; then
    for build in native $wasm_builds; do compile "$build" kernels_bench; done
    # shellcheck disable=SC2086
    node $simd_flags tests/bench/run.mjs "$@"
  fi
  [[ $* == *--only* && $* != *--only=pages* ]] || bench_pages
}

# How soon a lesson can be used on a slow machine, where there is a browser to measure in.
bench_pages() {
  local browser
  browser=$(find_browser) || { say "bench: no browser here, so the pages are not measured"; return; }
  build_site
  WHEREABOUTS_CHROMIUM=$browser node tests/bench/pages.mjs
}
