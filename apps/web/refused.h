// Refused: raised by what a request sends; the status of the answer, a sentence for it, and what
// more the page should know.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace overhand::web {

struct Refused : std::runtime_error {
  Refused(int answer_status, const std::string& sentence,
          nlohmann::ordered_json beside = nlohmann::ordered_json::object())
      : std::runtime_error(sentence), status(answer_status), more(std::move(beside)) {}
  int status;
  nlohmann::ordered_json more;  // an object
};

}  // namespace overhand::web
