// Ceilings: what the attacks may learn at most before a table is refused, by whom it is for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/attacks/attacks.h"

namespace overhand::release {

enum class Profile {
  internal,  // people of one's own house, who have signed
  research,  // people who are known, under a contract
  anybody,   // "public": on the web, for ever
};

Result<Profile> profile_named(const std::string& name);
std::string name_of(Profile profile);
std::string words_for(Profile profile);  // "known researchers under contract"

// Shares of people, but for the last. Those of `research` stand here; `internal` allows twice as
// much, `public` half (docs/guide/risk.md).
struct Ceilings {
  double inference = 0.12;    // by the upper end of the strongest guesser's interval
  double isolated = 0.15;     // the same of people who lie alone, by the estimate: they are few
  double membership = 0.15;   // true positives at 1 % false ones
  double look_up = 0.15;      // the same by exact values
  double linkability = 0.05;  // by the upper end
  double dbrl = 0.2;          // by true sources, where there are
};

Ceilings ceilings_of(Profile profile);

// How often an attack was right, of those who are in the table and of those who are not.
struct Rates {
  double target = 0;
  double control = 0;
  double allowed = 0;  // the target's where the ceiling is just reached
  std::optional<statistics::Interval> interval = {};  // of what was learnt beyond the control
};

// What one attack learnt, and what it may.
struct Held {
  std::string name;     // "inference_3"
  std::string meaning;  // for people
  double measured = 0;  // what is held against the ceiling
  double ceiling = 0;
  std::string by = {};  // of guessers, the strongest
  std::optional<Rates> rates = {};

  bool is_kept() const { return measured <= ceiling; }
};

// In the order in which they are told. Facts: three and five.
std::vector<Held> held_against(const Ceilings& ceilings, const attacks::Attacks& attacks);

bool all_kept(const std::vector<Held>& held);

// By how much the worst of them is beyond its ceiling, as a multiple of it; at most 1 where all are
// kept.
double worst_ratio(const std::vector<Held>& held);

}  // namespace overhand::release
