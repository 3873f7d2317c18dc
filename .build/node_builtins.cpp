// Debian's Node reads a few of its built-in modules (undici, acorn, cjs-module-lexer, minimatch) from files below
// /usr/share/nodejs, a path fixed when it was compiled, and stops where they are missing. The private copy of Node has them below its own
// folder. This library is loaded with it and turns the opening of such a file there. It stands in for libuv's uv_fs_open,
// which takes pointers to its loop, a request, the path, flags, a mode and a callback.
#include <dlfcn.h>
#include <unistd.h>

#include <string>
#include <string_view>

extern "C" int uv_fs_open(void* loop, void* request, const char* path, int flags, int mode, void* callback) {
  static const auto original = reinterpret_cast<decltype(&uv_fs_open)>(dlsym(RTLD_NEXT, "uv_fs_open"));
  if (path != nullptr && std::string_view(path).starts_with("/usr/share/nodejs/")) {
    const std::string moved = std::string(PRIVATE_ROOT) + path;
    if (access(moved.c_str(), R_OK) == 0) return original(loop, request, moved.c_str(), flags, mode, callback);
  }
  return original(loop, request, path, flags, mode, callback);
}
