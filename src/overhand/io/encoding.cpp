#include <arrow/util/utf8.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "overhand/io/content_internal.h"
#include "overhand/io/encoding_internal.h"

namespace overhand::io {
namespace {

using namespace std::string_view_literals;

const char* charset_of(Encoding encoding) {
  constexpr std::array charsets = {"UTF-8", "UTF-16LE", "UTF-16BE", "CP1252"};
  return charsets[static_cast<std::size_t>(encoding)];
}

// Latin letters, digits and delimiters have a zero in one of their two bytes; other letters of a
// table are between such, and no zero is in the other byte.
bool has_zeros_of_utf16(std::string_view bytes, std::size_t zero_at) {
  std::size_t zeros = 0;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    if (bytes[i + 1 - zero_at] == '\0') return false;
    zeros += bytes[i + zero_at] == '\0' ? 1 : 0;
  }
  return bytes.size() % 2 == 0 && bytes.size() >= 4 && 5 * zeros >= bytes.size();  // 2 of 5 letters
}

std::optional<Encoding> utf16_of(std::string_view bytes) {
  constexpr std::size_t far_enough = 4096;
  if (bytes.starts_with("\xff\xfe\0\0"sv)) return std::nullopt;  // UTF-32
  if (bytes.starts_with("\xff\xfe")) return Encoding::utf16_little;
  if (bytes.starts_with("\xfe\xff")) return Encoding::utf16_big;
  const std::string_view first = bytes.substr(0, far_enough);
  if (has_zeros_of_utf16(first, 1)) return Encoding::utf16_little;
  if (has_zeros_of_utf16(first, 0)) return Encoding::utf16_big;
  return std::nullopt;
}

// The text without a letter that its end may have cut in two.
std::string_view without_half_letter(std::string_view text) {
  constexpr std::size_t longest = 4;
  for (std::size_t back = 1; back < longest && back <= text.size(); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte >= 0xC0) return text.substr(0, text.size() - back);
    if (byte < 0x80) break;
  }
  return text;
}

// What iconv_open() gives where a library of the system is not installed.
const iconv_t unknown = reinterpret_cast<iconv_t>(-1);  // NOLINT: by its manual

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// Few letters of a text in Windows-1252 look like two bytes of UTF-8, as in "CAFÉ»".
bool looks_like_windows1252(std::string_view text) {
  constexpr std::size_t rare = 10;
  std::size_t of_utf8 = 0;
  std::size_t others = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) continue;
    const bool begins_letter = byte >= 0xC2 && i + 1 < text.size() && is_continuation(text[i + 1]);
    (begins_letter ? of_utf8 : others) += 1;
    while (begins_letter && i + 1 < text.size() && is_continuation(text[i + 1])) ++i;
  }
  return others > 0 && rare * of_utf8 <= others;
}

}  // namespace

bool is_windows1252(std::string_view text) {
  return first_line_not_utf8(text).has_value() && looks_like_windows1252(text);
}

Encoding encoding_of(std::string_view beginning, bool is_whole) {
  if (const auto utf16 = utf16_of(beginning)) return *utf16;
  const bool is_other = is_windows1252(is_whole ? beginning : without_half_letter(beginning));
  return is_other ? Encoding::windows1252 : Encoding::utf8;
}

std::string_view name_of(Encoding encoding) {
  constexpr std::array names = {"UTF-8"sv, "UTF-16"sv, "UTF-16"sv, "Windows-1252"sv};
  return names[static_cast<std::size_t>(encoding)];
}

Transcoder::Transcoder(Encoding encoding, Direction direction)
    : is_windows1252_(encoding == Encoding::windows1252),
      direction_(direction),
      state_(direction == Direction::to_utf8 ? iconv_open("UTF-8", charset_of(encoding))
                                             : iconv_open(charset_of(encoding), "UTF-8")) {}

Transcoder::Transcoder(Transcoder&& other) noexcept
    : is_windows1252_(other.is_windows1252_),
      direction_(other.direction_),
      state_(std::exchange(other.state_, unknown)),
      waiting_(std::move(other.waiting_)) {}

Transcoder::~Transcoder() {
  if (state_ != unknown) iconv_close(state_);
}

// Five bytes are no letters of Windows-1252 for the C library; browsers read them as the control
// characters of Latin-1, and so they come back as they were.
std::size_t Transcoder::control_length(std::string_view bytes, std::string& text) const {
  if (!is_windows1252_) return 0;
  if (direction_ == Direction::to_utf8) {
    text += {'\xc2', bytes.front()};
    return 1;
  }
  if (bytes.size() < 2 || bytes[0] != '\xc2' || static_cast<unsigned char>(bytes[1]) > 0x9F)
    return 0;
  text += bytes[1];
  return 2;
}

bool Transcoder::convert(std::string& bytes, std::string& text) {
  constexpr std::size_t most = 3;  // bytes for one
  char* from = bytes.data();
  std::size_t left = bytes.size();
  while (left > 0) {
    const std::size_t before = text.size();
    std::size_t room = most * left;
    text.resize(before + room);
    char* to = text.data() + before;
    const bool is_done = iconv(state_, &from, &left, &to, &room) != static_cast<std::size_t>(-1);
    const bool is_half = !is_done && errno == EINVAL;
    text.resize(text.size() - room);
    if (is_done || is_half) break;
    const std::size_t skipped = control_length({from, left}, text);
    if (skipped == 0) return false;
    from += skipped;
    left -= skipped;
  }
  bytes.erase(0, bytes.size() - left);
  return true;
}

bool Transcoder::append(std::string_view piece, std::string& text) {
  waiting_ += piece;
  return state_ != unknown && convert(waiting_, text);
}

bool decode(std::string_view bytes, Encoding from, std::string& text) {
  Transcoder transcoder = Transcoder::to_utf8(from);
  return transcoder.append(bytes, text) && transcoder.is_complete();
}

}  // namespace overhand::io
