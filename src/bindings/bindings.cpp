// The door between JavaScript and the session: Embind only, no arithmetic.
//
// Two rules keep it safe. Nothing unwinds out of WebAssembly: an exception that leaves the module reaches JavaScript as a
// bare number, and a JavaScript error thrown through C++ frames leaks stack until the module dies; so every error is
// RETURNED as { error: { code, key, fields } } and thrown again by the package. And no foreign JavaScript runs below: the
// package hands over plain data only (web/engine/plain.js), so that reading a property here cannot call a getter.
#include <emscripten/bind.h>
#include <emscripten/em_js.h>
#include <emscripten/val.h>

#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/session.hpp"
#include "bindings/tensor.hpp"
#include "error.hpp"

using emscripten::EM_VAL;
using emscripten::val;

namespace whereabouts {
namespace {

// Bytes of WebAssembly memory as a typed array of its own. Null where the page has no memory left for it: the RangeError
// must not travel through C++ frames. `kind` is a BinaryKind.
EM_JS(EM_VAL, copy_out, (const void* from, size_t bytes, int kind), {
  const start = from >>> 0;
  try {
    const buffer = HEAPU8.slice(start, start + (bytes >>> 0)).buffer;
    const array = kind == 1 ? new Float32Array(buffer) : kind == 2 ? new Float64Array(buffer)
                : kind == 3 ? new Int32Array(buffer) : new Uint8Array(buffer);
    return Emval.toHandle(array);
  } catch (error) {
    return Emval.toHandle(null);
  }
});

// 1 float32, 2 float64, 3 int32, 4 bytes, as in BinaryKind; 0: no typed array.
EM_JS(int, binary_kind, (EM_VAL handle), {
  const value = Emval.toValue(handle);
  return value instanceof Float32Array ? 1 : value instanceof Float64Array ? 2 : value instanceof Int32Array ? 3
       : value instanceof Uint8Array ? 4 : 0;
});

EM_JS(double, byte_length, (EM_VAL handle), { return Emval.toValue(handle).byteLength; });

EM_JS(void, copy_in, (EM_VAL handle, void* to), {
  const array = Emval.toValue(handle);
  HEAPU8.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), to >>> 0);
});

// Strings travel as they are: well formed, because the package has replaced lone surrogates.
Json to_json(const val& value) {
  if (value.isNull() || value.isUndefined()) return nullptr;
  if (value.isTrue()) return true;
  if (value.isFalse()) return false;
  if (value.isNumber()) return value.as<double>();
  if (value.isString()) return value.as<std::string>();
  if (const int kind = binary_kind(value.as_handle())) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(byte_length(value.as_handle())));
    copy_in(value.as_handle(), bytes.data());
    return Json::binary(std::move(bytes), static_cast<Json::binary_t::subtype_type>(kind));
  }
  if (value.isArray()) {
    Json array = Json::array();
    const auto length = value["length"].as<unsigned>();
    array.get_ref<Json::array_t&>().reserve(length);
    for (unsigned i = 0; i < length; ++i) array.push_back(to_json(value[i]));
    return array;
  }
  Json object = Json::object();
  const val keys = val::global("Object").call<val>("keys", value);
  const auto length = keys["length"].as<unsigned>();
  for (unsigned i = 0; i < length; ++i) {
    const auto key = keys[i].as<std::string>();
    object[key] = to_json(value[key]);
  }
  return object;
}

val to_value(const Json& json) {
  switch (json.type()) {
    case Json::value_t::null:
    case Json::value_t::discarded: return val::null();
    case Json::value_t::boolean: return val(json.get<bool>());
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
    case Json::value_t::number_float: return val(json.get<double>());
    case Json::value_t::string: return val(json.get_ref<const std::string&>());
    case Json::value_t::binary: {
      const auto& bytes = json.get_binary();
      val array = val::take_ownership(copy_out(bytes.data(), bytes.size(), static_cast<int>(bytes.subtype())));
      if (array.isNull()) throw Error(ErrorCode::out_of_memory, "out_of_memory", {{"bytes", double(bytes.size())}});
      return array;
    }
    case Json::value_t::array: {
      val array = val::array();
      for (const auto& entry : json) array.call<void>("push", to_value(entry));
      return array;
    }
    case Json::value_t::object: break;
  }
  val object = val::object();
  for (const auto& [key, entry] : json.items()) object.set(key, to_value(entry));
  return object;
}

val error_object(ErrorCode code, const std::string& key, const Error::Fields& fields) {
  val named = val::object();
  for (const auto& [name, value] : fields)
    std::visit([&](const auto& shown) { named.set(name, shown); }, value);
  val error = val::object();
  error.set("code", std::string(to_string(code)));
  error.set("key", key);
  error.set("fields", named);
  val result = val::object();
  result.set("error", error);
  return result;
}

/// The session as JavaScript sees it: `call` for everything, so that the interface is listed once, in session.cpp.
class BoundSession {
 public:
  /// { value } or { error: { code, key, fields } }.
  val call(const std::string& method, const val& arguments) {
    try {
      val result = val::object();
      result.set("value", to_value(session_.call(method, to_json(arguments))));
      return result;
    } catch (const Error& error) {
      return error_object(error.code(), error.key(), error.fields());
    } catch (const std::bad_alloc&) {
      return error_object(ErrorCode::out_of_memory, "no_memory", {});
    } catch (const std::length_error&) {  // a size beyond what a container can hold
      return error_object(ErrorCode::out_of_memory, "no_memory", {});
    } catch (const std::exception& error) {
      return error_object(ErrorCode::unsupported, "internal", {{"detail", std::string(error.what())}});
    }
  }

  unsigned live_handles() const { return static_cast<unsigned>(session_.live_handles()); }

 private:
  Session session_;
};

}  // namespace
}  // namespace whereabouts

EMSCRIPTEN_BINDINGS(whereabouts) {
  using whereabouts::BoundSession;
  emscripten::class_<BoundSession>("Session")
      .constructor<>()
      .function("call", &BoundSession::call)
      .property("liveHandles", &BoundSession::live_handles);
}
