// The study for readers: docs/study.md, and an index page of all its files.
#pragma once

#include <string>
#include <vector>

#include "overhand/study/charts.h"
#include "overhand/study/tables.h"

namespace overhand::study {

// Each claim of the paper with our numbers and the verdict, then the same by true sources.
std::string markdown_page(const Study& study);

// Links to the tables and charts. The pictures show once tools/figures has drawn them.
std::string index_page(const std::vector<CsvFile>& tables,
                       const std::vector<report::Chart>& charts);

}  // namespace overhand::study
