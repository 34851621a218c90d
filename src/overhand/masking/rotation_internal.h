// Rotations of m records about their mean: orthogonal Q, m x m, with Q 1 = 1. Q E has the mean and
// the cross-products of E for every E.
#pragma once

#include "overhand/random/stream.h"
#include "overhand/statistics/moments.h"

namespace overhand::masking {

// Uniform (Haar) on them, reflections included.
//
// O, of order m-1, is the orthogonal factor of a matrix of normals with R's diagonal made positive:
// F. Mezzadri (2007), "How to generate random matrices from the classical compact groups", Notices
// AMS 54. Then Q = V diag(1, O) V, V the Householder reflection of the first unit vector onto
// 1/sqrt(m): its other columns are a basis of the complement of 1, as Helmert's are, and any basis
// gives the same distribution; this one costs O(m^2) to apply.
statistics::Matrix random_rotation(Eigen::Index size, random::Stream& stream);

// One whose entries are as equal in size as can be, the same for every call: none of the m records
// has much more to do with a result than another. The sum of Q_ij^4, 1 where all are equal, falls
// along the orthogonal group from a few random starts; the lowest is taken.
// For m up to 64.
const statistics::Matrix& flat_rotation(Eigen::Index size);

// Searches for it, where it will be needed, unless it is known.
void prepare_flat_rotation(std::size_t size);

// P1 F P2 with F flat and P1, P2 random permutations (docs/theory/cell_rotate.md). Above m = 64,
// where no record counts for much anyway and the search would cost seconds, a uniform one.
statistics::Matrix random_flat_rotation(Eigen::Index size, random::Stream& stream);

}  // namespace overhand::masking
