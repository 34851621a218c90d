// A random rotation of m records about their mean.
#pragma once

#include "overhand/random/stream.h"
#include "overhand/statistics/moments.h"

namespace overhand::masking {

// Q, m x m: uniform (Haar) on the orthogonal matrices with Q 1 = 1, reflections included. Q E has
// the mean and the cross-products of E for every E.
//
// O, of order m-1, is the orthogonal factor of a matrix of normals with R's diagonal made positive:
// F. Mezzadri (2007), "How to generate random matrices from the classical compact groups", Notices
// AMS 54. Then Q = V diag(1, O) V, V the Householder reflection of the first unit vector onto
// 1/sqrt(m): its other columns are a basis of the complement of 1, as Helmert's are, and any basis
// gives the same distribution; this one costs O(m^2) to apply.
statistics::Matrix random_rotation(Eigen::Index size, random::Stream& stream);

}  // namespace overhand::masking
