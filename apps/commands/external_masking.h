// Masks a file that does not fit in the memory, a column at a time, for faces that tell sentences
// meanwhile.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "commands/mask_record.h"
#include "overhand/external/mask.h"
#include "overhand/io/part_writer.h"

namespace overhand::commands {

struct ExternalTask {
  const io::ColumnSource& source;
  ColumnChoice choice;
  const masking::Method& method;
  masking::MaskOptions options;  // its structure is the choice's
  bool derives = true;           // sums that are found are computed after masking
  external::Room room;
};

// What is not done a column at a time: strata, units, rules, suppressed keys and other methods.
std::optional<Error> problem_with_parts(const ColumnChoice& choice, const masking::Method& method);

// Sentences on what is found and done, in the order in which they come.
using Tell = std::function<void(const std::string&)>;

struct ExternallyMasked {
  PreparedTable sample;  // of the original, on which the risk is measured
  external::MaskedTable masked;
};

// Fails as a masking of the whole table does.
Result<ExternallyMasked> mask_externally(ExternalTask& task, const random::Key& key,
                                         const Tell& tell, const Progress& progress);

// Writes all of it; `path` appears whole or not at all.
Status write_parts(const external::MaskedTable& masked, const std::string& path,
                   const io::Format& format, const io::Layout& layout, const Progress& progress);

// As mask_record() has it; the risk is that of the sample.
report::Json external_record(const ExternallyMasked& masked, const ExternalTask& task,
                             const std::string& key, const MaskedRisk& risk);

// What the masked records of the sample still tell. Whether values are plausible is not measured:
// what a sample obeys, the table need not.
Result<MaskedRisk> external_risk(const ExternallyMasked& masked, const ExternalTask& task,
                                 const Progress& progress);

// "Measured on 100,000 of 1,000,000 records ..."
std::string sample_words(const ExternallyMasked& masked);

}  // namespace overhand::commands
