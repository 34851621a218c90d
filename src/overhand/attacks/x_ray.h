// X-ray: the people about whom a release tells most, and what would be known of them without their
// own records. For the owner of the table alone.
#pragma once

#include "overhand/attacks/attacks.h"
#include "overhand/attacks/exposure.h"

namespace overhand::attacks {

struct ExposedPerson {
  Exposure exposure;
  ExposureRates anyway;  // right by the true records of all others, who are no secret of this one
};

struct XRay {
  std::size_t attacked = 0;           // people
  std::vector<std::string> columns;   // by their places
  std::vector<ExposedPerson> people;  // the most exposed first
};

// What the true records of all others tell about a person: who lies near the mean is guessed by
// anybody, whether or not the own record is in.
Result<ExposureRates> known_anyway(const Table& original, Row person, const AttackOptions& options,
                                   const random::Key& key);

// The `most` of the people in `exposures` who are most exposed beyond that. Of many, those are held
// against the others about whom most is right.
Result<XRay> x_ray(const Table& original, const View& view, const Exposures& exposures,
                   const AttackOptions& options, const random::Key& key);

// Of one person, attacked alone.
Result<XRay> x_ray_of(const Table& original, const Table& released, Row person,
                      const AttackOptions& options, const random::Key& key);

}  // namespace overhand::attacks
