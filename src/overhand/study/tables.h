// The tables of the study as CSV, one file for each table of the paper and for what is behind each
// chart.
#pragma once

#include <string>
#include <vector>

#include "overhand/study/study.h"

namespace overhand::study {

struct CsvFile {
  std::string name;   // "census_scores.csv"
  std::string title;  // for the index page
  std::string text;
};

std::vector<CsvFile> tables_of(const Study& study);

}  // namespace overhand::study
