// The two tables as an intruder compares them: what he knows of people, and what was released.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/masking/categorize.h"
#include "overhand/table/table.h"

namespace overhand::attacks {

struct SeenColumn {
  std::string name;
  bool is_category = false;
  bool is_kept = false;   // it goes out as it was: the intruder knows it first
  bool has_gaps = false;  // a number that is missing in the release here and there
  // Numbers in standard deviations of the original from its mean, missing where they are; levels as
  // codes that mean the same in both.
  Reals original;
  Reals released;
  // The bins within which a method moves numbers, where the intruder knows them.
  std::vector<masking::BinCode> original_bins = {};
  std::vector<masking::BinCode> released_bins = {};
  Reals bin_means = {};  // of the released numbers, by bin

  // A guess is right within 5 % of the column's standard deviation, or with the same level. A gap
  // is a value like any other.
  bool is_right(double guess, double truth) const;
  // What the two add to a squared distance.
  double squared_difference(double a, double b) const;
};

struct View {
  std::size_t originals = 0;
  std::size_t released = 0;
  std::vector<SeenColumn> columns;

  std::vector<std::size_t> kept() const;  // the places of columns that are kept
  bool has_bins() const;
};

// All columns of the original that go out, masked or kept. Fails where the release has not all of
// them.
Result<View> view_of(const Table& original, const Table& released);

// What the manifest says of a method that moves values within bins.
struct KnownBins {
  int bins = 0;  // none
  std::size_t min_bin = 1;
};

// The bins of all numbers, as anybody computes them who has the release: a shuffle within bins
// leaves the range and the records of each bin as they are.
void tell_bins(const KnownBins& known, View& view);

// Columns by their places.
using Places = std::vector<std::size_t>;

// The squared distance of one original to released records, over these columns: to as many as there
// is room for, from `first` on, or to every one.
void distances_to(const View& view, Row person, const Places& columns, std::size_t first,
                  std::span<double> distances);
void distances_to(const View& view, Row person, const Places& columns, Reals& distances);

// Of two originals, over all columns.
double squared_distance(const View& view, Row a, Row b);

// The released records at the smallest distances, nearest first; of equally near ones the first.
std::vector<Row> nearest_rows(const Reals& distances, std::size_t count);

}  // namespace overhand::attacks
