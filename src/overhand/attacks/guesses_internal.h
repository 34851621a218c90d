// What an intruder guesses about a person from released records that look like that person.
#pragma once

#include <array>

#include "overhand/attacks/view.h"

namespace overhand::attacks {

// Who guesses: by the nearest released record; by the vote of the five nearest; by the vote of the
// records that have most of the known values exactly; by a line through the forty nearest.
enum class Guesser { nearest, vote, exact, line };
constexpr std::size_t guesser_count = 4;

// The value on which most of these records agree, as far as a guess needs it; of several the first.
double voted(const SeenColumn& column, const std::vector<Row>& rows);

// Records that have as many of the known values exactly as any has, the first fifty of them.
std::vector<Row> exact_holders(const View& view, Row person, const Places& known);

struct Exposure;  // exposure.h

// The share of the unknown columns that each guesser gets right about a person; which, goes into
// the person's exposure where one is given.
std::array<double, guesser_count> right_guesses(const View& view, Row person, const Places& known,
                                                const Places& unknown,
                                                Exposure* exposure = nullptr);

}  // namespace overhand::attacks
