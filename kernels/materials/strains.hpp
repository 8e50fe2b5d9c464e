// SPDX-License-Identifier: Apache-2.0
// Strains of a thin shell in two orthonormal tangents, and the stress resultants they work on.
#pragma once

#include "kernels/core/compat.hpp"

namespace plisse::materials {

// Membrane strain e [1] and change of curvature k [1/m]; components of tensors (e12 is half the shear angle).
template <class S>
struct Strains {
  S e11{}, e12{}, e22{}, k11{}, k12{}, k22{};
};

// Derivatives of an energy per area with respect to the six numbers of Strains, off-diagonals counted once: n12 = d psi / d e12 is
// twice the shear force per length.  n [N/m], m [N].
template <class S>
struct Resultants {
  S n11{}, n12{}, n22{}, m11{}, m12{}, m22{};
};

}  // namespace plisse::materials
