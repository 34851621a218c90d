// What the page can ask for, by name. An action that is not in the table is answered with 501.
#pragma once

#include <map>
#include <string>

#include "jobs.h"
#include "overhand/io/read_table.h"
#include "overhand/masking/methods.h"
#include "overhand/report/report.h"
#include "overhand/table/table.h"

namespace overhand::web {

struct Action {
  JobAction work;
  bool is_look = false;  // gives figures, not a masked table with its reports
};
using Actions = std::map<std::string, Action>;

Actions actions();

// {"method": name, "options": {name: text}}: the texts as a person types them; empty is the
// default.
struct ChosenMethod {
  const masking::Method* method;
  masking::MaskOptions options;
};
Result<ChosenMethod> method_of(const Json& body);

// The masked table and its lineage, where the job's downloads come from.
Status write_masked(const JobRequest& request, const masking::Masked& masked,
                    const io::TableInFile& original, const Progress& progress);

// {"report", "external_report"}.
Result<Json> reports_json(const report::Subject& subject, const Progress& progress);

// The words of a command line, quoted for a shell where they need it.
std::string command_line(const std::vector<std::string>& words);

// The words for how the file is read, the columns and the seed, as every command takes them.
std::vector<std::string> shared_words(const JobRequest& request);

}  // namespace overhand::web
