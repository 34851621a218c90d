#include "overhand/masking/digest.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstring>

#include "overhand/random/stream.h"
#include "overhand/table/value_bits.h"

namespace overhand::masking {
namespace {

using Words = std::vector<std::uint64_t>;
using Wide = unsigned __int128;

std::uint64_t word_of(double value) { return value_bits(value); }
std::uint64_t word_of(std::uint64_t word) { return word; }

// An integer is the real that equals it; where there is none, its own bits, and a bit beyond the
// 64 that no real has.
Wide word_of(std::int64_t value) {
  if (const auto real = equal_real(value)) return value_bits(*real);
  return Wide{1} << 64 | static_cast<std::uint64_t>(value);
}

// The double words of the rows from `first_row` on.
Words row_words(const random::Key& key, std::size_t first_row, std::size_t rows) {
  constexpr std::size_t rows_per_block = random::Stream::words_per_block / 2;
  random::Stream stream(key, {random::Purpose::digest}, 2 * rows);
  stream.seek(static_cast<std::uint32_t>(first_row / rows_per_block));
  for (std::size_t i = 0; i < first_row % rows_per_block; ++i) stream.next_double_word();
  Words words(rows);
  for (std::uint64_t& word : words) word = stream.next_double_word();
  return words;
}

template <class Value>
Digest weighted_sum(const Words& weights, const Value* values) {
  Wide sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += Wide{weights[i]} * word_of(values[i]);
  return {static_cast<std::uint64_t>(sum), static_cast<std::uint64_t>(sum >> 64)};
}

// A word for each text of the column, which only the holder of the key can compute; that of what is
// missing is the last.
Words text_words(const Column& column, const random::Key& key) {
  const auto* texts = std::get_if<Texts>(&column.values);
  if (texts == nullptr || column.role != Role::mask) return {};
  const Dictionary& dictionary = texts->dictionary();
  Words words(dictionary.size() + 1, value_bits(missing_real));
  tbb::parallel_for(std::size_t{0}, dictionary.size(), [&](std::size_t code) {
    const auto bytes = random::derived_key(key, dictionary[code]).bytes();
    std::memcpy(&words[code], bytes.data(), sizeof words[code]);
  });
  return words;
}

Digest digest_of(const Texts& texts, const Words& words, std::size_t begin, const Words& weights) {
  Words values(weights.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Code code = texts.codes()[begin + i];
    values[i] = is_missing(code) ? words.back() : words[static_cast<std::size_t>(code)];
  }
  return weighted_sum(weights, values.data());
}

Digest digest_of(const Column& column, const Words& words, std::size_t begin,
                 const Words& weights) {
  if (column.role != Role::mask) return {};
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    return digest_of(*texts, words, begin, weights);
  }
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) {
    return weighted_sum(weights, reals->data() + begin);
  }
  return weighted_sum(weights, std::get<Cells<std::int64_t>>(column.values).data() + begin);
}

}  // namespace

Digest& Digest::operator+=(const Digest& other) {
  const Wide sum = ((Wide{high} << 64) | low) + ((Wide{other.high} << 64) | other.low);
  low = static_cast<std::uint64_t>(sum);
  high = static_cast<std::uint64_t>(sum >> 64);
  return *this;
}

std::vector<Digest> digests(const Table& part, const random::Key& key, std::size_t first_row) {
  constexpr std::size_t task_rows = 2048;  // weights and values of a column fit in the cache
  const std::size_t columns = part.column_count();
  const std::size_t tasks = (part.row_count() + task_rows - 1) / task_rows;
  std::vector<Digest> of_task(tasks * columns);
  std::vector<Words> words;
  for (const Column& column : part.columns()) words.push_back(text_words(column, key));
  tbb::parallel_for(std::size_t{0}, tasks, [&](std::size_t task) {
    const std::size_t begin = task * task_rows;
    const std::size_t rows = std::min(task_rows, part.row_count() - begin);
    const Words weights = row_words(key, first_row + begin, rows);
    for (std::size_t j = 0; j < columns; ++j) {
      of_task[task * columns + j] = digest_of(part.columns()[j], words[j], begin, weights);
    }
  });
  std::vector<Digest> sums(columns);
  for (std::size_t i = 0; i < of_task.size(); ++i) sums[i % columns] += of_task[i];
  return sums;
}

}  // namespace overhand::masking
