// All attacks on one release, over control splits: the one ruler for every method, whether or not
// its records have a source.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "overhand/attacks/inference.h"
#include "overhand/attacks/linkability.h"
#include "overhand/attacks/membership.h"
#include "overhand/attacks/singling_out.h"

namespace overhand::attacks {

constexpr std::array<std::size_t, 3> known_facts = {2, 3, 5};

struct AttackOptions {
  std::size_t most_people = 1000;  // members and controls that are attacked in each split
  std::size_t sets = 10;           // random choices of columns
  std::size_t splits = 5;          // everybody is a control in one of them
  KnownBins bins = {};             // of the method, where it has some
};

// Sums over splits.
struct AttackSums {
  Times times = {};
  std::array<Inference, known_facts.size()> inference;
  AttackTally linkability;
  AttackTally singling_out;
  Membership membership;

  void add(const AttackSums& other);  // of other people, or of the same in another split
};

// The strongest of the guessers, by the upper end of its interval.
struct StrongestGuess {
  std::size_t known = 0;  // facts
  const char* guesser = "";
  AttackRisk risk;
};

// Of one column, by the strongest guesser.
struct GuessedColumn {
  std::string name;
  AttackRisk risk;
};

struct Attacks {
  std::array<StrongestGuess, known_facts.size()> inference;
  std::array<StrongestGuess, known_facts.size()> isolated;
  AttackRisk linkability;
  AttackRisk singling_out;
  StrongestMembership membership;
  double look_up = 0;  // true positives at 1 % false ones, by exact values
};

// The attacks on the release of one split: `people.members` were masked. Who is attacked by all of
// them is watched by `exposures`, where they are given.
AttackSums attacked(const View& view, const People& people, const Flags& is_isolated,
                    const AttackOptions& options, const random::Key& key,
                    Exposures* exposures = nullptr);

Attacks attacks_of(const AttackSums& sums);

// However many facts are known, the most guessed column first; kept ones are not guessed.
std::vector<GuessedColumn> guessed_columns(const AttackSums& sums,
                                           const std::vector<std::string>& columns);

// Attacks on people who are all in, held against what others get right about strangers.
AttackSums with_controls_of(AttackSums targets, const AttackSums& splits);

// Whom the attacks are about, which is the same for every masking of a table.
struct AttackPlan {
  std::vector<People> splits;
  Flags is_isolated;
};
// `unit_of` as in control_splits; where none is given, those who share rare values are not parted.
Result<AttackPlan> attack_plan(const Table& original, const std::vector<Row>& unit_of,
                               const AttackOptions& options, const random::Key& key);

// The releases that a way of masking makes of four fifths of the table, attacked by what is known
// of all: `mask` makes the release of some originals, in the given split.
using MaskSome = std::function<Result<Table>(const Table& members, std::size_t split)>;
Result<AttackSums> attacks_on(const Table& original, const AttackPlan& plan, const MaskSome& mask,
                              const AttackOptions& options, const random::Key& key);

// The twentieth of the originals that lie farthest from their nearest other one; of more than
// 10,000 records by their distance to a sample of them.
Flags isolated_twentieth(const View& view, const random::Key& key);

}  // namespace overhand::attacks
