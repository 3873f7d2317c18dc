// llama2.c's tokenizer.bin against the loop of its run.c, written out.
#include <cstring>
#include <map>

#include "random.hpp"
#include "tokenizers/llama2c_tokenizer.hpp"
#include "tokenizers_support.hpp"

namespace whereabouts::test {
namespace {

struct Scored {
  std::string token;
  float score;
};

std::vector<std::byte> tokenizer_file(const std::vector<Scored>& tokens, std::int32_t longest = 7) {
  std::vector<std::byte> file;
  const auto add = [&](const void* from, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(from);
    file.insert(file.end(), bytes, bytes + size);
  };
  add(&longest, 4);
  for (const auto& [token, score] : tokens) {
    const auto length = std::int32_t(token.size());
    add(&score, 4);
    add(&length, 4);
    add(token.data(), token.size());
  }
  return file;
}

/// The 259 tokens that every such file begins with, then these.
std::vector<Scored> with_bytes(const std::vector<Scored>& more) {
  std::vector<Scored> tokens{{"<unk>", 0}, {"\n<s>\n", 0}, {"\n</s>\n", 0}};
  for (int byte = 0; byte < 256; ++byte) {
    char text[8];
    std::snprintf(text, sizeof text, "<0x%02X>", unsigned(byte));
    tokens.push_back({text, 0});
  }
  tokens.insert(tokens.end(), more.begin(), more.end());
  return tokens;
}

/// run.c's encode without begin and end: the best pair of all, again and again.
std::vector<std::int32_t> as_run_c(const std::string& text, const std::vector<Scored>& tokens) {
  const auto find = [&](const std::string& token) {
    for (std::size_t id = 0; id < tokens.size(); ++id)
      if (tokens[id].token == token) return std::int32_t(id);
    return -1;
  };
  std::vector<std::int32_t> ids;
  if (!text.empty()) ids.push_back(find(" "));
  for (std::size_t at = 0; at < text.size();) {
    std::size_t length = 1;
    while (length < 4 && at + length < text.size() && (text[at + length] & 0xc0) == 0x80) ++length;
    const std::int32_t id = find(text.substr(at, length));
    if (id >= 0)
      ids.push_back(id);
    else
      for (std::size_t i = at; i < at + length; ++i) ids.push_back(std::uint8_t(text[i]) + 3);
    at += length;
  }
  while (true) {
    float best = -1e10f;
    std::int32_t best_id = -1;
    std::size_t best_at = 0;
    for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
      const std::int32_t id = find(tokens[std::size_t(ids[i])].token + tokens[std::size_t(ids[i + 1])].token);
      if (id >= 0 && tokens[std::size_t(id)].score > best) {
        best = tokens[std::size_t(id)].score;
        best_id = id;
        best_at = i;
      }
    }
    if (best_id < 0) return ids;
    ids[best_at] = best_id;
    ids.erase(ids.begin() + std::ptrdiff_t(best_at) + 1);
  }
}

}  // namespace

TEST_CASE("llama2.c tokenizer: as run.c's loop, and back") {
  Random random(3);
  std::size_t shorter = 0;
  for (int round = 0; round < 20; ++round) {
    std::vector<Scored> more;
    std::vector<std::string> made{"a", "b", "c", " ", utf8(0xe9), utf8(0x1f408)};
    for (const auto& token : made) more.push_back({token, -100});
    for (int i = 0; i < 25; ++i) {
      const std::string token = made[random.below(made.size())] + made[random.below(made.size())];
      if (token.size() > 12 || std::find(made.begin(), made.end(), token) != made.end()) continue;
      made.push_back(token);
      more.push_back({token, -float(random.below(12))});  // equal scores too: then the leftmost
    }
    const auto tokens = with_bytes(more);
    const auto file = tokenizer_file(tokens, 16);
    const Llama2cTokenizer tokenizer(file);
    CHECK(tokenizer.vocab_size() == tokens.size());
    for (int text = 0; text < 30; ++text) {
      std::string words;
      const std::vector<std::string> characters{"a", "b", "c", " ", utf8(0xe9), utf8(0x1f408), "z", utf8(0x4f4d)};
      for (std::size_t left = random.below(40); left > 0; --left) words += characters[random.below(characters.size())];
      const auto ids = tokenizer.encode(words);
      if (ids != as_run_c(words, tokens)) FAIL(words);
      if (tokenizer.decode(ids) != words) FAIL(words);
      shorter += ids.size() < words.size();
    }
  }
  CHECK(shorter > 200);
}

TEST_CASE("llama2.c tokenizer: begin and end tokens, bytes, and a long text") {
  const auto file = tokenizer_file(with_bytes({{" ", -9}, {"a", -9}, {"aa", -1}, {" a", -2}, {"aaaa", -3}}));
  const Llama2cTokenizer tokenizer(file);
  CHECK(tokenizer.encode("").empty());
  CHECK(tokenizer.decode(std::vector<std::int32_t>{1, 262, 262, 2}) == "a a");
  CHECK(tokenizer.decode(std::vector<std::int32_t>{262, 1, 262}) == "aa");
  CHECK(tokenizer.decode(std::vector<std::int32_t>{13, 3 + 0xc3, 3 + 0xa9}) == "\n\xc3\xa9");
  CHECK(tokenizer.encode("\n") == std::vector<std::int32_t>{259, 13});
  const std::string many(300001, 'a');
  CHECK(tokenizer.decode(tokenizer.encode(many)) == many);
  CHECK(failure([&] {
          tokenizer.decode(std::vector<std::int32_t>{264});
        }).starts_with("out_of_range (argument = ids[0]"));
}

TEST_CASE("llama2.c tokenizer: what is no such file is refused") {
  const auto good = tokenizer_file(with_bytes({{" ", 0}}));
  CHECK_NOTHROW(Llama2cTokenizer(good));
  const auto refused = [](std::vector<std::byte> file) { return failure([&] { Llama2cTokenizer tokenizer(file); }); };
  for (const std::size_t size : {std::size_t(0), std::size_t(3), good.size() / 2, good.size() - 1})
    CHECK(refused({good.begin(), good.begin() + std::ptrdiff_t(size)}).starts_with("tokenizer_bin"));
  CHECK(refused(tokenizer_file({{"a", 0}})).starts_with("tokenizer_bin"));  // too few for every byte
  CHECK(refused(tokenizer_file(with_bytes({{"a", not_a_number}}))).starts_with("tokenizer_bin"));
  CHECK(refused(tokenizer_file(with_bytes({{"longer than seven", 0}}))).starts_with("tokenizer_bin"));
  auto text = std::vector<std::byte>(4000, std::byte('{'));
  CHECK(refused(text).starts_with("tokenizer_bin"));
}

}  // namespace whereabouts::test
