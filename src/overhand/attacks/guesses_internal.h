// What an intruder guesses about a person from released records that look like that person.
#pragma once

#include <array>

#include "overhand/attacks/view.h"

namespace overhand::attacks {

// Who guesses: by the nearest released record; by the vote of the five nearest; by the vote of the
// records that have most of the known values exactly; by a line through the forty nearest; by the
// vote of the records that are in most of the person's bins, where the method has bins.
enum class Guesser { nearest, vote, exact, line, bins };
constexpr std::size_t guesser_count = 5;

constexpr std::size_t voters = 5;
constexpr std::size_t on_the_line = 40;
constexpr std::size_t most_holders = 50;

// The value on which most of these records agree, as far as a guess needs it; of several the first.
double voted(const SeenColumn& column, const std::vector<Row>& rows);

// Records that have as many of the known values exactly as any has, the first fifty of them.
std::vector<Row> exact_holders(const View& view, Row person, const Places& known);

// Records that are in as many of the person's bins as any is, the first fifty of them; of a column
// without bins they have the value.
std::vector<Row> bin_holders(const View& view, Row person, const Places& known);

// The mean of the bin in which most of these records are: whoever was moved within it was no
// farther from there than from a value that is now in the record. Of a column without bins the
// vote.
double of_voted_bin(const SeenColumn& column, const std::vector<Row>& rows);

// Whether each guesser is right about each of the unknown columns of a person.
using Rights = std::array<bool, guesser_count>;
std::vector<Rights> rights_about(const View& view, Row person, const Places& known,
                                 const Places& unknown);

}  // namespace overhand::attacks
