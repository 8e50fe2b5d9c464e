// SPDX-License-Identifier: Apache-2.0
// The string type of attributes and tables; for the hdf5_*.cpp files alone.
#pragma once

#include "framework/io/hdf5.hpp"

namespace plisse::io::hdf5 {

inline Handle utf8_type(H5T_cset_t characters = H5T_CSET_UTF8) {
  Handle type(check(H5Tcopy(H5T_C_S1), "create a string type"), H5Tclose);
  check(H5Tset_size(type.id(), H5T_VARIABLE), "create a string type");
  check(H5Tset_cset(type.id(), characters), "create a string type");
  return type;
}

}  // namespace plisse::io::hdf5
