// Gate: settings in the order of what analysts lose, each attacked until one is under every
// ceiling; then the whole table is masked by it, and that very table is attacked.
#pragma once

#include <functional>

#include "overhand/attacks/x_ray.h"
#include "overhand/release/ceilings.h"
#include "overhand/release/release.h"

namespace overhand::release {

// One setting, attacked on splits of the table.
struct Attempt {
  std::size_t method = 0;  // place in Tuning::tuned
  std::size_t point = 0;
  std::string setting;
  double loss = 0;
  attacks::AttackSums sums = {};
  std::vector<Held> held = {};
  std::vector<std::string> certain_columns = {};  // that have certain cells, most of them first
};

struct GateWish {
  Wish wish = {};
  Ceilings ceilings = {};
  Ceilings usual = {};  // those of the profile, before any was changed
  attacks::AttackOptions attacks = {};
  std::size_t most_attempts = 12;      // settings that are attacked
  std::size_t most_attacked = 10'000;  // a larger table is attacked on a random sample of it
  bool takes_nearest = false;          // somebody accepts the risk of what comes nearest
  std::function<void(const Attempt&)> on_attempt = {};
};

struct Gate {
  tuning::Tuning tuning;
  std::vector<Attempt> attempts;  // in the order of loss
  std::optional<std::size_t> passed = {};
  std::size_t nearest = 0;  // the attempt with the smallest worst_ratio
  attacks::AttackPlan plan = {};
  bool is_of_part = false;                     // the plan is of a sample of the table
  std::vector<std::string> seen_columns = {};  // in the order of the attacks
};

// Tries settings and attacks the best of them. What the trials exclude is not attacked, but for
// methods whose records have no source: the attacks are the ruler for all.
Result<Gate> find_passing(const Table& original, const GateWish& wish, const Progress& progress);

struct Gated {
  Released released;
  attacks::Attacks attacks;  // on that very table
  std::vector<Held> held;
  attacks::XRay xray = {};           // for the owner alone; with Terms::for_report
  std::vector<Figure> figures = {};  // held against nothing
};

// Refuses (ErrorKind::refused) when no attempt passes, with what comes nearest, and when that very
// table does not.
Result<Gated> release_through(const Table& original, const Gate& gate, const GateWish& wish,
                              const Terms& terms, const Progress& progress);

}  // namespace overhand::release
