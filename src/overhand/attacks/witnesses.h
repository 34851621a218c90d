// Witnesses: of a release that no memory holds, the records that the attacks on some people look
// at. An attack on these people finds the same nearest records in them as in the whole release.
#pragma once

#include "overhand/attacks/attacks.h"

namespace overhand::attacks {

// One way in which an attack looks for records.
struct Search {
  enum class By { distance, equal_values };
  Places columns;
  std::size_t count = 1;  // so many, the nearest or those that share most; of equal ones the first
  By by = By::distance;
};

// Every search of the attacks on a person: of each set of known facts those for a line and for
// votes, and the holders of exact values; of each half the nearest; over all columns, for
// membership, the nearest five; of each number those whose values lie around the person's.
std::vector<Search> searches_of(const View& view, const AttackOptions& options,
                                const random::Key& key);

// What was found for each of some people by each search.
class Witnesses {
 public:
  // The people are rows of the original.
  Witnesses(std::vector<Row> people, std::vector<Search> searches);

  // The part's records are those of the whole release from `first` on. Parts come in ascending
  // order. Fails where the two tables cannot be compared. O(people searches part columns).
  Status see(const Table& original, const Table& part, std::size_t first);
  // What others saw of other parts, for the same people and searches. Fails where it is of others.
  Status add(std::span<const double> distances, std::span<const Row> rows);

  // For each person and search its places one after the other, the nearest first; where fewer were
  // found, an infinite distance.
  const std::vector<double>& distances() const { return distances_; }
  const std::vector<Row>& rows() const { return rows_; }

  // The records of the release that were found, in ascending order, each once.
  std::vector<Row> found() const;

 private:
  struct List;
  List list_of(std::size_t person, std::size_t search);
  void look(const View& part, std::size_t i, std::size_t first);

  std::vector<Row> people_;
  std::vector<Search> searches_;
  std::vector<std::size_t> starts_;  // of each search among the places of a person; and their count
  std::vector<double> distances_;
  std::vector<Row> rows_;
};

}  // namespace overhand::attacks
