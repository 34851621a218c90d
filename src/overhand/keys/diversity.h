// Diversity: what records that look alike in the keys tell about a sensitive column. Where all of
// them have the same value there, nobody need know which of them is whose.
//
// A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam (2007), "l-diversity", TKDD 1:
// distinct l is how many values a class has; entropy l the exponential of their entropy, as many
// equally common values would have; recursive (c, l) the largest l with r1 < c (rl + ... + rm), of
// the counts of the values in falling order, c = 2 as in sdcMicro.
// N. Li, T. Li, S. Venkatasubramanian (2007), "t-closeness", ICDE: how far the values of a class
// are from those of the table, by the earth mover's distance over ranks where they have an order,
// else by total variation.
//
// A class is made of records that look alike, a missing key as a value of its own: that is what
// sdcMicro's ldiversity counts, and it is never more than what the records that could be the same
// have. A missing sensitive value is a value like others, since it may tell something too
// (sdcMicro has l = 0 where all of a class are missing); an order leaves it out.
#pragma once

#include "overhand/keys/key_groups.h"

namespace overhand::keys {

struct ClassDiversity {
  Row distinct = 0;
  double entropy = 0;
  Row recursive = 0;
  double closeness = 0;
};

struct Diversity {
  std::string column;
  std::size_t values = 0;  // different ones in the table, a missing one as one
  bool is_ordered = false;
  std::vector<ClassDiversity> classes;  // of each group
};

Diversity diversity(const Column& sensitive, const KeyGroups& groups);

// The classes that tell most, and how many records they have.
struct DiversityExtremes {
  Row distinct = 0;        // the smallest l
  std::size_t of_one = 0;  // records in classes of one value
  std::size_t of_two = 0;  // of one or two
  double entropy = 0;      // the smallest
  Row recursive = 0;       // the smallest
  double closeness = 0;    // the largest
};

// `groups` tells the class of each record.
DiversityExtremes extremes_of(const Diversity& diversity, const Classes& groups);

}  // namespace overhand::keys
