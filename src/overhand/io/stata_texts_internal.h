// The long texts (strL) of a file of Stata, as far as ReadStat 1.1 does not tell them: it passes
// over those of version 119, and leaves those of version 117 in their encoding.
#pragma once

#include <arrow/io/type_fwd.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace overhand::io {

class StataTexts {
 public:
  // None where the file is damaged: it must end as it says. Without any for other versions, of
  // which ReadStat tells the texts itself.
  static std::optional<StataTexts> read(arrow::io::RandomAccessFile& file);

  bool are_here() const { return is_119_; }
  bool are_in_windows1252() const { return is_117_; }

  // The text that these eight bytes of a record refer to. None where there is no such.
  std::optional<std::string_view> at(std::string_view reference) const;

 private:
  bool add_all(std::string_view section);

  bool is_117_ = false;
  bool is_119_ = false;
  bool is_big_endian_ = false;
  std::map<std::string, std::string> texts_;  // by variable and record, as a reference has them
};

}  // namespace overhand::io
