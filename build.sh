#!/usr/bin/env bash
# build.sh: every command of the project. The steps themselves stand in .build/, one file a noun: a dot folder, since set-up
# is neither source, page, test nor lesson, and a reader of those should not have to pass by it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$PWD
for part in common system archive node nginx emscripten libraries npm texts compile site test; do
  # shellcheck source=/dev/null
  source ".build/$part.sh"
done

usage() {
  cat <<'HELP'
./build.sh [command]

  (none)    set up what is missing, build, serve the lessons and print their address
  setup     fetch what is missing: compilers, libraries, npm packages
  build     set up and build everything below build/: site, package, native library and tests
  test      set up and run every test: native, sanitizers, WebAssembly in Node, JavaScript, a browser
  bench     measure speed, beside other libraries: --only=small, gpt2 (a network of GPT-2 small's shape) or pages; --rounds=3
  train     train the lessons' language models again, into lessons/models/: some minutes. Options go to the program:
            --encoding rope --seed 2 --steps 500; with --text FILE on any text, into build/models/ or --out FOLDER
  experiments  repeat the experiments natively and show the numbers beside the references: --only A1, --seeds 3;
            the language models, D, only with --text FILE
  text      fetch the novels that the models learn from and print where they are
  package   set up and build only build/package/, the ES-module package
  serve     serve what is built, without building
  format    format the C++ and JavaScript sources
  clean     remove build/ (fetched tools stay in the cache folder)
  help      this text

WHEREABOUTS_PORT  port of 'serve' (default: 8080 or the next free one)
XDG_CACHE_HOME    where private tools are kept (default: ~/.cache); they go into its folder 'whereabouts'
HELP
}

# Not 'setup && build_all': on the left of && bash goes on after an error inside.
case ${1-} in
  '')
    setup
    build_all
    serve
    ;;
  setup) setup browser ;;
  build)
    setup
    build_all
    ;;
  test)
    setup browser
    setup_nginx
    run_tests
    ;;
  bench)
    setup
    run_benchmarks "${@:2}"
    ;;
  package)
    setup
    build_package
    ;;
  serve)
    setup_node
    serve
    ;;
  format)
    setup formatter
    format_sources
    ;;
  clean) rm -rf build CMakeUserPresets.json ;;
  help | -h | --help) usage ;;
  train)
    setup
    train "${@:2}"
    ;;
  experiments)
    setup
    run_experiments "${@:2}"
    ;;
  text)
    setup_node
    setup_novels
    printf '%s\n' "$novels"
    ;;
  *)
    usage >&2
    fail "there is no command '$1'"
    ;;
esac
