# test.sh: every test, a section per runner; each says itself how many of its tests passed. The first section with a failure ends the run.

passed=0
failed=0
running_process= # of the Catch2 tests that run beside the next build's compiling

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
  end_catch2
  start_catch2 "Native under AddressSanitizer and UndefinedBehaviorSanitizer" sanitize build/sanitize/whereabouts_tests
  for build in $wasm_builds; do
    section "WebAssembly, $build: compiling"
    compile "$build"
    end_catch2
    # shellcheck disable=SC2086
    start_catch2 "WebAssembly in Node, $build" "$build" node $simd_flags "build/$build/whereabouts_tests.js"
  done

  section "Package and site"
  build_package
  build_site
  end_catch2

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

  section "Browser (Puppeteer, $(find_firefox))"
  WHEREABOUTS_FIREFOX=$(find_firefox) node_tests firefox

  section "Browser (WebDriver, $(find_webkit))"
  WHEREABOUTS_WEBKIT=$(find_webkit) node_tests webkit
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
# as one failure.
count() {
  local failures=$2
  if [ "$2" = 0 ] && { [ "$3" != 0 ] || [ "$1" = 0 ]; }; then
    echo "The runner ended with status $3 after $1 passed tests and named no failed one."
    failures=1
  fi
  passed=$((passed + $1))
  failed=$((failed + failures))
  [ "$failures" = 0 ] || exit 1
}

# One at a time runs beside what follows; what it prints stands in a file until it ends.
start_catch2() { # TITLE NAME COMMAND...
  running_title=$1
  running=$2
  shift 2
  rm -f "build/reports/$running.xml"
  "$@" --reporter compact --reporter "xml::out=build/reports/$running.xml" --rng-seed 1 \
    >"build/reports/$running.log" 2>&1 </dev/null &
  running_process=$!
}

end_catch2() {
  local status=0 totals
  wait "$running_process" || status=$?
  running_process=
  section "$running_title (Catch2)"
  cat "build/reports/$running.log"
  totals=$(grep -o '<OverallResultsCases [^>]*>' "build/reports/$running.xml" 2>/dev/null || true)
  # A skipped test or one expected to fail has not passed.
  count "$(attribute successes "$totals")" \
    $(($(attribute failures "$totals") + $(attribute expectedFailures "$totals") + $(attribute skips "$totals"))) "$status"
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
  local report=build/reports/$1.tap status=0 files=()
  mapfile -t files < <(find "tests/$1" -name '*.test.*js' 2>/dev/null | sort)
  [ ${#files[@]} != 0 ] || fail "there are no tests in tests/$1"
  # shellcheck disable=SC2086
  node $simd_flags --test "${@:2}" --test-reporter=spec --test-reporter-destination=stdout \
    --test-reporter=tap --test-reporter-destination="$report" "${files[@]}" || status=$?
  count "$(tap pass "$report")" $(($(tap fail "$report") + $(tap cancelled "$report") + $(tap skipped "$report") + \
    $(tap todo "$report"))) "$status"
}

tap() {
  local value
  value=$(sed -n "s/^# $1 \([0-9]*\)$/\1/p" "$2" | tail -n 1)
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
