// Keys packed into words: the code of each key, plus 1 so that 0 is missing, in bits of its own.
// What two records share in some keys is then a mask away.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "overhand/keys/key_codes.h"

namespace overhand::keys {

template <std::size_t Size>
using Words = std::array<std::uint64_t, Size>;

struct Field {
  std::size_t word;
  int shift;
  std::uint64_t mask;  // in its place
};

struct Layout {
  std::vector<Field> fields;  // one for each key
  std::size_t words = 0;
};

// A key never goes over the end of a word.
inline Layout layout_of(const KeyCodes& keys) {
  Layout layout;
  int used = 64;
  for (const KeyColumn& key : keys.columns) {
    const int bits = std::max(1, static_cast<int>(std::bit_width(key.levels)));
    if (used + bits > 64) {
      ++layout.words;
      used = 0;
    }
    layout.fields.push_back({layout.words - 1, used, ((std::uint64_t{1} << bits) - 1) << used});
    used += bits;
  }
  return layout;
}

// Calls work with the number of words as a constant: a power of two that is enough.
template <class Work>
auto with_words(std::size_t words, const Work& work) {
  if (words <= 1) return work(std::integral_constant<std::size_t, 1>());
  if (words <= 2) return work(std::integral_constant<std::size_t, 2>());
  if (words <= 4) return work(std::integral_constant<std::size_t, 4>());
  return work(std::integral_constant<std::size_t, most_keys / 2>());  // keys of 32 bits each
}

template <std::size_t Size>
Words<Size> packed(const KeyCodes& keys, const Layout& layout, std::size_t row) {
  Words<Size> words{};
  for (std::size_t j = 0; j < keys.key_count(); ++j) {
    const Field& field = layout.fields[j];
    const auto code = static_cast<std::uint64_t>(std::int64_t{keys.columns[j].codes[row]} + 1);
    words[field.word] |= code << static_cast<unsigned>(field.shift);
  }
  return words;
}

// The mask of the keys whose bits are set in `chosen`.
template <std::size_t Size>
Words<Size> mask_of(const Layout& layout, std::uint32_t chosen) {
  Words<Size> mask{};
  for (std::size_t j = 0; j < layout.fields.size(); ++j) {
    if ((chosen >> j & 1U) != 0) mask[layout.fields[j].word] |= layout.fields[j].mask;
  }
  return mask;
}

template <std::size_t Size>
Words<Size> operator&(const Words<Size>& a, const Words<Size>& b) {
  Words<Size> both;
  for (std::size_t w = 0; w < Size; ++w) both[w] = a[w] & b[w];
  return both;
}

// The comparison of std::array calls memcmp, which takes longer than all else here.
template <std::size_t Size>
bool are_same(const Words<Size>& a, const Words<Size>& b) {
  std::uint64_t difference = 0;
  for (std::size_t w = 0; w < Size; ++w) difference |= a[w] ^ b[w];
  return difference == 0;
}

template <std::size_t Size>
std::uint64_t hash_of(const Words<Size>& words) {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : words) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29U;
  }
  return hash * 0xD6E8FEB86659FD93U;
}

}  // namespace overhand::keys
