# node.sh: Node with npm from PATH, or a private one put first on PATH.

node_needed=20.16 # as web/package.json says

setup_node() {
  if has node && has npm && at_least "$(node --version | tr -d v)" "$node_needed"; then return; fi
  can_fetch || fail "Node $node_needed or newer with npm is missing on PATH, and a private one can only be fetched on amd64 with" \
    "Debian's apt and debian-archive-keyring. Install Node, then run this again"
  make_private node 1 make_node
  PATH=$cache/node/root/usr/bin:$PATH
}

make_node() {
  local folder=$1 root=$1/root modules
  local libraries=$root/usr/lib/x86_64-linux-gnu
  archive_open
  # npm is a few hundred small packages of JavaScript; what it needs beside them (Python, compilers) is for building addons.
  modules=$(archive_closure 'npm|node-.*' nodejs npm)
  # shellcheck disable=SC2086
  archive_get "$folder/packages" $modules nodejs libnode115 patchelf libc6 libgcc-s1 libstdc++6 zlib1g libbrotli1 libcares2 \
    libicu76 libnghttp2-14 libssl3t64 libuv1t64 libzstd1
  unpack "$folder/packages" "$root"
  rm -rf "$folder/packages"
  c++ -std=c++20 -O2 -shared -fPIC "-DPRIVATE_ROOT=\"$root\"" .build/node_builtins.cpp -o "$libraries/libnode-builtins.so"
  patchelf "$root" --add-needed libnode-builtins.so "$root/usr/bin/node"
  adopt "$root" "$root/usr/bin/node"
  ln -sfn . "$root/usr/share/nodejs/node_modules" # npm's packages lie beside each other there, not in a node_modules
  PATH=$root/usr/bin:$PATH npm --version >/dev/null || fail "the private Node in $folder does not work on this machine"
}

# Flags that Node needs for the relaxed SIMD build, none where it has that switched on. The module uses i8x16.relaxed_swizzle.
relaxed_simd_flags() {
  local flag=--experimental-wasm-relaxed-simd
  local module='[0,97,115,109,1,0,0,0,1,5,1,96,0,1,123,3,2,1,0,10,15,1,13,0,65,1,253,15,65,2,253,15,253,128,2,11]'
  local validate="process.exit(WebAssembly.validate(new Uint8Array($module)) ? 0 : 1)"
  node -e "$validate" && return
  node "$flag" -e "$validate" 2>/dev/null || fail "this Node ($(node --version)) has no relaxed SIMD, even with $flag"
  printf '%s\n' "$flag"
}
