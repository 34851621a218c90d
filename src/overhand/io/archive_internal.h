// Archive: the parts of a zip file, which is what a workbook is.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "overhand/io/input_internal.h"

struct zip;

namespace overhand::io {

class Archive {
 public:
  // Fails where the input is no zip file, or one that was cut short.
  static Result<Archive> open(const Input& input);

  bool has(const std::string& part) const;

  // Hands on the unpacked bytes of a part, piece by piece, until `take` gives false. Fails when the
  // part is not there, is damaged, has a password or is too large for this machine.
  Status read(const std::string& part, const std::function<bool(std::string_view)>& take) const;

  const Input& input() const { return input_; }

  // "not an Excel workbook, or a damaged one."
  Error damaged() const;

 private:
  Archive(const Input& input, std::shared_ptr<zip> parts)
      : input_(input), parts_(std::move(parts)) {}

  Input input_;
  std::shared_ptr<zip> parts_;
};

// Half of the memory that this machine has, in bytes: what one table may take while it is read.
std::size_t memory_for_a_table();

// What to say of a table that would take more.
Error too_large(const Input& input);

}  // namespace overhand::io
