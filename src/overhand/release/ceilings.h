// Ceilings: what the attacks may learn at most before a table is refused, by whom it is for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/attacks/attacks.h"
#include "overhand/risk/exact_values.h"

namespace overhand::release {

enum class Profile {
  internal,  // people of one's own house, who have signed
  research,  // people who are known, under a contract
  anybody,   // "public": on the web, for ever
};

Result<Profile> profile_named(const std::string& name);
std::string name_of(Profile profile);
std::string words_for(Profile profile);  // "known researchers under contract"

// Shares of people, records or cells. Those of `research` stand here; of the attacks and of linked
// records `internal` allows twice as much, `public` half (docs/guide/risk.md).
struct Ceilings {
  double inference_3 = 0.12;  // by the upper end of the strongest guesser's interval
  double isolated_3 = 0.15;   // the same of people who lie alone, by the estimate: they are few
  double inference_5 = 0.12;
  double isolated_5 = 0.15;
  double linkability = 0.05;  // by the upper end
  double membership = 0.15;   // true positives at 1 % false ones
  double look_up = 0.15;      // the same by exact values
  double certain_cells = 0;   // whose pool of possible sources has one member
  double dbrl = 0.2;          // by true sources, where there are
  double implausible = 0.05;  // records that break what all originals obey
  double kept_classes = 0;    // records that share what is kept with fewer than three
};

Ceilings ceilings_of(Profile profile);

// Names are those of the struct, which the manifest has too.
std::vector<std::string> ceiling_names();
double ceiling_named(const Ceilings& ceilings, const std::string& name);  // one of those

// Fails where there is no such ceiling, and where the value is no share.
Status set_ceiling(const std::string& name, double value, Ceilings& ceilings);

// How often an attack was right, of those who are in the table and of those who are not.
struct Rates {
  double target = 0;
  double control = 0;
  double allowed = 0;  // the target's where the ceiling is just reached
  std::optional<statistics::Interval> interval = {};  // of what was learnt beyond the control
};

// What one attack learnt, and what it may.
struct Held {
  std::string name;     // of its ceiling
  std::string meaning;  // for people
  double measured = 0;  // what is held against the ceiling
  double ceiling = 0;
  std::string by = {};  // of guessers, the strongest
  std::optional<Rates> rates = {};
  std::optional<double> usual = {};  // the profile's ceiling, where another was asked for

  bool is_kept() const { return measured <= ceiling; }
};

// Says of each whose ceiling is not that of the profile what the usual one is.
void note_changes(const Ceilings& usual, std::vector<Held>& held);

// What is measured too, and held against nothing.
struct Figure {
  std::string name;
  std::string meaning;
  double measured = 0;
  std::string by = {};
  std::vector<std::string> columns = {};  // which it is about, where it is not about all
};

// Of the attacks: two facts known, and singling out.
std::vector<Figure> figures_of(const attacks::Attacks& attacks);
// Of what goes out as it was.
std::vector<Figure> figures_of(const risk::ExactValues& exact);

// In the order in which they are told. Facts: three and five.
std::vector<Held> held_against(const Ceilings& ceilings, const attacks::Attacks& attacks);

bool all_kept(const std::vector<Held>& held);

// By how much the worst of them is beyond its ceiling, as a multiple of it; at most 1 where all are
// kept.
double worst_ratio(const std::vector<Held>& held);

}  // namespace overhand::release
