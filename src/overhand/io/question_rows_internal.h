// Rows below the names that are no records: Qualtrics writes the questions and its own keys there.
#pragma once

#include <cstddef>
#include <string_view>

namespace overhand::io {

// Where they stand in a text, in bytes.
struct QuestionRows {
  static constexpr std::size_t count = 2;
  std::size_t begin = 0;
  std::size_t end = 0;

  bool are_there() const { return end > begin; }
};

// In the beginning of a text: the second and the third record, where each cell of the third is a
// key of Qualtrics, {"ImportId":"QID1"}.
QuestionRows question_rows(std::string_view text);

}  // namespace overhand::io
