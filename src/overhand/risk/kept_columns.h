// What goes out as it was. Columns: who knows them needs no distance where they are unique, and
// seeks the nearest original among few where they are not. And whole records: copies_internal.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "overhand/risk/found_share.h"
#include "overhand/table/table.h"

namespace overhand::risk {

// Where records are made anew, values come from the class alone: in a smaller one they are those of
// few known persons, whoever a record was made for.
constexpr std::size_t small_class = 10;

// A masked column that classes tell by themselves (told_columns_internal.h).
struct ToldColumn {
  std::string column;
  std::size_t records = 0;  // originals in a class that has one value of it
};

// Records that agree in all these columns are a class; a missing value is a value. The size of a
// record's class is the smaller of the numbers of original and of masked records in it, where two
// records of one source, as far as sources are known, are one person. Beside them stands
// all else that is found other than by the linkage of single records.
struct KeptColumns {
  std::vector<std::string> names;                    // the owner keeps them: their role
  std::vector<std::string> beside_keys = {};         // of them: no keys, where keys are suppressed
  std::vector<std::string> unchanged;                // the masking left them as they were
  std::size_t records = 0;                           // of the masked table
  std::size_t unique = 0;                            // records in a class of one
  std::size_t below_three = 0;                       // records in a class of one or two
  std::size_t in_small_classes = 0;                  // records in a class below small_class
  std::size_t smallest_class = 0;                    // all records where nothing goes out as it is
  std::optional<FoundShare> linkage = std::nullopt;  // within classes, where sources are known
  bool is_told_emptied = false;  // by who is told what suppression emptied: the worst that can be
  std::vector<ToldColumn> told = {};     // masked columns that classes tell, the worst first
  bool are_counts_kept = false;          // every class has as many masked as original records
  FoundShare copies;                     // of unique originals, over the columns to mask
  std::vector<std::string> identifiers;  // columns to mask that look like one and keep their values
  bool is_in_order = false;              // the records stand in the order of their sources
  std::optional<FoundShare> units = std::nullopt;  // by all their records, where there are units
  std::optional<FoundShare> ranks = std::nullopt;  // by ranks and places of levels, of mixed tables

  bool empty() const { return names.empty() && unchanged.empty(); }
  double unique_share() const {
    return records == 0 ? 0 : static_cast<double>(unique) / static_cast<double>(records);
  }
  // The share of records, or of units, that are found by who knows these columns, all records of a
  // unit, or the order of levels: what is held against a ceiling.
  double found_share() const {
    return std::max({unique_share(), copies.highest(), linkage ? linkage->highest() : 0,
                     units ? units->highest() : 0, ranks ? ranks->highest() : 0});
  }
  // The same of records without a source, of which no linkage is known: those in small classes
  // count as found.
  double found_without_sources() const {
    return records == 0 ? 0
                        : std::max(found_share(), static_cast<double>(in_small_classes) /
                                                      static_cast<double>(records));
  }
};

// Unchanged columns are found where the original row of each masked record is known: they agree
// with it in every record. Constant ones tell nothing and are not named. Columns are matched by
// name. There is no linkage where the masked columns cannot be measured. Where there are
// `suppressed` columns, a record's class is made of the sources that it may be of, emptied cells
// matching all (keys::sharing_where_emptied), and the linkage is that of an intruder who is told
// what was suppressed, which is the careful side.
KeptColumns kept_columns(const Table& original, const Table& masked,
                         std::optional<std::span<const Row>> source,
                         const std::vector<std::string>& suppressed = {});

// Before anything is masked: how many records are unique on the columns to keep, once cells of keys
// are suppressed where the structure says so.
std::size_t unique_on_kept(const Table& original, const Structure& structure = {});

// The column to keep that tells most, and as many more until no record is unique on the others:
// each is the one without which the fewest classes are left.
std::vector<std::string> most_telling_kept(const Table& original);

// How often the originals are sources: 1 each in a permutation.
struct SourceUse {
  std::size_t repeated = 0;  // originals that are the source of more than one masked record
  std::size_t unused = 0;    // originals that are the source of none
};
SourceUse source_use(std::span<const Row> source, std::size_t originals);

}  // namespace overhand::risk
