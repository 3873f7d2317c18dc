// Files on a disk, slice by slice: their bytes, and what changes while they are read.
#include <chrono>

#include "formats/sliced_files.hpp"
#include "formats_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

namespace fs = std::filesystem;

struct Scratch {
  Scratch() : folder(fs::temp_directory_path() / "whereabouts-sliced-files") {
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  ~Scratch() { fs::remove_all(folder); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name, std::ios::binary) << text;
    return (folder / name).string();
  }
  fs::path folder;
};

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

TEST_CASE("sliced files: any slice, and fewer bytes where a file ends", "[formats]") {
  const Scratch scratch;
  SlicedFiles files({scratch.write("one", "0123456789"), scratch.write("two", "abc")});
  REQUIRE(files.files().size() == 2);
  CHECK(files.files()[0].name == "one");
  CHECK(files.files()[0].size == 10);
  CHECK(text_of(files.read({0, 3, 4})) == "3456");
  CHECK(text_of(files.read({1, 1, 9})) == "bc");
  CHECK(text_of(files.read({1, 0, 1})) == "a");  // the end that was met before is forgotten
  CHECK(text_of(files.read({0, 12, 2})).empty());
  CHECK_NOTHROW(files.require_unchanged());
}

TEST_CASE("sliced files: one that is written to, cut off or taken away while it is read is named", "[formats]") {
  const Scratch scratch;
  const std::string path = scratch.write("one", "0123456789");
  const auto refusal = [](const SlicedFiles& files) { return error_key([&] { files.require_unchanged(); }); };
  const SlicedFiles later({path});
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(2));
  CHECK(refusal(later) == "file_changed");
  const SlicedFiles longer({path});
  const auto written = fs::last_write_time(path);
  scratch.write("one", "another text");
  fs::last_write_time(path, written);
  CHECK(refusal(longer) == "file_changed");
  const SlicedFiles gone({path});
  CHECK(refusal(gone).empty());
  fs::remove(path);
  CHECK(refusal(gone) == "file_changed");
  CHECK(error_key([&] { SlicedFiles files({path}); }) == "file_unreadable");
  CHECK(error_key([&] { SlicedFiles files({scratch.folder.string()}); }) == "file_unreadable");
}
