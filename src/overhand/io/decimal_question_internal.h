// Which sign is the decimal one, where nobody says so and texts are to be numbers.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/table/number_text.h"

namespace overhand::io {

// What the cells of one column say.
struct DecimalClue {
  DecimalVote vote = DecimalVote::none;
  std::string column = {};
  std::size_t row = 0;  // the first one with such a sign
};

// Of cells that are looked at one after the other, as long as they are numbers.
class DecimalSearch {
 public:
  // A cell that is not missing. False as soon as it is no column of numbers.
  bool add(std::string_view cell, std::size_t row);
  DecimalClue clue(std::string column) const;

 private:
  DecimalEvidence evidence_;
  std::optional<std::size_t> first_;
  bool are_numbers_ = true;
};

// The sign that the columns agree on, or `likely` where none of them says anything. Fails where the
// numbers can be read in both ways, which differ: the sentence shows both. `place_of` tells where a
// row is.
Result<char> agreed_decimal(const std::vector<DecimalClue>& clues, char delimiter, char likely,
                            const std::function<Place(std::size_t row)>& place_of);

// The decimal sign that the columns vote for; none where they do not say or contradict.
std::optional<char> decimal_by(const std::vector<DecimalVote>& votes, char delimiter);

}  // namespace overhand::io
