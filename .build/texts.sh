# texts.sh: the text that the language models learn from, out of Debian's archive, and the excerpt that the pages evaluate them on.

# Sets `novels`, Jane Austen's six as one file. Fails where the package cannot be had.
setup_novels() {
  can_fetch || fail "the novels come out of a Debian package, which can only be fetched with Debian's apt and debian-archive-keyring"
  make_private novels 1 make_novels
  novels=$cache/novels/novels.txt
}

make_novels() {
  local folder=$1
  archive_open
  archive_get "$folder/packages" r-cran-janeaustenr
  unpack "$folder/packages" "$folder/unpacked"
  node lessons/data/austen.mjs "$folder/unpacked" "$folder/novels.txt"
  rm -rf "$folder/packages" "$folder/unpacked"
}

# build/data/excerpt.txt and .json, which says where it is from. A build of its own fetches the text: where that fails, the
# pages get sentences made by lessons/data/stories.mjs and say so; the next build tries again.
make_excerpt() {
  local stamp
  stamp=$(cat lessons/data/*.mjs lessons/models/rope.json | cksum)
  [ "$(cat build/data/.complete 2>/dev/null)" = "$stamp" ] && return
  rm -rf build/data
  mkdir -p build/data
  if bash build.sh text >build/data/path; then
    node lessons/data/excerpt.mjs build/data "$(cat build/data/path)"
    printf '%s\n' "$stamp" >build/data/.complete
  else
    say "build: the novels could not be fetched: the pages evaluate on made-up stories and say so"
    node lessons/data/excerpt.mjs build/data
  fi
  rm build/data/path
}

train() { # [OPTION...] of the program: other encodings, another text, another folder
  compile native whereabouts
  case " $* " in
    *' --text '* | *' --text='*) build/native/whereabouts train --out build/models "$@" ;;
    *)
      setup_novels
      build/native/whereabouts train --text "$novels" --title "Jane Austen's six novels" \
        --source "Debian package r-cran-janeaustenr" --out lessons/models "$@"
      ;;
  esac
}

run_experiments() { # [OPTION...] of the program
  compile native whereabouts
  build/native/whereabouts experiments "$@"
}
