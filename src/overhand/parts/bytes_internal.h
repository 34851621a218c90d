// What the steps hand each other, as bytes: numbers as the machine has them, texts and arrays with
// their sizes before them.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "overhand/core/result.h"

namespace overhand::parts {

class ByteWriter {
 public:
  template <class Value>
    requires std::is_trivially_copyable_v<Value>
  void add(Value value) {
    add_plain(std::span<const Value>(&value, 1));
  }
  void add_text(std::string_view text) {
    add<std::uint64_t>(text.size());
    bytes_ += text;
  }
  template <class Value>
  void add_all(const std::vector<Value>& values) {
    add<std::uint64_t>(values.size());
    add_plain(std::span<const Value>(values));
  }
  // Without their number: who reads it knows how many there are.
  template <class Value>
  void add_plain(std::span<const Value> values) {
    if (values.empty()) return;
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  }
  void reserve(std::size_t size) { bytes_.reserve(size); }
  bool empty() const { return bytes_.empty(); }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Once something is asked for that is not there, all that is read is empty, and is_whole() says so.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : left_(bytes) {}

  template <class Value>
  Value next() {
    if constexpr (std::is_same_v<Value, bool>) return next<std::uint8_t>() != 0;  // of any byte
    Value value{};
    const std::string_view bytes = plain(1, sizeof(Value));
    if (!bytes.empty()) std::memcpy(&value, bytes.data(), bytes.size());
    return value;
  }
  std::string text() { return std::string(plain(next<std::uint64_t>(), 1)); }
  template <class Value>
  std::vector<Value> all() {
    const auto count = next<std::uint64_t>();
    const std::string_view bytes = plain(count, sizeof(Value));
    std::vector<Value> values(bytes.size() / sizeof(Value));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  // `count` elements of `width` bytes, wherever they lie.
  std::string_view plain(std::uint64_t count, std::size_t width) {
    if (count > left_.size() / width) {
      is_whole_ = false;
      left_ = {};
      return {};
    }
    const std::string_view bytes = left_.substr(0, count * width);
    left_.remove_prefix(bytes.size());
    return bytes;
  }
  bool at_end() const { return left_.empty(); }
  bool is_whole() const { return is_whole_; }

 private:
  std::string_view left_;
  bool is_whole_ = true;
};

inline Error damaged() {
  return {ErrorKind::invalid_data, "A part of the table was damaged on its way between tasks."};
}

// What a part has now is not what it had when it was looked at first.
inline Error changed() {
  return {
      ErrorKind::invalid_data,
      "The table gives other rows, or the same ones in another order, each time it is read, so "
      "that it cannot be masked as it is; write it to a file, or checkpoint it, and mask that."};
}

}  // namespace overhand::parts
