#include "overhand/exchange/slice_internal.h"

namespace overhand::exchange {
namespace {

template <class Offset>
std::string_view text_at(const Slice& slice, std::int64_t i) {
  const Offset* offsets = values_of<Offset>(slice);
  const auto* bytes = static_cast<const char*>(slice.array->buffers[2]);
  if (offsets[i + 1] <= offsets[i]) return {};
  return {bytes + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
}

// 16 bytes each: the length, then up to 12 bytes of text, or 4 of them, a buffer's number and the
// place in it.
std::string_view viewed_text_at(const Slice& slice, std::int64_t i) {
  struct View {
    std::int32_t length;
    char prefix[4];
    std::int32_t buffer;
    std::int32_t offset;
  };
  static_assert(sizeof(View) == 16);
  constexpr std::int32_t longest_inline = 12;
  constexpr std::size_t first_data_buffer = 2;
  const View& view = values_of<View>(slice)[i];
  const auto length = static_cast<std::size_t>(view.length);
  if (view.length <= longest_inline) return {view.prefix, length};
  const auto* bytes = static_cast<const char*>(
      slice.array->buffers[first_data_buffer + static_cast<std::size_t>(view.buffer)]);
  return {bytes + view.offset, length};
}

// The validity, the values, and the letters of texts; a column of nothing has none.
std::int64_t fewest_buffers(Layout layout) {
  if (layout == Layout::null) return 0;
  const bool has_letters = layout == Layout::text || layout == Layout::large_text;
  return has_letters || layout == Layout::text_view ? 3 : 2;
}

}  // namespace

TextAt text_reader(Layout layout) {
  if (layout == Layout::text) return text_at<std::int32_t>;
  return layout == Layout::large_text ? text_at<std::int64_t> : viewed_text_at;
}

std::optional<Error> problem_with(const Format& format, const Slice& slice) {
  const ArrowArray& array = *slice.array;
  const std::int64_t expected = fewest_buffers(format.layout);
  const bool has_sizes = slice.length >= 0 && slice.offset >= 0 && array.null_count >= -1;
  const bool has_buffers =
      array.n_buffers >= expected && (expected == 0 || array.buffers != nullptr);
  if (!has_sizes || !has_buffers) return damaged_array();
  const bool has_values = expected == 0 || slice.length == 0 || array.buffers[1] != nullptr;
  const bool lacks_validity = array.null_count > 0 && expected > 0 && array.buffers[0] == nullptr;
  if (!has_values || lacks_validity) return damaged_array();
  return std::nullopt;
}

Error damaged_array() {
  return {ErrorKind::invalid_data, "values that do not fit their type, so the data is damaged"};
}

}  // namespace overhand::exchange
