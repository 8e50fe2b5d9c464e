// SPDX-License-Identifier: Apache-2.0
// Archives in HDF5: an array named a/b becomes dataset b of group a, with its attributes.
#pragma once

#include <cstdint>

#include "framework/io/hdf5.hpp"
#include "framework/run/archive.hpp"

namespace plisse::run {

void write_archive(const io::hdf5::Group& group, const Archive& archive);
// Everything below the group.  Throws io::hdf5::Hdf5Error.
Archive read_archive(const io::hdf5::Group& group);

// 64-bit FNV-1a over names, types, shapes and bytes, in the order of the names.
std::uint64_t checksum(const Archive& archive);

}  // namespace plisse::run
