// Texts in UTF-16 and Windows-1252 as UTF-8, and back (iconv of the C library).
#pragma once

#include <iconv.h>

#include <string>
#include <string_view>

#include "overhand/io/dialect.h"

namespace overhand::io {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // in UTF-8

// The encoding of a text that begins with these bytes: by its byte order mark, by the zeros of
// UTF-16, or Windows-1252 where it is no UTF-8 and no letter of it looks like UTF-8.
Encoding encoding_of(std::string_view beginning, bool is_whole);

// Not UTF-8, and hardly a letter of it looks like UTF-8.
bool is_windows1252(std::string_view text);

// "UTF-16", for a sentence.
std::string_view name_of(Encoding encoding);

// Turns a text in one encoding into one in another, piece by piece.
class Transcoder {
 public:
  static Transcoder to_utf8(Encoding from) { return {from, Direction::to_utf8}; }
  static Transcoder from_utf8(Encoding to) { return {to, Direction::from_utf8}; }
  Transcoder(Transcoder&& other) noexcept;
  Transcoder& operator=(Transcoder&&) = delete;
  ~Transcoder();

  // Appends what `piece` says to `text`; half a letter at its end waits for the next one. False
  // where there is a letter that has no place in the encoding: nothing behind it is taken.
  bool append(std::string_view piece, std::string& text);

  // Whether no half letter is left.
  bool is_complete() const { return waiting_.empty(); }

 private:
  enum class Direction { to_utf8, from_utf8 };
  Transcoder(Encoding encoding, Direction direction);
  bool convert(std::string& bytes, std::string& text);
  std::size_t control_length(std::string_view bytes, std::string& text) const;

  bool is_windows1252_;
  Direction direction_;
  iconv_t state_;
  std::string waiting_;
};

// Appends the whole text. False where a letter of it has no place in the encoding or its end is
// missing: then what stands before.
bool decode(std::string_view bytes, Encoding from, std::string& text);

}  // namespace overhand::io
