// The choice among the points of one candidate.
#pragma once

#include "overhand/tuning/tuner.h"

namespace overhand::tuning {

// The records of the table, and how many of them were tried.
struct Extent {
  std::size_t rows = 0;
  std::size_t trial_rows = 0;
};

// Losses that differ by less are equal to us: on the 1,000 records of each table that trials give
// to the boosted trees, the standard error of c2st, a fourth of the loss, is 0.026. Of nearly equal
// ones the safest is chosen, else the choice would go up to the ceiling for nothing.
constexpr double nearly_equal_loss = 0.01;

// Without a time limit, a masking of the whole table may take this many seconds.
constexpr double longest_masking = 600;

// The highest share of linked records that chance lets another masking have: three standard errors
// above the median. Maskings vary as independent links would (sd within 15 % of the binomial one on
// Census for the methods with chance), so that one masking in a thousand is beyond. The median
// itself where nothing is left to chance.
double likely_highest_dbrl(const Point& point, const masking::Method& method, Reading reading,
                           const Extent& extent);

// Whether what goes out as it was gives more records away than the ceiling allows.
bool is_known_too_well(const Point& point, const TuneOptions& options, const Extent& extent);

// Whether a setting is set aside because its records are implausible, or may become so by chance.
bool is_implausible(const Point& point, const Tuning& tuning);
// Whether one that is safe enough is.
bool has_implausible_points(const Tuning& tuning);

// Sets the choice and the safest of `tuned.points`, and with Rule::release why a point whose risk
// is under the ceiling is not chosen: its records are implausible, chance may lift it above the
// ceiling, or masking the whole table would take too long.
void choose(Tuned& tuned, const TuneOptions& options, const Extent& extent = {});

// Sets the best of all points that can be chosen, as the choice of its method too.
void choose_best(Tuning& tuning);

// The point that stands for the method: its choice, else the best of those under the ceiling, else
// the safest.
std::optional<std::size_t> shown_point(const Tuned& tuned, const TuneOptions& options);

}  // namespace overhand::tuning
