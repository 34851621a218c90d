#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "overhand/evaluation/linkage.h"
#include "overhand/tuning/tuner.h"

namespace overhand::tuning {
namespace {

using evaluation::Evaluator;

Error not_tried() { return {ErrorKind::refused, "The time was up before it was tried."}; }

struct Task {
  std::size_t candidate;
  std::size_t point;
  std::size_t replicate;
};

struct Outcome {
  Replicate replicate;
  std::optional<Error> failure;
  std::vector<std::string> notes;
  double seconds = 0;
  std::vector<evaluation::BrokenRule> broken = {};
};

// A spread order of 0 .. count - 1: the ends, then the middle between those before, so that any
// beginning of it covers the whole.
std::vector<std::size_t> spread(std::size_t count) {
  std::vector<std::size_t> order;
  std::vector<bool> is_taken(count);
  const auto take = [&](std::size_t place) {
    if (!is_taken[place]) order.push_back(place);
    is_taken[place] = true;
  };
  for (std::size_t parts = 1; order.size() < count; parts *= 2) {
    for (std::size_t part = 0; part <= parts; ++part) take(part * (count - 1) / parts);
  }
  return order;
}

// The trials of all candidates: every setting once, then the settings that are worth it again.
class Trials {
 public:
  Trials(const Table& original, const Evaluator& evaluator,
         const std::vector<Candidate>& candidates, const TuneOptions& options,
         const masking::Context& context)
      : original_(original),
        evaluator_(evaluator),
        candidates_(candidates),
        options_(options),
        context_(context),
        outcomes_(candidates.size()) {
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      outcomes_[c].resize(candidates[c].settings.size());
      for (auto& of_point : outcomes_[c]) of_point.resize(replications_of(c));
    }
  }

  Status run() {
    const std::vector<Task> first = first_tasks();
    Stage stage(context_.progress, "trying settings", task_count());
    run_all(first, stage);
    if (stage.cancelled()) return cancelled_error();
    run_all(further_tasks(first, stage), stage);
    if (stage.cancelled()) return cancelled_error();
    return Done{};
  }

  std::vector<std::vector<Point>> points() && {
    std::vector<std::vector<Point>> points(candidates_.size());
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      for (std::size_t p = 0; p < outcomes_[c].size(); ++p) points[c].push_back(point_of(c, p));
    }
    return points;
  }

 private:
  using MaybeOutcome = std::optional<Outcome>;

  std::size_t replications_of(std::size_t candidate) const {
    return candidates_[candidate].method->is_deterministic
               ? 1
               : static_cast<std::size_t>(options_.replications);
  }

  std::size_t task_count() const {
    std::size_t count = 0;
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      count += candidates_[c].settings.size() * replications_of(c);
    }
    return count;
  }

  // Each method in turn, its settings in spread order: when the time is up, all have had a few.
  std::vector<Task> first_tasks() const {
    std::vector<std::vector<std::size_t>> orders;
    std::size_t longest = 0;
    for (const Candidate& candidate : candidates_) {
      orders.push_back(spread(candidate.settings.size()));
      longest = std::max(longest, orders.back().size());
    }
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < longest; ++i) {
      for (std::size_t c = 0; c < orders.size(); ++c) {
        if (i < orders[c].size()) tasks.push_back({c, orders[c][i], 0});
      }
    }
    return tasks;
  }

  std::vector<Task> further_tasks(const std::vector<Task>& first, Stage& stage) const {
    std::vector<Task> tasks;
    for (const Task& task : first) {
      const std::size_t count = replications_of(task.candidate);
      const bool is_over = is_hopeless(outcomes_[task.candidate][task.point].front());
      for (std::size_t r = 1; r < count; ++r) {
        if (is_over)
          stage.finish_part();
        else
          tasks.push_back({task.candidate, task.point, r});
      }
    }
    std::ranges::stable_sort(tasks, {}, &Task::replicate);
    return tasks;
  }

  bool is_hopeless(const MaybeOutcome& outcome) const {
    if (options_.rule != Rule::release) return false;
    return !outcome || outcome->failure || is_far_above(outcome->replicate);
  }

  // So far above the ceiling that no other masking will be below it: trials differ by chance, and
  // by far less than this.
  bool is_far_above(const Replicate& replicate) const {
    constexpr double far = 0.1;
    const double risk =
        value_of(deciding(replicate, options_.reading), evaluation::MeasureId::dbrl);
    return risk > 2 * options_.max_risk && risk > options_.max_risk + far;
  }

  bool is_time_up() const {
    return options_.time.clock && options_.time.clock() > options_.time.seconds / 2;
  }

  // Begins the tasks in their order, on all threads.
  void run_all(const std::vector<Task>& tasks, Stage& stage) {
    std::atomic<std::size_t> next = 0;
    tbb::parallel_for(std::size_t{0}, tasks.size(), [&](std::size_t) {
      if (stage.cancelled()) return;
      if (const Task& task = tasks[next++]; !is_time_up()) {
        tbb::this_task_arena::isolate([&] { run(task); });
      }
      stage.finish_part();
    });
  }

  void run(const Task& task) {
    const Candidate& candidate = candidates_[task.candidate];
    MaybeOutcome& outcome = outcomes_[task.candidate][task.point][task.replicate];
    outcome = outcome_of(candidate, task);
    if (options_.on_trial && !outcome->failure) {
      options_.on_trial(candidate, task.point, deciding(outcome->replicate, options_.reading));
    }
  }

  Outcome outcome_of(const Candidate& candidate, const Task& task) const {
    const random::Key key = random::derived_key(
        context_.key,
        {random::Purpose::replication, static_cast<std::uint32_t>(task.candidate),
         static_cast<std::uint32_t>(task.point), static_cast<std::uint32_t>(task.replicate)});
    const Progress silent({}, [&] { return context_.progress.cancelled(); });
    const double began = options_.time.clock ? options_.time.clock() : 0;
    const auto masked = masking::mask(
        *candidate.method, original_,
        {.values = candidate.settings[task.point], .structure = options_.structure}, {key, silent});
    const double seconds = options_.time.clock ? options_.time.clock() - began : 0;
    if (!masked) return {{}, masked.error(), {}};
    auto asked = evaluation::asked_of(*candidate.method, *masked);
    if (options_.score == Score::loss) {
      asked.trees.c2st_records = evaluation::most_trial_tree_records;
    }
    auto evaluation = evaluator_.evaluate(masked->table, asked, silent);
    if (!evaluation) return {{}, evaluation.error(), {}};
    const auto& measured = evaluation->by_pairing;
    return {{measured.front(), measured.back(), found_share(*masked), !masked->lineage},
            std::nullopt,
            std::move(evaluation->notes),
            seconds,
            std::move(evaluation->broken_rules)};
  }

  double found_share(const masking::Masked& masked) const {
    if (options_.rule != Rule::release) return 0;
    const risk::KeptColumns kept = evaluation::kept_in(original_, masked);
    return masked.lineage ? kept.found_share() : kept.found_without_sources();
  }

  Point point_of(std::size_t candidate, std::size_t number) {
    Point point{candidates_[candidate].settings[number], {}, {}};
    std::set<std::string> notes;
    for (MaybeOutcome& outcome : outcomes_[candidate][number]) {
      if (!outcome) continue;
      if (outcome->failure) {
        point.failure = outcome->failure;
        return point;
      }
      notes.insert(outcome->notes.begin(), outcome->notes.end());
      point.seconds = std::max(point.seconds, outcome->seconds);
      if (point.replicates.empty()) point.broken = std::move(outcome->broken);
      point.replicates.push_back(std::move(outcome->replicate));
    }
    if (point.replicates.empty()) {
      point.failure = not_tried();
      return point;
    }
    set_medians(point);
    point.notes.assign(notes.begin(), notes.end());
    if (const auto skipped = skipped_note(candidate, point)) point.notes.push_back(*skipped);
    return point;
  }

  std::optional<std::string> skipped_note(std::size_t candidate, const Point& point) const {
    const std::size_t wanted = replications_of(candidate);
    const std::size_t done = point.replicates.size();
    if (done == wanted) return std::nullopt;
    const bool is_hopeless =
        options_.rule == Rule::release && is_far_above(point.replicates.front());
    return fmt::format("Tried {} of {} times: {}.", done, wanted,
                       is_hopeless ? "it is far above the ceiling" : "the time was up");
  }

  const Table& original_;
  const Evaluator& evaluator_;
  const std::vector<Candidate>& candidates_;
  const TuneOptions& options_;
  const masking::Context& context_;
  std::vector<std::vector<std::vector<MaybeOutcome>>> outcomes_;  // candidate, point, replicate
};

}  // namespace

Result<std::vector<std::vector<Point>>> evaluate_candidates(
    const Table& original, const Evaluator& evaluator, const std::vector<Candidate>& candidates,
    const TuneOptions& options, const masking::Context& context) {
  Trials trials(original, evaluator, candidates, options, context);
  if (const auto done = trials.run(); !done) return done.error();
  return std::move(trials).points();
}

}  // namespace overhand::tuning
