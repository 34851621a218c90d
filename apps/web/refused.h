// Refused: raised by what a request sends; the status of the answer and a sentence for it.
#pragma once

#include <stdexcept>
#include <string>

namespace overhand::web {

struct Refused : std::runtime_error {
  Refused(int answer_status, const std::string& sentence)
      : std::runtime_error(sentence), status(answer_status) {}
  int status;
};

}  // namespace overhand::web
