// Exposure: what the attacks learn about single people, for the owner of the table alone.
#pragma once

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "overhand/attacks/inference.h"

namespace overhand::attacks {

// One value of one person.
struct ColumnExposure {
  std::size_t tried = 0;  // sets of known columns without it
  std::array<std::size_t, Inference::guessers> right = {};
  // Of the sets from which a guesser was right, the smallest that came first.
  std::array<Places, Inference::guessers> known = {};
  std::size_t holders = 0;  // released records with this very number
};

struct Exposure {
  Row person = 0;
  std::vector<ColumnExposure> columns;   // by their places in the view
  std::size_t halves = 0;                // pairs of halves of the columns that were tried
  std::vector<Places> linked = {};       // the first halves of those that led to one record
  std::size_t combinations = 0;          // sets of columns that were tried
  std::vector<Places> singled_out = {};  // those in which nobody else, and one released record, is
                                         // like this person

  void note_guess(std::size_t column, std::size_t guesser, const Places& known);
};

// A collector that attacks fill: give them one to learn about people, none to learn about a table.
class Exposures {
 public:
  void watch(const View& view, const std::vector<Row>& people);
  Exposure* of(Row person);  // null: not watched. Each person is attacked by one thread at a time
  const std::vector<Exposure>& all() const { return people_; }

 private:
  std::vector<Exposure> people_;
  std::unordered_map<Row, std::size_t> places_;
};

inline Exposure* exposure_of(Exposures* exposures, Row person) {
  return exposures == nullptr ? nullptr : exposures->of(person);
}

// Shares of what was tried that was right about a person.
struct ExposureRates {
  Reals guessed = {};    // by column, by the guesser who is right most often about the person
  Reals looked_up = {};  // by column: 1 where the very number is released
  double linked = 0;
  double singled_out = 0;
};

ExposureRates rates_of(const Exposure& exposure);

// How much of what was tried is right beyond what is anyway, summed over the four kinds of attack:
// from 0 to 4.
double exposure_score(const Exposure& exposure, const ExposureRates& anyway);

enum class AttackKind { inference, look_up, linkability, singling_out };

struct Finding {
  AttackKind attack = AttackKind::inference;
  std::string by = {};    // of guessers, the one
  Places columns = {};    // what was learnt; or by what the person was linked or singled out
  Places known = {};      // from what it was guessed
  std::size_t times = 1;  // so often it was right; of exact values, records that have it
  std::size_t tried = 1;
  double anyway = 0;  // the share that is right without the person's record
};

// What is right clearly more often than anyway: by half of what was tried or more.
std::vector<Finding> findings_of(const Exposure& exposure, const ExposureRates& anyway);

}  // namespace overhand::attacks
