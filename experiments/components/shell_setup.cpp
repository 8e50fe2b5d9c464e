// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/shell_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/components/device.hpp"
#include "experiments/components/surface_probe.hpp"
#include "kernels/quadrature/gauss.hpp"
#include "kernels/surfaces/surface.hpp"

namespace plisse::experiments {

namespace {

constexpr double one_row = 1e12;  // aspect of a square whose strata are strips along its first side

surfaces::Edge edge_named(const std::string& name) {
  for (const auto& [text, edge] : surfaces::edge_choices())
    if (name == text) return edge;
  throw std::logic_error("no edge is called '" + name + "'");
}

// Rules that are made for the whole unit square as one smooth chart mean nothing on a garment.
void check_rule(const config::Component& rule) {
  if (rule.type == quadrature::Gauss<double>::name)
    throw config::Error(
        "quadrature.type: 'gauss' needs a surface with a chart, and a garment has none; take stratified, low_discrepancy or monte_carlo");
}

std::string edges_of(const surfaces::SurfaceMap& surface) {
  std::string text;
  for (const auto edge : surfaces::edges)
    if (surface.has_edge(edge)) text += (text.empty() ? "" : ", ") + std::string(surfaces::edge_name(edge));
  return text.empty() ? "it has none" : "it has " + text;
}

// How many points a load takes besides those of the surface.
template <class T>
int extra_points(const shell::Load<T>& load, int edge_points) {
  return load.site() == shell::LoadSite::surface ? 0 : load.site() == shell::LoadSite::edge ? edge_points : 1;
}

// Names of the terms: the loads' types, numbered where one comes again.
std::vector<std::string> term_names(const std::vector<config::Component>& loads) {
  std::vector<std::string> names{"membrane", "bending"};
  std::map<std::string, int> seen;
  for (const auto& load : loads) {
    const int count = ++seen[load.type];
    names.push_back(count == 1 ? load.type : fmt::format("{}_{}", load.type, count));
  }
  return names;
}

// A jet that bends the surface to the curvature 1 / size everywhere.
template <class T>
void bend(const surfaces::SurfacePoints<T>& batch, int n, T curvature, const Jets<T>& jets) {
  Kokkos::parallel_for(
      "plisse::experiments::bend", Range(0, n), KOKKOS_LAMBDA(int p) {
        const auto f = batch.at(p);
        for (int i = 0; i < 3; ++i) jets(i, 3, p) = jets(i, 5, p) = curvature * f.n[i];
      });
}

}  // namespace

template <class T>
ShellEnergy<T>::ShellEnergy(const ShellSetup& setup, std::shared_ptr<const RestShape<T>> rest, const Obstacle& obstacle,
                            const config::Component& quadrature, std::uint64_t seed, Workspace& workspace)
    : rest_(std::move(rest)), material_(make_material<T>(setup.material)), names_(term_names(setup.loads)) {
  const auto* chart = shape().chart();
  if (!chart) check_rule(quadrature);
  quadrature::Context context;
  context.seed = seed;
  context.aspect = chart ? chart->length_u() / chart->length_v() : one_row;
  context.workspace = &workspace;
  quadrature_ = make_quadrature<T>(quadrature, context);

  const int n = quadrature_->points();
  for (std::size_t k = 0; k < setup.loads.size(); ++k) add_load(setup.loads[k], fmt::format("loads[{}]", k), setup.edge_points, workspace);
  total_ = n;
  for (const auto& acting : loads_) total_ += extra_points(*acting.load, setup.edge_points);
  batch_ = surfaces::SurfacePoints<T>("plisse::shell::batch", std::size_t(total_), workspace);
  chart_ = workspace.take<T>("plisse::shell::chart", 2, std::size_t(n));
  elasticity_ = std::make_unique<shell::Elasticity<T>>(setup.strain, *material_, n, workspace);
  if (obstacle) {
    collider_ = obstacle.collider<T>(n, workspace);
    contact_ = std::make_unique<shell::Contact<T>>(setup.contact, *collider_, n, workspace);
    names_.push_back("contact");
  }
  int next = n;
  for (std::size_t k = 0; k < loads_.size(); ++k) {
    auto& acting = loads_[k];
    const int count = extra_points(*acting.load, setup.edge_points);
    acting.sites = count == 0 ? shell::Sites{0, n} : shell::Sites{next, count};
    next += count;
    place_load(acting, fmt::format("loads[{}]", k), setup.edge_points);
  }
}

template <class T>
void ShellEnergy<T>::add_load(const config::Component& component, const std::string& path, int edge_points, Workspace& workspace) {
  const int capacity = std::max(quadrature_->points(), edge_points);
  try {
    loads_.push_back({make_load<T>(component, {capacity, material_->density(), &workspace}), {}});
  } catch (const config::Error& error) {
    throw config::Error(path + ": " + error.what());
  }
}

template <class T>
void ShellEnergy<T>::place_load(Acting& acting, const std::string& path, int edge_points) {
  const auto& load = *acting.load;
  if (load.site() == shell::LoadSite::edge) {
    const auto* chart = shape().chart();
    if (!chart) throw config::Error(path + ".edge: a garment has no chart with named edges; take a load on the surface or at a point");
    const auto edge = edge_named(load.edge());
    if (!chart->has_edge(edge))
      throw config::Error(fmt::format("{}.edge: the surface has no edge {}; {}", path, load.edge(), edges_of(*chart)));
    surfaces::write_edge<T>(*chart, chart->edge_points(edge, edge_points), acting.sites.first, batch_);
  }
  if (load.site() == shell::LoadSite::point) {
    const auto at = load.position();
    const auto found = shape().nearest(at);
    if (found.distance > on_surface * size_of(shape())) throw config::Error(off_surface(path + ".at", found));
    surfaces::write_point<T>(found.frame, acting.sites.first, batch_);
  }
}

template <class T>
bool ShellEnergy<T>::quadratic() const {
  return elasticity_->quadratic() && !contact_ &&
         std::all_of(loads_.begin(), loads_.end(), [](const Acting& a) { return a.load->quadratic(); });
}

template <class T>
void ShellEnergy<T>::draw(const Exec& exec, std::int64_t step) {
  if (drawn_ == step || (drawn_ >= 0 && quadrature_->fixed())) return;
  drawn_ = step;
  const int n = quadrature_->points();
  quadrature_->draw(exec, std::uint64_t(step), chart_, batch_.weight);
  rest_->source().frames(exec, chart_, 0, n, batch_);
  if (!quadrature_->fixed()) quadrature_->normalise(exec, batch_.weight, n, shape().area());
}

template <class T>
std::vector<double> ShellEnergy<T>::evaluate(const Exec& exec, const Jets<T>& jets, double load, double factor,
                                             const Jets<T>& adjoint) const {
  if (adjoint.size() > 0) Kokkos::deep_copy(exec, adjoint, T(0));
  elasticity_->evaluate(exec, batch_, {0, quadrature_->points()}, jets, factor, adjoint);
  std::vector<double> terms{elasticity_->membrane(), elasticity_->bending()};
  for (const auto& acting : loads_) terms.push_back(load * acting.load->evaluate(exec, batch_, acting.sites, jets, load * factor, adjoint));
  if (contact_) terms.push_back(contact_->evaluate(exec, batch_, {0, quadrature_->points()}, jets, factor, adjoint));
  return terms;
}

template <class T>
void ShellEnergy<T>::hessian(const Exec& exec, const Jets<T>& jets, double load, const Array2<T>& hessian,
                             const Array2<T>& stresses) const {
  Kokkos::deep_copy(exec, hessian, T(0));
  elasticity_->add_hessian(exec, batch_, {0, quadrature_->points()}, jets, 1, hessian, stresses);
  for (const auto& acting : loads_) acting.load->add_hessian(exec, batch_, acting.sites, jets, load, hessian);
  if (contact_) contact_->add_hessian(exec, batch_, {0, quadrature_->points()}, jets, 1, hessian);
}

template <class T>
void ShellEnergy<T>::accept(const Exec& exec, const Jets<T>& jets) {
  for (auto& acting : loads_) acting.load->accept(exec, batch_, acting.sites, jets);
}

template <class T>
std::vector<std::pair<std::string, Array1<T>>> ShellEnergy<T>::state() const {
  std::vector<std::pair<std::string, Array1<T>>> state;
  for (std::size_t k = 0; k < loads_.size(); ++k)
    for (const auto& [name, array] : loads_[k].load->state()) state.emplace_back(fmt::format("{}.{}", k, name), array);
  return state;
}

template <class T>
double ShellEnergy<T>::unit(const Exec& exec, double displacement) const {
  const Jets<T> jets("plisse::experiments::unit_jets", 3, 6, std::size_t(total_)),
      adjoint("plisse::experiments::unit_adjoint", 3, 6, std::size_t(total_));
  for (const auto& acting : loads_) acting.load->evaluate(exec, batch_, acting.sites, jets, 1, adjoint);
  const auto host = to_host(adjoint);
  double forces = 0, moments = 0;
  const auto columns = std::size_t(total_);
  for (std::size_t row = 0; row < 18; ++row)
    for (std::size_t p = 0; p < columns; ++p) (row % 6 == 0 ? forces : moments) += std::abs(double(host[row * columns + p]));
  const double work = forces * displacement + moments;
  if (work > 0) return work;
  bend(batch_, quadrature_->points(), T(1 / size_of(shape())), jets);
  elasticity_->evaluate(exec, batch_, {0, quadrature_->points()}, jets, 1, Jets<T>());
  return elasticity_->bending();
}

template class ShellEnergy<float>;
template class ShellEnergy<double>;

}  // namespace plisse::experiments
