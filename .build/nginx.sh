# nginx.sh: the web server that the sample for it is tried with. Sets `nginx`. The system's where there is one, otherwise a private
# one: Debian's package would start serving on this machine as soon as it is installed.

setup_nginx() {
  nginx=$(PATH=$PATH:/usr/sbin:/usr/local/sbin command -v nginx || true)
  [ -z "$nginx" ] || return 0
  can_fetch || fail "nginx is missing, and a private one can only be fetched on amd64 with Debian's apt and" \
    "debian-archive-keyring. Install nginx, then run this again"
  make_private nginx 1 make_nginx
  nginx=$cache/nginx/root/usr/sbin/nginx
}

make_nginx() {
  local folder=$1 root=$1/root
  archive_open
  archive_get "$folder/packages" nginx patchelf libc6 libgcc-s1 libstdc++6 libcrypt1 libpcre2-8-0 libssl3t64 libzstd1 zlib1g
  unpack "$folder/packages" "$root"
  rm -rf "$folder/packages"
  adopt "$root" "$root/usr/sbin/nginx"
  "$root/usr/sbin/nginx" -v 2>/dev/null || fail "the private nginx in $folder does not work on this machine"
}
