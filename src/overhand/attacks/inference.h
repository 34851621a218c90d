// Inference: an intruder knows some facts about a person, what is kept first, and guesses the
// others from the released records that look like that person.
#pragma once

#include <array>

#include "overhand/attacks/people.h"
#include "overhand/attacks/rates.h"
#include "overhand/attacks/view.h"

namespace overhand::attacks {

struct InferenceOptions {
  std::size_t known = 3;  // facts besides what is kept; all but one where there are no more
  std::size_t sets = 10;  // random choices of them, for each person all
};

// By who guesses (nearest record, vote of five, holders of exact values, a line, bins), of all
// people and of those who lie alone.
struct Inference {
  static constexpr std::size_t guessers = 5;
  using ByGuesser = std::array<AttackTally, guessers>;
  ByGuesser all;
  ByGuesser isolated;
  std::vector<ByGuesser> of_column;  // of all people, each guess by itself: what is guessed

  void add(const Inference& other);
};

const char* guesser_name(std::size_t guesser);

struct KnownSet {
  Places known;
  Places unknown;
};
// The sets that are drawn with the key; none where all is kept.
std::vector<KnownSet> known_sets(const View& view, const InferenceOptions& options,
                                 const random::Key& key);

class Exposures;  // exposure.h

// O(sets people released (known + 1)).
Inference inference(const View& view, const People& people, const Flags& is_isolated,
                    const InferenceOptions& options, const random::Key& key,
                    Exposures* exposures = nullptr);

}  // namespace overhand::attacks
