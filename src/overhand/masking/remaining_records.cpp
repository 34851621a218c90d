#include <tbb/parallel_for.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "overhand/masking/remaining_records_internal.h"

namespace overhand::masking {
namespace {

// Records of one task: part of the definition, as sums are formed task by task.
constexpr std::size_t task_records = 8192;

// A column of less than this counts as constant: 1 / variance must be finite.
constexpr double smallest_variance = 1e-300;

// Runs work(task) for all tasks, in parallel when there is more than one.
template <class Work>
void for_each_task(std::size_t tasks, const Work& work) {
  if (tasks == 1) return work(0);
  tbb::parallel_for(std::size_t{0}, tasks, work);
}

bool is_nearer(const Neighbour& a, const Neighbour& b) {
  return a.distance < b.distance || (a.distance == b.distance && a.row > b.row);
}

bool is_farther(const Neighbour& a, const Neighbour& b) {
  return a.distance > b.distance || (a.distance == b.distance && a.row < b.row);
}

// The heap's front is the farthest of the nearest.
void offer(std::vector<Neighbour>& heap, std::size_t capacity, const Neighbour& candidate) {
  if (heap.size() == capacity) {
    if (capacity == 0 || !is_nearer(candidate, heap.front())) return;
    std::ranges::pop_heap(heap, is_nearer);
    heap.pop_back();
  }
  heap.push_back(candidate);
  std::ranges::push_heap(heap, is_nearer);
}

double population_variance(const Reals& values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares / n;
}

}  // namespace

RemainingRecords::RemainingRecords(const Table& table)
    : columns_(table.column_count()), row_(same_rows(table.row_count())) {
  const std::size_t blocks = (row_.size() + lanes - 1) / lanes;
  values_.resize(blocks * columns_ * lanes);
  for (std::size_t j = 0; j < columns_; ++j) {
    const Reals values = reals(table.columns()[j]);
    for (std::size_t i = 0; i < values.size(); ++i) values_[index(i, j)] = values[i];
    const double variance = population_variance(values);
    weight_.push_back(variance > smallest_variance ? 1 / variance : 1);
  }
}

Point RemainingRecords::at(std::size_t place) const {
  Point point(columns_);
  for (std::size_t j = 0; j < columns_; ++j) point[j] = values_[index(place, j)];
  return point;
}

Point RemainingRecords::sums(std::size_t begin, std::size_t end) const {
  Point total(columns_);
  const std::size_t whole = end / lanes * lanes;
  for (std::size_t j = 0; j < columns_; ++j) {
    Lanes sum = Lanes::Zero();
    for (std::size_t place = begin; place < whole; place += lanes) {
      sum += Eigen::Map<const Lanes>(&values_[index(place, j)]);
    }
    for (std::size_t place = whole; place < end; ++place) {
      sum[static_cast<Eigen::Index>(place - whole)] += values_[index(place, j)];
    }
    total[j] = std::accumulate(sum.begin(), sum.end(), 0.0);  // not sum(): its order may vary
  }
  return total;
}

Point RemainingRecords::centroid() const {
  const std::size_t tasks = (size() + task_records - 1) / task_records;
  std::vector<Point> part(tasks);
  for_each_task(tasks, [&](std::size_t task) {
    part[task] = sums(task * task_records, std::min((task + 1) * task_records, size()));
  });
  Point mean(columns_);
  for (const Point& sum : part) {
    for (std::size_t j = 0; j < columns_; ++j) mean[j] += sum[j];
  }
  for (double& value : mean) value /= static_cast<double>(size());
  return mean;
}

RemainingRecords::Lanes RemainingRecords::distances(std::size_t block, const Point& from) const {
  const double* values = &values_[block * columns_ * lanes];
  Lanes sum = Lanes::Zero();
  for (std::size_t j = 0; j < columns_; ++j) {
    const Lanes difference = Eigen::Map<const Lanes>(values + j * lanes) - from[j];
    sum += difference.square() * weight_[j];
  }
  return sum;
}

Scan RemainingRecords::scan_blocks(std::size_t begin, std::size_t end, const Point& from,
                                   std::size_t nearest) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Scan scan{{}, {-1, 0, 0}};
  double bound = nearest > 0 ? infinity : -1;
  for (std::size_t place = begin; place < end; place += lanes) {
    const Lanes distance = distances(place / lanes, from);
    if (distance.minCoeff() > bound && distance.maxCoeff() < scan.farthest.distance) continue;
    const std::size_t used = std::min(lanes, end - place);
    for (std::size_t lane = 0; lane < used; ++lane) {
      const Neighbour candidate{distance[static_cast<Eigen::Index>(lane)], row_[place + lane],
                                place + lane};
      if (is_farther(candidate, scan.farthest)) scan.farthest = candidate;
      if (candidate.distance <= bound) offer(scan.nearest, nearest, candidate);
    }
    if (nearest > 0 && scan.nearest.size() == nearest) bound = scan.nearest.front().distance;
  }
  return scan;
}

Scan RemainingRecords::scan(const Point& from, std::size_t nearest) const {
  const std::size_t tasks = (size() + task_records - 1) / task_records;
  std::vector<Scan> part(tasks);
  for_each_task(tasks, [&](std::size_t task) {
    part[task] = scan_blocks(task * task_records, std::min((task + 1) * task_records, size()), from,
                             nearest);
  });
  Scan whole = std::move(part.front());
  for (std::size_t task = 1; task < tasks; ++task) {
    if (is_farther(part[task].farthest, whole.farthest)) whole.farthest = part[task].farthest;
    for (const Neighbour& candidate : part[task].nearest) offer(whole.nearest, nearest, candidate);
  }
  return whole;
}

void RemainingRecords::remove(std::vector<Neighbour> records, std::vector<Row>& removed) {
  std::ranges::sort(records, std::greater<>(), &Neighbour::place);
  for (const Neighbour& record : records) {
    const std::size_t last = size() - 1;
    removed.push_back(record.row);
    for (std::size_t j = 0; j < columns_; ++j) {
      values_[index(record.place, j)] = values_[index(last, j)];
    }
    row_[record.place] = row_[last];
    row_.pop_back();
  }
}

}  // namespace overhand::masking
