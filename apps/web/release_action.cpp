#include "release_action.h"

#include <fmt/format.h>

#include "actions.h"
#include "columns.h"
#include "commands/release.h"
#include "commands/structure.h"
#include "error_words.h"
#include "growing.h"
#include "outcome.h"
#include "release_files.h"

namespace overhand::web {
namespace {

using release::Profile;

struct WantedRelease {
  Profile profile = Profile::research;
  std::string method = "all";
  ColumnChoice columns;
};

Result<WantedRelease> release_wanted(const JobRequest& request) {
  const Json& body = request.body;
  if (body.contains("seed") || body.contains("key")) {
    return Error{ErrorKind::invalid_option,
                 "Who guesses a seed undoes the masking, so that a release has a fresh key and no "
                 "seed."};
  }
  const Json name = body.value("profile", Json(release::name_of(Profile::research)));
  const Json method = body.value("method", Json("all"));
  if (!name.is_string() || !method.is_string()) return malformed("profile and method");
  const auto profile = release::profile_named(name.get<std::string>());
  if (!profile) return profile.error();
  const auto columns = columns_of(body, request.table);
  if (!columns) return columns.error();
  return WantedRelease{*profile, method.get<std::string>(), *columns};
}

std::string command_of_release(const JobRequest& request, const WantedRelease& wanted) {
  std::vector<std::string> words = {"release",   request.table.filename,          "-o", "released",
                                    "--profile", release::name_of(wanted.profile)};
  if (wanted.method != "all") words.insert(words.end(), {"--method", wanted.method});
  const auto more = shared_words(request);
  words.insert(words.end(), more.begin(), more.end());
  return command_line(words);
}

release::GateWish gate_wish_of(const WantedRelease& wanted, Growing& growing) {
  auto wish = commands::gate_wish(wanted.profile, wanted.method, wanted.columns.structure);
  wish.takes_nearest = true;  // the lock keeps it in until somebody says why
  wish.wish.tuning.time.clock = stopwatch();
  wish.wish.tuning.on_trial = [&](const auto& candidate, std::size_t point, const auto& measured) {
    growing.add(candidate, point, measured);
  };
  wish.on_attempt = [&](const release::Attempt& attempt) {
    growing.say(fmt::format(
        "Attacked: {} ({}).", attempt.setting,
        release::all_kept(attempt.held)
            ? std::string("under every ceiling")
            : fmt::format("{:.2g} times a ceiling", release::worst_ratio(attempt.held))));
  };
  return wish;
}

Result<Json> refused_release(const JobRequest& request, const std::string& command,
                             const release::Gate& gate, const Error& error) {
  Json outcome = {{"report", report::refusal_json(gate, words_of(error, request.table),
                                                  {{"command", command}})},
                  {"command", command},
                  {"masked", false},
                  {"key", nullptr}};
  auto kept = filed(request, outcome);
  if (kept) (*kept)["release"] = true;
  return kept;
}

// The masked table with its reports and manifest; those as a draft alone where it is locked.
Result<Json> written_release(const JobRequest& request, const commands::ReleaseFacts& facts,
                             const report::Subject& subject, const io::TableInFile& read,
                             const Progress& progress) {
  const auto draft = commands::draft_of(subject, facts, progress);
  if (!draft) return draft.error();
  if (auto done = write_masked(request, subject.masked, read, progress); !done) return done.error();
  if (auto done = keep_draft(request, *draft); !done) return done.error();
  if (release::all_kept(subject.attacked->gated.held)) {
    auto done = commands::write_beside_masked(release_files(request), *draft, progress);
    if (!done) return done.error();
  }
  if (progress.cancelled()) return cancelled_error();
  return Json{{"masked", true},
              {"key", "operating system"},
              {"schema", used_schema(request)},
              {"level", draft->internal_report.at("verdict").at("level")},
              {"has_external_report", true},
              {"release", true}};
}

}  // namespace

Result<Json> release_action(const JobRequest& request, const Progress& progress) {
  auto wanted = release_wanted(request);
  if (!wanted) return wanted.error();
  wanted->columns.structure.alike = wanted->columns.structure.k > 0;
  const auto read = read_to_mask(request, wanted->columns, progress);
  if (!read) return read.error();
  const Structure& structure = wanted->columns.structure;
  if (const auto problem = release::problem_before_trials(read->table, structure)) {
    return commands::with_possible_remedies(*problem, structure);
  }
  Growing growing(request);
  const auto wish = gate_wish_of(*wanted, growing);
  const auto gate = release::find_passing(read->table, wish, progress);
  if (!gate) return gate.error();
  const std::string command = command_of_release(request, *wanted);
  const auto gated =
      release::release_through(read->table, *gate, wish, {.for_report = true}, progress);
  if (!gated && gated.error().kind == ErrorKind::refused) {
    const Error error = commands::with_possible_remedies(gated.error(), structure);
    return refused_release(request, command, *gate, error);
  }
  if (!gated) return gated.error();
  const commands::ReleaseFacts facts{request.table.filename, wanted->profile, OVERHAND_VERSION};
  auto outcome = written_release(
      request, facts, commands::release_subject(facts, *gate, *gated, *read), *read, progress);
  if (outcome) (*outcome)["command"] = command;
  return outcome;
}

Json profiles_json() {
  Json profiles = Json::array();
  for (const Profile profile : {Profile::internal, Profile::research, Profile::anybody}) {
    profiles.push_back(
        {{"name", release::name_of(profile)}, {"words", release::words_for(profile)}});
  }
  return profiles;
}

}  // namespace overhand::web
