// SPDX-License-Identifier: Apache-2.0
// The four sides of a surface's chart, the unit square in (u, v).
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace plisse::surfaces {

enum class Edge { u_min, u_max, v_min, v_max };

inline constexpr Edge edges[] = {Edge::u_min, Edge::u_max, Edge::v_min, Edge::v_max};

// Names and values, as a choice among options reads them.
inline std::vector<std::pair<const char*, Edge>> edge_choices() {
  return {{"u_min", Edge::u_min}, {"u_max", Edge::u_max}, {"v_min", Edge::v_min}, {"v_max", Edge::v_max}};
}

inline const char* edge_name(Edge edge) { return edge_choices()[std::size_t(edge)].first; }

// One quadrature point of an edge.
struct EdgePoint {
  double u, v;              // in the chart
  double weight;            // share of the edge's length [m]
  double normal1, normal2;  // outward unit conormal in (t1, t2)
};

}  // namespace plisse::surfaces
