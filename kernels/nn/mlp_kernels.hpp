// SPDX-License-Identifier: Apache-2.0
// The two kernels of nn::Mlp: one team takes one partition of the points, tile after tile, through all layers.
#pragma once

#include "kernels/nn/mlp.hpp"
#include "kernels/nn/tile_activation.hpp"

namespace plisse::nn {

using Member = Kokkos::TeamPolicy<Exec>::member_type;

inline constexpr std::size_t team_memory = 48000;  // [bytes] of a GPU's shared memory: 48 KiB less what Kokkos takes of it

// How a batch is cut: partitions of consecutive tiles of `points` points.  Depends on the problem alone.
struct Tiling {
  static constexpr int rows = on_gpu ? 48 : 96;  // of a tile: points times channels, about
  static constexpr int most_partitions = on_gpu ? 264 : 32;

  int n, channels, points, tiles, partitions;

  // row_bytes: scratch a row of a tile takes.
  Tiling(int n, int channels, std::size_t row_bytes)
      : n(n),
        channels(channels),
        points(on_gpu ? gpu_points(channels, row_bytes) : simd::round_up((rows + channels - 1) / channels, tile::block_rows)),
        tiles((n + points - 1) / points),
        partitions(tiles < most_partitions ? tiles : most_partitions) {}

  KOKKOS_INLINE_FUNCTION int first_tile(int partition) const { return int(std::int64_t(partition) * tiles / partitions); }
  KOKKOS_INLINE_FUNCTION int points_of(int t) const { return (t + 1) * points < n ? points : n - t * points; }
  int tile_rows() const { return points * channels; }

 private:
  // As many rows as fit into a team's memory, where that is half of them or more; else all, in global memory.
  static int gpu_points(int channels, std::size_t row_bytes) {
    constexpr std::size_t rounding = 2000;  // [bytes], at most
    const int fit = int((team_memory - rounding) / row_bytes) / tile::block_rows * tile::block_rows;
    return (2 * fit >= rows && fit < rows ? fit : rows) / channels;
  }
};

// Scratch of a team: `buffers` arrays of tile_rows x widest, each aligned to a vector register.
template <class T>
struct Scratch {
  static constexpr int alignment = 64, most_buffers = 3;  // [bytes]; forward() takes 2, backward() 3
  std::size_t buffer;  // numbers
  int buffers;

  Scratch(const std::vector<int>& widths, int rows, int buffers) : buffer(std::size_t(rows) * widest(widths)), buffers(buffers) {
    buffer = (buffer + alignment - 1) / alignment * alignment;
  }
  static int widest(const std::vector<int>& widths) {
    int most = 0;
    for (const int w : widths) most = std::max(most, tile::stride<T>(w));
    return most;
  }
  static std::size_t row_bytes(const std::vector<int>& widths) { return most_buffers * widest(widths) * sizeof(T); }
  std::size_t bytes() const { return buffers * buffer * sizeof(T) + 2 * alignment; }
  int level() const { return on_gpu && bytes() <= team_memory ? 0 : 1; }
  Kokkos::TeamPolicy<Exec> policy(const Exec& exec, int league) const {
    return Kokkos::TeamPolicy<Exec>(exec, league, team_size(128)).set_scratch_size(level(), Kokkos::PerTeam(int(bytes())));
  }
  KOKKOS_INLINE_FUNCTION T* take(const Member& team, int scratch_level) const {
    const auto at =
        reinterpret_cast<std::uintptr_t>(team.team_scratch(scratch_level).get_shmem(int(buffers * buffer * sizeof(T) + alignment)));
    return reinterpret_cast<T*>((at + alignment - 1) / alignment * alignment);
  }
};

template <class T>
struct MlpData {
  Array1<Layer<T>> layers;
  Array1<T> packed, kept;
  std::size_t kept_columns;
  Activation activation;
  Tiling tiling;
  Scratch<T> scratch;
  int level;

  KOKKOS_FORCEINLINE_FUNCTION int depth() const { return int(layers.extent(0)); }
  KOKKOS_FORCEINLINE_FUNCTION T* kept_of(int t, int l) const {
    return kept.data() + std::size_t(t) * tiling.points * tiling.channels * kept_columns +
           std::size_t(tiling.points) * tiling.channels * layers(l).kept;
  }
  KOKKOS_FORCEINLINE_FUNCTION tile::Product<T> forward_product(const Layer<T>& layer, int points, const T* x, T* z, bool relu) const {
    return {points * tiling.channels,
            layer.in,
            x,
            tile::stride<T>(layer.in),
            packed.data() + layer.packed_transpose,
            tile::stride<T>(layer.out),
            packed.data() + layer.packed_bias,
            points,
            relu,
            z,
            tile::stride<T>(layer.out)};
  }
  KOKKOS_FORCEINLINE_FUNCTION tile::Product<T> backward_product(const Layer<T>& layer, int points, const T* bar, T* x_bar,
                                                                const T* mask = nullptr) const {
    return {points * tiling.channels,
            layer.out,
            bar,
            tile::stride<T>(layer.out),
            packed.data() + layer.packed,
            tile::stride<T>(layer.in),
            nullptr,
            0,
            false,
            x_bar,
            tile::stride<T>(layer.in),
            mask};
  }
};

template <class T>
struct MlpForward {
  MlpData<T> net;
  bool keep;
  Jets<T> input, output;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    T* const buffers = net.scratch.take(team, net.level);
    const int partition = team.league_rank();
    for (int t = net.tiling.first_tile(partition); t < net.tiling.first_tile(partition + 1); ++t)
      one_tile(team, t, buffers, buffers + net.scratch.buffer);
  }

 private:
  KOKKOS_FUNCTION void one_tile(const Member& team, int t, T* x_buffer, T* z_buffer) const {
    const int first = t * net.tiling.points, points = net.tiling.points_of(t), channels = net.tiling.channels, last = net.depth() - 1;
    tile::load_rows(team, input, first, points, channels, net.layers(0).in, x_buffer, tile::stride<T>(net.layers(0).in));
    team.team_barrier();
    const T* x = x_buffer;
    for (int l = 0; l < last; ++l) {
      const Layer<T>& layer = net.layers(l);
      T* const z = keep ? net.kept_of(t, l) : z_buffer;
      const bool relu = net.activation == Activation::relu, fused = relu && channels == 1;
      tile::multiply<T>(team, layer.out, net.forward_product(layer, points, x, z, fused));
      team.team_barrier();
      T* const s = relu ? z : x_buffer;
      if (!fused) {
        tile::dispatch(net.activation, channels, [&](auto a, auto c) {
          using Activate = tile::Activate<decltype(a)::value, decltype(c)::value, T>;
          tile::for_packs<T>(team, layer.out, Activate{points, tile::stride<T>(layer.out), layer.omega, z, s});
        });
        team.team_barrier();
      }
      x = s;
      if (s == z_buffer) {
        z_buffer = x_buffer;
        x_buffer = s;
      }
    }
    const Layer<T>& layer = net.layers(last);
    tile::multiply<T>(team, layer.out, net.forward_product(layer, points, x, z_buffer, false));
    team.team_barrier();
    tile::store_rows(team, z_buffer, tile::stride<T>(layer.out), first, points, channels, layer.out, output);
    team.team_barrier();
  }
};

template <class T>
struct MlpBackward {
  MlpData<T> net;
  Jets<T> input, output_adjoint, input_adjoint;
  Array2<T> partial;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    T* const buffers = net.scratch.take(team, net.level);
    const int partition = team.league_rank();
    T* const gradient = &partial(partition, 0);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, int(partial.extent(1))), [&](int i) { gradient[i] = 0; });
    team.team_barrier();
    for (int t = net.tiling.first_tile(partition); t < net.tiling.first_tile(partition + 1); ++t)
      one_tile(team, t, buffers, buffers + net.scratch.buffer, buffers + 2 * net.scratch.buffer, gradient);
  }

 private:
  KOKKOS_FUNCTION void one_tile(const Member& team, int t, T* bar, T* x_bar, T* buffer, T* gradient) const {
    const int first = t * net.tiling.points, points = net.tiling.points_of(t), channels = net.tiling.channels, last = net.depth() - 1;
    const int outputs = net.layers(last).out;
    tile::load_rows(team, output_adjoint, first, points, channels, outputs, bar, tile::stride<T>(outputs));
    team.team_barrier();
    tile::for_packs<T>(team, outputs, tile::AddRows<T>{points, tile::stride<T>(outputs), bar, gradient + net.layers(last).bias_gradient});
    for (int l = last; l > 0; --l) {
      const Layer<T>& layer = net.layers(l);
      const int ld = tile::stride<T>(layer.in);
      T* const z = net.kept_of(t, l - 1);
      const bool fused = net.activation == Activation::relu && channels == 1;
      tile::multiply<T>(team, layer.in, net.backward_product(layer, points, bar, x_bar, fused ? z : nullptr));
      team.team_barrier();
      if (fused) tile::for_packs<T>(team, layer.in, tile::AddRows<T>{points, ld, x_bar, gradient + net.layers(l - 1).bias_gradient});
      else tile::dispatch(net.activation, channels, [&](auto a, auto c) {
        using ActivateAdjoint = tile::ActivateAdjoint<decltype(a)::value, decltype(c)::value, T>;
        const Layer<T>& before = net.layers(l - 1);
        tile::for_packs<T>(team, layer.in, ActivateAdjoint{points, ld, before.omega, z, x_bar, gradient + before.bias_gradient, buffer});
      });
      team.team_barrier();
      weight_gradient(team, layer, points, net.activation == Activation::relu ? z : buffer, bar, gradient);
      team.team_barrier();
      T* const previous = bar;
      bar = x_bar;
      x_bar = previous;
    }
    const Layer<T>& layer = net.layers(0);
    tile::load_rows(team, input, first, points, channels, layer.in, buffer, tile::stride<T>(layer.in));
    if (input_adjoint.extent(0) > 0) tile::multiply<T>(team, layer.in, net.backward_product(layer, points, bar, x_bar));
    team.team_barrier();
    weight_gradient(team, layer, points, buffer, bar, gradient);
    if (input_adjoint.extent(0) > 0)
      tile::store_rows(team, x_bar, tile::stride<T>(layer.in), first, points, channels, layer.in, input_adjoint);
    team.team_barrier();
  }

  KOKKOS_FORCEINLINE_FUNCTION void weight_gradient(const Member& team, const Layer<T>& layer, int points, const T* x, const T* bar,
                                                   T* gradient) const {
    const int rows = points * net.tiling.channels, ld_in = tile::stride<T>(layer.in), ld_out = tile::stride<T>(layer.out);
    T* const g = gradient + layer.gradient;
    if (layer.gradient_transposed)
      tile::multiply<T>(team, layer.out, tile::OuterProduct<T>{layer.in, rows, x, ld_in, bar, ld_out, g, ld_out});
    else tile::multiply<T>(team, layer.in, tile::OuterProduct<T>{layer.out, rows, bar, ld_out, x, ld_in, g, ld_in});
  }
};

}  // namespace plisse::nn
