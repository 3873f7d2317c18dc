# npm.sh: the JavaScript packages of web/, exactly those of its lock file.

setup_npm() {
  [ -f web/package.json ] || return 0
  local stamp
  stamp=$(cat web/package-lock.json web/package.json | cksum)
  [ "$(cat web/node_modules/.complete 2>/dev/null)" = "$stamp" ] && return
  say "setup: installing npm packages in web/node_modules"
  # The browser tests drive the system's Chromium: no package may fetch a browser of its own.
  (cd web && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 PUPPETEER_SKIP_DOWNLOAD=1 npm ci --no-audit --no-fund --loglevel=error >/dev/null) ||
    fail "npm ci failed in web/"
  printf '%s\n' "$stamp" >web/node_modules/.complete
}
