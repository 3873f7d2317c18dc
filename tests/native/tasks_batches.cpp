// What every batch of a task must be, by rules written down here a second time, for many seeds; and batches that break
// a rule, which the checks must notice.
#include <functional>
#include <set>

#include "golden.hpp"
#include "random.hpp"
#include "tasks/task.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

using Tokens = std::vector<std::int32_t>;

struct Sequence {
  Tokens tokens, targets;
};

std::vector<Sequence> sequences(const Batch& batch) {
  std::vector<Sequence> list;
  for (std::size_t row = 0; row < batch.size; ++row) {
    const auto part = [&](const Tokens& all) {
      const auto first = all.begin() + std::ptrdiff_t(row * batch.length);
      return Tokens(first, first + std::ptrdiff_t(batch.length));
    };
    list.push_back({part(batch.tokens), part(batch.targets)});
  }
  return list;
}

/// "" or what is wrong with a sequence.
using Rule = std::function<std::string(const Sequence&)>;

std::string in_range(const Sequence& sequence, int vocab_size) {
  for (const auto token : sequence.tokens)
    if (token < 0 || token >= vocab_size) return "a token out of range";
  return "";
}

Rule k_back_rule(std::size_t k, int vocab_size, const std::function<bool(std::size_t)>& asked) {
  return [=](const Sequence& s) -> std::string {
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      if (s.targets[i] == -1 && i >= k && asked(i)) return "nothing asked where it should be";
      if (s.targets[i] != -1 && (i < k || !asked(i))) return "asked where it should not be";
      if (s.targets[i] != -1 && s.targets[i] != s.tokens[i - k]) return "not the token k back";
    }
    return in_range(s, vocab_size);
  };
}

Rule one_of_k_back_rule(std::size_t k, int vocab_size) {
  return [=](const Sequence& s) -> std::string {
    std::size_t asked = 0;
    for (std::size_t i = 0; i < s.targets.size(); ++i) {
      if (s.targets[i] == -1) continue;
      ++asked;
      if (i < k || s.targets[i] != s.tokens[i - k]) return "not the token k back";
    }
    return asked == 1 ? in_range(s, vocab_size) : "not one position asked";
  };
}

std::string which_first_rule(const Sequence& s) {
  std::size_t a = 0, b = 0, at_a = 0, at_b = 0;
  for (std::size_t i = 0; i + 1 < s.tokens.size(); ++i) {
    if (s.tokens[i] == 14) ++a, at_a = i;
    if (s.tokens[i] == 15) ++b, at_b = i;
    if (s.tokens[i] == 13) return "a question before the end";
    if (s.targets[i] != -1) return "asked before the end";
  }
  if (a != 1 || b != 1) return "A and B must stand there once each";
  if (s.tokens.back() != 13) return "no question at the end";
  if (s.targets.back() != (at_a < at_b ? 14 : 15)) return "not the first of the two";
  return in_range(s, 16);
}

Rule own_index_rule(bool begin_token, bool equal_tokens) {
  return [=](const Sequence& s) -> std::string {
    for (std::size_t i = 0; i < s.tokens.size(); ++i) {
      if (s.targets[i] != std::int32_t(i)) return "not the own index";
      if ((s.tokens[i] == 0) != (begin_token && i == 0)) return "token 0 stands for the beginning alone";
    }
    const std::set<std::int32_t> rest(s.tokens.begin() + 1, s.tokens.end());
    if (equal_tokens && rest.size() != 1) return "the others differ";
    return in_range(s, 16);
  };
}

Rule copy_rule(bool reversed) {
  return [=](const Sequence& s) -> std::string {
    const std::size_t half = s.tokens.size() / 2;
    const Tokens content(s.tokens.begin(), s.tokens.begin() + std::ptrdiff_t(half));
    for (const auto token : content)
      if (token == 15) return "a separator inside the string";
    Tokens answer = content;
    if (reversed) std::ranges::reverse(answer);
    Tokens expected = content;
    expected.push_back(15);
    expected.insert(expected.end(), answer.begin(), answer.end() - 1);
    if (s.tokens != expected) return "not the string, a separator and the answer";
    Tokens targets(half, -1);
    targets.insert(targets.end(), answer.begin(), answer.end());
    return s.targets == targets ? in_range(s, 16) : "not the next token of the answer";
  };
}

/// Every fault in 40 batches of 8 sequences, each of another seed.
std::set<std::string> faults(const std::string& name, const Json& options, const Rule& rule) {
  std::set<std::string> found;
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    for (const Sequence& sequence : sequences(create_task(name, options, seed)->batch(8)))
      if (const std::string fault = rule(sequence); !fault.empty()) found.insert(fault);
  return found;
}

using Faults = std::set<std::string>;
const Faults none;

bool everywhere(std::size_t) { return true; }
bool outside_the_hole(std::size_t i) { return i < 12 || i > 19; }

std::vector<double> shares(const std::vector<std::size_t>& counts) {
  double total = 0;
  for (const std::size_t count : counts) total += double(count);
  std::vector<double> result;
  for (const std::size_t count : counts) result.push_back(double(count) / total);
  return result;
}

/// Whether every share is within five standard deviations of an even one.
bool even(const std::vector<std::size_t>& counts) {
  double total = 0;
  for (const std::size_t count : counts) total += double(count);
  const double share = 1 / double(counts.size()), deviation = std::sqrt(share * (1 - share) / total);
  return std::ranges::all_of(shares(counts), [&](double s) { return std::fabs(s - share) < 5 * deviation; });
}

/// FNV-1a over tokens and targets.
std::uint64_t bits(const Batch& batch) {
  std::uint64_t value = 0xcbf29ce484222325u;
  for (const auto& list : {batch.tokens, batch.targets})
    for (const std::int32_t entry : list) value = (value ^ std::uint32_t(entry)) * 0x100000001b3u;
  return value;
}

}  // namespace

TEST_CASE("k back: targets and what is asked, for every choice of positions", "[tasks]") {
  CHECK(faults("k_back", {}, k_back_rule(3, 16, everywhere)) == none);
  CHECK(faults("k_back", {{"k", 1}, {"length", 2}, {"vocab_size", 2}}, k_back_rule(1, 2, everywhere)) == none);
  CHECK(faults("k_back", {{"k", 7}, {"length", 8}, {"vocab_size", 5}}, k_back_rule(7, 5, everywhere)) == none);
  CHECK(faults("k_back", {{"supervised", "hole"}}, k_back_rule(3, 16, outside_the_hole)) == none);
  CHECK(faults("k_back", {{"supervised", "one"}}, one_of_k_back_rule(3, 16)) == none);
  // Rules that the batches do not follow.
  CHECK(faults("k_back", {{"k", 4}}, k_back_rule(3, 16, everywhere)) != none);
  CHECK(faults("k_back", {}, k_back_rule(3, 15, everywhere)) == Faults{"a token out of range"});
  CHECK(faults("k_back", {}, k_back_rule(3, 16, outside_the_hole)) == Faults{"asked where it should not be"});
  CHECK(faults("k_back", {{"supervised", "hole"}, {"hole_end", 18}}, k_back_rule(3, 16, outside_the_hole)) ==
        Faults{"asked where it should not be"});
  CHECK(faults("k_back", {{"supervised", "hole"}, {"hole_end", 20}}, k_back_rule(3, 16, outside_the_hole)) ==
        Faults{"nothing asked where it should be"});
  CHECK(faults("k_back", {}, one_of_k_back_rule(3, 16)) == Faults{"not one position asked"});
}

TEST_CASE("k back: what is asked does not change what is drawn", "[tasks]") {
  const auto tokens = [](const char* supervised) {
    return create_task("k_back", {{"supervised", supervised}}, 5)->batch(9).tokens;
  };
  CHECK(tokens("hole") == tokens("all"));
  CHECK(tokens("one") == tokens("all"));
}

TEST_CASE("k back: tokens and the one position are drawn evenly", "[tasks]") {
  std::vector<std::size_t> by_token(16), by_position(29);
  for (const Sequence& s : sequences(create_task("k_back", {{"supervised", "one"}}, 3)->batch(4000))) {
    for (const auto token : s.tokens) ++by_token[std::size_t(token)];
    for (std::size_t i = 3; i < 32; ++i) by_position[i - 3] += s.targets[i] != -1;
  }
  CHECK(even(by_token));
  CHECK(even(by_position));
  by_position[7] += 100;  // what a draw with one favourite would give
  CHECK_FALSE(even(by_position));
}

TEST_CASE("which first: both once, the first of them asked at the end", "[tasks]") {
  CHECK(faults("which_first", {}, which_first_rule) == none);
  const auto with = [&](const std::function<void(Sequence&)>& change) {
    Sequence s = sequences(create_task("which_first", {}, 1)->batch(1)).front();
    change(s);
    return which_first_rule(s);
  };
  CHECK(with([](Sequence&) {}).empty());
  CHECK(with([](Sequence& s) { s.targets.back() = 29 - s.targets.back(); }) == "not the first of the two");
  CHECK(with([](Sequence& s) { std::ranges::replace(s.tokens, 14, 3); }) == "A and B must stand there once each");
  CHECK(with([](Sequence& s) { s.targets[0] = 14; }) == "asked before the end");
}

TEST_CASE("which first: every pair of places is equally likely", "[tasks]") {
  std::vector<std::size_t> pairs(5 * 5);
  for (const Sequence& s : sequences(create_task("which_first", {{"length", 6}}, 3)->batch(8000))) {
    const auto place = [&](int token) { return std::size_t(std::ranges::find(s.tokens, token) - s.tokens.begin()); };
    ++pairs[place(14) * 5 + place(15)];
  }
  for (std::size_t i = 5; i-- > 0;) {
    CHECK(pairs[i * 6] == 0);
    pairs.erase(pairs.begin() + std::ptrdiff_t(i * 6));
  }
  CHECK(even(pairs));
}

TEST_CASE("own index: with and without a begin token, tokens equal or not", "[tasks]") {
  for (const bool begin : {true, false})
    for (const bool equal : {true, false}) {
      INFO(begin << equal);
      const Json options{{"begin_token", begin}, {"equal_tokens", equal}};
      CHECK(faults("own_index", options, own_index_rule(begin, equal)) == none);
      CHECK(faults("own_index", options, own_index_rule(!begin, equal)) != none);
      if (!equal) CHECK(faults("own_index", options, own_index_rule(begin, true)) == Faults{"the others differ"});
    }
}

TEST_CASE("copy and reverse: the string, a separator, the answer token by token", "[tasks]") {
  CHECK(faults("copy", {}, copy_rule(false)) == none);
  CHECK(faults("reverse", {}, copy_rule(true)) == none);
  CHECK(faults("copy", {{"length", 2}}, copy_rule(false)) == none);
  CHECK(faults("copy", {}, copy_rule(true)) != none);
  CHECK(faults("reverse", {}, copy_rule(false)) != none);
}

TEST_CASE("text: windows of the part trained on, the next character asked", "[tasks]") {
  // A pair of characters for each of 100 places, so that every window tells where it stands; the last 20 are held out.
  std::string text;
  for (int i = 0; i < 100; ++i) text += {char('a' + i / 26), char('A' + i % 26)};
  const Json options{{"text", text}, {"length", 7}, {"held_out", 0.2}};
  std::string characters = text;
  std::ranges::sort(characters);
  characters.erase(std::unique(characters.begin(), characters.end()), characters.end());
  const auto decoded = [&](const Tokens& tokens) {
    std::string result;
    for (const auto token : tokens) result += characters.at(std::size_t(token));
    return result;
  };
  const auto rule = [&](const std::string& part) -> Rule {
    return [=](const Sequence& s) -> std::string {
      const std::string tokens = decoded(s.tokens), targets = decoded(s.targets);
      if (tokens.substr(1) != targets.substr(0, 6)) return "not the next character";
      return part.find(tokens + targets.back()) == std::string::npos ? "not of this part" : "";
    };
  };
  CHECK(faults("text", options, rule(text.substr(0, 160))) == none);
  CHECK(faults("text", options, rule(text.substr(0, 150))) == Faults{"not of this part"});
  std::set<std::string> starts;
  for (const Sequence& s : sequences(create_task("text", options, 3)->batch(2000))) starts.insert(decoded(s.tokens));
  CHECK(starts.contains(text.substr(0, 7)));
  CHECK(starts.contains(text.substr(152, 7)));  // the last window has its target still in the part trained on

  const auto task = create_task("text", options, 1);
  Tokens tokens(7), targets(7);
  Random random(1);
  for (int draw = 0; draw < 300; ++draw) {
    task->fill(random, Task::Purpose::evaluation, {tokens, targets});
    CHECK(rule(text.substr(160))({tokens, targets}).empty());
  }
}

TEST_CASE("text: characters by code point, or as they are given", "[tasks]") {
  const auto characters = [](Json options) {
    options["length"] = 2;
    return create_task("text", options, 1)->config()["characters"].get<std::string>();
  };
  std::string text;
  for (int i = 0; i < 20; ++i) text += "b\u00e9a\u2014\n";
  CHECK(characters({{"text", text}}) == "\nab\u00e9\u2014");
  CHECK(characters({{"text", text}, {"characters", "\u2014\u00e9ba\nz"}}) == "\u2014\u00e9ba\nz");
  CHECK(create_task("text", {{"text", text}, {"length", 2}}, 1)->vocab_size() == 5);
}

TEST_CASE("tasks: batches follow one another, however they are cut", "[tasks]") {
  for (const Json& listed : task_listing()) {
    Json options = Json::object();
    if (listed["name"] == "text") options = {{"text", std::string(400, 'a') + std::string(60, 'b')}, {"length", 8}};
    const auto one = create_task(listed["name"].get<std::string>(), options, 8),
               other = create_task(listed["name"].get<std::string>(), options, 8);
    Batch parts = one->batch(3), rest;
    one->batch(5, rest);
    parts.tokens.insert(parts.tokens.end(), rest.tokens.begin(), rest.tokens.end());
    const Batch whole = other->batch(8);
    CHECK(parts.tokens == whole.tokens);
    const std::int32_t* memory = rest.tokens.data();
    one->batch(5, rest);
    CHECK(rest.tokens.data() == memory);
    CHECK(rest.tokens != parts.tokens);
  }
}

TEST_CASE("tasks: the same bits everywhere", "[tasks]") {
  const auto drawn = [](const char* name, const Json& options = {}) {
    return bits(create_task(name, options, 42)->batch(16));
  };
  CHECK(drawn("k_back") == 0xdc30a3dbeff2a002);
  CHECK(drawn("k_back", {{"supervised", "one"}}) == 0xb270dd5c7054d73c);
  CHECK(drawn("which_first") == 0x5afbf0786240c292);
  CHECK(drawn("own_index") == 0x3790003c9618f63b);
  CHECK(drawn("copy") == 0x7d0a4ca801305117);
  CHECK(drawn("reverse") == 0x14898553e227d594);
  CHECK(drawn("text", {{"text", std::string(500, 'a') + "the end of it: " + std::string(100, 'c')}, {"length", 32}}) ==
        0x611b48aff3afc8f1);
}

TEST_CASE("tasks: wrong options are named", "[tasks]") {
  const auto refusal = [](const char* name, const Json& options) {
    return error_of([&] { create_task(name, options, 1); });
  };
  CHECK(refusal("no_such_task", {}) == "unknown_choice task");
  CHECK(refusal("k_back", {{"kk", 1}}) == "unknown_option kk");
  CHECK(refusal("k_back", {{"k", 0}}) == "out_of_range k");
  CHECK(refusal("k_back", {{"k", 32}}) == "out_of_range k");
  CHECK(refusal("k_back", {{"k", 1.5}}) == "not_whole k");
  CHECK(refusal("k_back", {{"supervised", "none"}}) == "unknown_choice supervised");
  CHECK(refusal("k_back", {{"supervised", "hole"}, {"hole_start", 20}}) == "out_of_range hole_end");
  CHECK(refusal("k_back", {{"supervised", "hole"}, {"hole_start", 40}, {"hole_end", 50}}) == "out_of_range hole_start");
  CHECK(refusal("k_back", {{"supervised", "hole"}, {"hole_start", 3}, {"hole_end", 31}}) == "nothing_asked");
  CHECK(refusal("k_back", {{"supervised", "hole"}, {"hole_start", 4}, {"hole_end", 31}}).empty());
  CHECK(refusal("which_first", {{"length", 2}}) == "out_of_range length");
  CHECK(refusal("which_first", {{"vocab_size", 3}}) == "out_of_range vocab_size");
  CHECK(refusal("own_index", {{"length", 17}}) == "out_of_range length");
  CHECK(refusal("own_index", {{"begin_token", 1}}) == "wrong_type begin_token");
  CHECK(refusal("copy", {{"length", 7}}) == "not_even length");
  CHECK(refusal("text", {}) == "missing text");
  CHECK(refusal("text", {{"text", 3}}) == "wrong_type text");
  CHECK(refusal("text", {{"text", std::string(640, 'a')}}) == "text_too_short");  // 64 held out, and a window needs 65
  CHECK(refusal("text", {{"text", std::string(650, 'a')}}).empty());
  CHECK(refusal("text", {{"text", std::string(700, 'a') + "b"}, {"characters", "a"}}) == "unknown_character text");
  CHECK(refusal("text", {{"text", "a\xff"}}) == "not_utf8 text");
  const auto task = create_task("k_back", {}, 1);
  CHECK(error_of([&] { task->batch(0); }) == "out_of_range batch");
  CHECK(error_of([&] { task->batch(100000); }) == "out_of_range batch");
}

TEST_CASE("tasks: the listing describes what is read", "[tasks]") {
  std::vector<std::string> names;
  for (const Json& listed : task_listing()) {
    names.push_back(listed["name"]);
    Json options = Json::object();
    for (const Json& parameter : listed["parameters"]) {
      INFO(listed["name"] << " " << parameter["name"]);
      if (!parameter["default"].is_null()) options[parameter["name"].get<std::string>()] = parameter["default"];
      if (parameter["type"] != "integer") continue;
      for (const double beyond : {parameter["min"].get<double>() - 1, parameter["max"].get<double>() + 1}) {
        Json wrong{{parameter["name"].get<std::string>(), beyond}};
        if (listed["name"] == "text") wrong["text"] = "abcabcabc";
        if (listed["name"] == "k_back") wrong["supervised"] = "hole";
        CHECK(error_of([&] { create_task(names.back(), wrong, 1); }) ==
              "out_of_range " + parameter["name"].get<std::string>());
      }
    }
    if (names.back() == "text") options["text"] = std::string(1000, 'a');
    const auto task = create_task(names.back(), options, 1);  // every default spelled out
    CHECK(task->config()["vocab_size"] == double(task->vocab_size()));
    CHECK(task->config()["causal"] == (names.back() != "which_first"));
  }
  CHECK(names == std::vector<std::string>{"k_back", "which_first", "own_index", "copy", "reverse", "text"});
}
