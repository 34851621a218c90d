#include "commands/ledger.h"

#include "overhand/io/locked_file.h"
#include "overhand/report/ledger_json.h"

namespace overhand::commands {
namespace {

using release::Fingerprints;
using release::Ledger;

// The records that are masked, as they were read.
Table released_records(const PreparedTable& read) {
  if (!read.rows || read.before.row_count() == read.table.row_count()) return read.before;
  return gather(read.before, *read.rows);
}

Result<Ledger> ledger_in(const std::optional<std::string>& text, const std::string& path) {
  if (text) {
    auto ledger = report::ledger_from(*text);
    if (!ledger) return in_file(path, ledger.error());
    return ledger;
  }
  const auto key = random::fresh_key();
  if (!key) return key.error();
  return Ledger{*key};
}

struct Opened {
  std::optional<std::string> text;
  Ledger ledger;
  Fingerprints fingerprints;
};

Result<Opened> opened(const io::LockedFile& file, const std::string& path,
                      const PreparedTable& table, const Progress& progress) {
  auto text = file.read();
  if (!text) return text.error();
  auto ledger = ledger_in(*text, path);
  if (!ledger) return ledger.error();
  auto fingerprints = release::fingerprints_of(released_records(table), ledger->key, progress);
  if (!fingerprints) return fingerprints.error();
  if (auto problem = release::problem_with_overlap(*ledger, *fingerprints)) {
    return *std::move(problem);
  }
  return Opened{*std::move(text), *std::move(ledger), *std::move(fingerprints)};
}

}  // namespace

Status check_ledger(const std::string& path, const PreparedTable& table, const Progress& progress) {
  const auto file = io::LockedFile::lock(path, progress);
  if (!file) return file.error();
  const auto ledger = opened(*file, path, table, progress);
  if (!ledger) return ledger.error();
  return Done{};
}

Status enter_in_ledger(const std::string& path, const PreparedTable& table,
                       const LedgerFacts& facts, const Progress& progress,
                       const std::function<void()>& finish) {
  auto file = io::LockedFile::lock(path, progress);
  if (!file) return file.error();
  auto ledger = opened(*file, path, table, progress);
  if (!ledger) return ledger.error();
  ledger->ledger.entries.push_back({facts.date, facts.setting, std::move(ledger->fingerprints)});
  if (const auto written = file->write(report::ledger_text(ledger->ledger)); !written) {
    return written.error();
  }
  try {
    finish();
  } catch (...) {
    file->restore(ledger->text);
    throw;
  }
  return Done{};
}

}  // namespace overhand::commands
