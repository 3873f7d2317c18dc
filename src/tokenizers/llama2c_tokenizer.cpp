#include "tokenizers/llama2c_tokenizer.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <queue>
#include <tuple>

#include "error.hpp"
#include "tokenizers/utf8.hpp"

namespace whereabouts {
namespace {

constexpr std::int32_t first_byte = 3;  // the ids 3 .. 258 are the 256 bytes
constexpr std::size_t largest_token = 1024;

/// Takes one value after another off the file.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> file) : left_(file), size_(file.size()) {}

  template <class T>
  T take() {
    T value;
    std::memcpy(&value, bytes(sizeof(T)).data(), sizeof(T));
    return value;
  }
  std::span<const std::byte> bytes(std::size_t count) {
    if (count > left_.size()) fail();
    const auto taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }
  bool done() const { return left_.empty(); }
  [[noreturn]] void fail() const {
    throw Error(ErrorCode::malformed_file, "tokenizer_bin",
                {{"index", double(size_ - left_.size())}, {"bytes", double(size_)}});
  }

 private:
  std::span<const std::byte> left_;
  std::size_t size_;
};

/// "<0x0A>" stands for the byte 10.
std::optional<char> spelled_byte(std::string_view token) {
  if (token.size() != 6 || !token.starts_with("<0x") || token[5] != '>') return std::nullopt;
  int value = 0;
  for (const char digit : token.substr(3, 2)) {
    const std::size_t at = std::string_view("0123456789ABCDEF").find(digit);
    if (at == std::string_view::npos) return std::nullopt;
    value = 16 * value + int(at);
  }
  return char(value);
}

}  // namespace

Llama2cTokenizer::Llama2cTokenizer(std::span<const std::byte> file) {
  Reader reader(file);
  const auto longest = reader.take<std::int32_t>();
  if (longest < 1 || std::size_t(longest) > largest_token) reader.fail();
  while (!reader.done()) {
    const auto score = reader.take<float>();
    const auto length = reader.take<std::int32_t>();
    if (!std::isfinite(score) || length < 0 || length > longest) reader.fail();
    const auto bytes = reader.bytes(std::size_t(length));
    scores_.push_back(score);
    tokens_.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  if (tokens_.size() < std::size_t(first_byte) + 256) reader.fail();
  order_.resize(tokens_.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](std::int32_t a, std::int32_t b) {
    return std::tie(tokens_[std::size_t(a)], a) < std::tie(tokens_[std::size_t(b)], b);
  });
}

std::optional<std::int32_t> Llama2cTokenizer::find(std::string_view token) const {
  const auto found =
      std::lower_bound(order_.begin(), order_.end(), token,
                       [&](std::int32_t id, std::string_view wanted) { return tokens_[std::size_t(id)] < wanted; });
  if (found == order_.end() || tokens_[std::size_t(*found)] != token) return std::nullopt;
  return *found;
}

std::vector<std::int32_t> Llama2cTokenizer::encode(std::string_view text) const {
  std::vector<std::int32_t> ids;
  if (text.empty()) return ids;
  if (const auto space = find(" ")) ids.push_back(*space);
  while (!text.empty()) {
    const auto character = text.substr(0, first_character(text).length);
    text.remove_prefix(character.size());
    if (const auto id = find(character)) {
      ids.push_back(*id);
    } else {
      for (const char byte : character) ids.push_back(first_byte + std::uint8_t(byte));
    }
  }

  // A list of tokens, each at its first place; of the merges that are possible the best score, then the leftmost.
  constexpr std::int32_t merged = -1;
  const std::size_t size = ids.size();
  std::vector<std::size_t> next(size), before(size);
  for (std::size_t i = 0; i < size; ++i) {
    next[i] = i + 1;
    before[i] = i - 1;
  }
  struct Possible {
    float score;
    std::size_t left;
    std::int32_t first, second, result;
    bool operator<(const Possible& other) const {
      return score != other.score ? score < other.score : left > other.left;
    }
  };
  std::priority_queue<Possible> possible;
  const auto consider = [&](std::size_t left) {
    if (next[left] == size) return;
    const std::int32_t first = ids[left], second = ids[next[left]];
    const auto result = find(tokens_[std::size_t(first)] + tokens_[std::size_t(second)]);
    if (result) possible.push({scores_[std::size_t(*result)], left, first, second, *result});
  };
  for (std::size_t i = 0; i < size; ++i) consider(i);
  while (!possible.empty()) {
    const Possible best = possible.top();
    possible.pop();
    const std::size_t left = best.left;
    if (ids[left] != best.first || next[left] == size || ids[next[left]] != best.second) continue;
    const std::size_t right = next[left];
    ids[left] = best.result;
    ids[right] = merged;
    next[left] = next[right];
    if (next[left] < size) before[next[left]] = left;
    if (left > 0) consider(before[left]);
    consider(left);
  }
  std::erase(ids, merged);
  return ids;
}

std::string Llama2cTokenizer::decode(std::span<const std::int32_t> ids) const {
  std::string bytes;
  bool at_start = true;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    require_whole("ids[" + std::to_string(i) + "]", ids[i], 0, double(vocab_size()) - 1);
    if (ids[i] == begin_token || ids[i] == end_token) {
      at_start = true;
      continue;
    }
    const std::string& token = tokens_[std::size_t(ids[i])];
    if (const auto byte = spelled_byte(token))
      bytes += *byte;
    else
      bytes += std::string_view(token).substr(at_start && token.starts_with(' ') ? 1 : 0);
    at_start = false;
  }
  return bytes;
}

}  // namespace whereabouts
