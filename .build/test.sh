# test.sh: every test, a section per runner; each says itself how many of its tests passed. The first section with a failure ends the run.

passed=0
failed=0
running_process= # of the tests that run beside something else

run_tests() {
  local build
  trap finish EXIT
  mkdir -p build/reports
  # Compiling fills every core, running one: each build's tests run while the next build is compiled.
  section "Native: compiling"
  compile native
  start_catch2 "Native" native build/native/whereabouts_tests
  section "Native under AddressSanitizer and UndefinedBehaviorSanitizer: compiling"
  compile sanitize whereabouts_tests
  end_beside
  start_catch2 "Native under AddressSanitizer and UndefinedBehaviorSanitizer" sanitize build/sanitize/whereabouts_tests
  for build in $wasm_builds; do
    section "WebAssembly, $build: compiling"
    compile "$build"
    end_beside
    # shellcheck disable=SC2086
    start_catch2 "WebAssembly in Node, $build" "$build" node $simd_flags "build/$build/whereabouts_tests.js"
  done

  section "Package and site"
  build_package
  build_site
  end_beside

  section "JavaScript types and style"
  checks

  # Node runs one file fewer than there are cores; these do not wait for a browser, so every core can have one.
  section "JavaScript (node --test)"
  node_tests javascript "--test-concurrency=$(nproc)"

  section "WebAssembly module and package in Node (node --test)"
  node_tests wasm "--test-concurrency=$(nproc)"

  section "Static hosting ($nginx)"
  WHEREABOUTS_NGINX=$nginx node_tests hosting

  section "Browser (Playwright, $(find_browser))"
  browser_tests

  # A browser that is driven step by step takes one core.
  WHEREABOUTS_FIREFOX=$(find_firefox) start_node_tests "Browser (Puppeteer, $(find_firefox))" firefox
  section "Browser (WebDriver, $(find_webkit))"
  WHEREABOUTS_WEBKIT=$(find_webkit) node_tests webkit
  end_beside
}

section() { printf '\n=== %s\n' "$1"; }

# The end of every run, also of one that an error in building ended.
finish() {
  local status=$?
  [ -z "$running_process" ] || kill "$running_process" 2>/dev/null || true
  if [ "$status" != 0 ] && [ "$failed" = 0 ]; then
    echo "The section above could not be built or run (status $status)."
    failed=1
  fi
  printf '\n%d passed, %d failed\n' "$passed" "$failed"
  exit $((failed != 0))
}

# count PASSED FAILED STATUS: adds a runner's numbers. A runner that fails or runs nothing without naming a failed test counts
# as one failure. Before a failure ends the run, what runs beside it has its say.
count() {
  local failures=$2
  if [ "$2" = 0 ] && { [ "$3" != 0 ] || [ "$1" = 0 ]; }; then
    echo "The runner ended with status $3 after $1 passed tests and named no failed one."
    failures=1
  fi
  passed=$((passed + $1))
  failed=$((failed + failures))
  [ "$failures" != 0 ] || return 0
  [ -z "$running_process" ] || end_beside
  exit 1
}

# One at a time runs beside what follows; what it prints stands in a file until it ends.
start_beside() { # TITLE NAME HOW-IT-IS-COUNTED COMMAND...
  running_title=$1
  running=$2
  running_counted=$3
  "${@:4}" >"build/reports/$running.log" 2>&1 </dev/null &
  running_process=$!
}

end_beside() {
  local status=0
  wait "$running_process" || status=$?
  running_process=
  section "$running_title"
  cat "build/reports/$running.log"
  "$running_counted" "$running" "$status"
}

start_catch2() { # TITLE NAME COMMAND...
  rm -f "build/reports/$2.xml"
  start_beside "$1 (Catch2)" "$2" count_catch2 \
    "${@:3}" --reporter compact --reporter "xml::out=build/reports/$2.xml" --rng-seed 1
}

count_catch2() { # NAME STATUS
  local totals
  totals=$(grep -o '<OverallResultsCases [^>]*>' "build/reports/$1.xml" 2>/dev/null || true)
  # A skipped test or one expected to fail has not passed.
  count "$(attribute successes "$totals")" \
    $(($(attribute failures "$totals") + $(attribute expectedFailures "$totals") + $(attribute skips "$totals"))) "$2"
}

attribute() {
  local value
  value=$(sed -n "s/.* $1=\"\([0-9]*\)\".*/\1/p" <<<"$2")
  printf '%s\n' "${value:-0}"
}

checks() { # beside one another; each says its own when all before it have
  local script status processes=()
  for script in check lint format:check; do
    npm --prefix web run --silent "$script" >"build/reports/${script/:/-}.log" 2>&1 </dev/null &
    processes+=($!)
  done
  for script in check lint format:check; do
    status=0
    wait "${processes[0]}" || status=$?
    processes=("${processes[@]:1}")
    cat "build/reports/${script/:/-}.log"
    count $((status == 0)) $((status != 0)) "$status"
  done
}

node_tests() { # FOLDER below tests/, OPTIONS of node
  local status=0 command
  node_command "$@"
  "${command[@]}" || status=$?
  count_node "$1" "$status"
}

start_node_tests() { # TITLE FOLDER OPTIONS
  local command
  node_command "${@:2}"
  start_beside "$1" "$2" count_node "${command[@]}"
}

# Sets `command` of its caller.
node_command() { # FOLDER OPTIONS
  local report=build/reports/$1.tap files=()
  mapfile -t files < <(find "tests/$1" -name '*.test.*js' 2>/dev/null | sort)
  [ ${#files[@]} != 0 ] || fail "there are no tests in tests/$1"
  rm -f "$report"
  # shellcheck disable=SC2206
  command=(node $simd_flags --test "${@:2}" --test-reporter=spec --test-reporter-destination=stdout
    --test-reporter=tap --test-reporter-destination="$report" "${files[@]}")
}

count_node() { # FOLDER STATUS
  local report=build/reports/$1.tap
  count "$(tap pass "$report")" $(($(tap fail "$report") + $(tap cancelled "$report") + $(tap skipped "$report") + \
    $(tap todo "$report"))) "$2"
}

tap() {
  local value
  value=$(sed -n "s/^# $1 \([0-9]*\)$/\1/p" "$2" 2>/dev/null | tail -n 1 || true)
  printf '%s\n' "${value:-0}"
}

browser_tests() {
  local report=$root/build/reports/browser.json status=0
  rm -f "$report"
  WHEREABOUTS_CHROMIUM=$(find_browser) PLAYWRIGHT_JSON_OUTPUT_FILE=$report \
    node web/node_modules/@playwright/test/cli.js test --config tests/browser/playwright.config.js --reporter list,json || status=$?
  count "$(stat expected "$report")" $(($(stat unexpected "$report") + $(stat flaky "$report") + $(stat skipped "$report"))) "$status"
}

stat() {
  node -e 'try { console.log(JSON.parse(require("fs").readFileSync(process.argv[2])).stats[process.argv[1]]) } catch { console.log(0) }' "$1" "$2"
}
