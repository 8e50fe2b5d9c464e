// SPDX-License-Identifier: Apache-2.0
// Dual numbers a + b e with e^2 = 0: arithmetic carries a value and its derivative along one direction, so that a function written
// over a scalar type S differentiates itself with S = Dual<T>.  Comparisons look at values alone.
// Reference: A. Griewank, A. Walther, "Evaluating derivatives", SIAM 2008, chapter 3 (forward mode).
#pragma once

#include "kernels/core/compat.hpp"
#include "kernels/core/vec.hpp"

namespace plisse {

template <class T>
struct Dual {
  T value, slope;

  KOKKOS_INLINE_FUNCTION constexpr Dual(T value = T(0), T slope = T(0)) : value(value), slope(slope) {}

  friend KOKKOS_INLINE_FUNCTION Dual operator-(const Dual& a) { return {-a.value, -a.slope}; }
  friend KOKKOS_INLINE_FUNCTION Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.slope + b.slope}; }
  friend KOKKOS_INLINE_FUNCTION Dual operator+(const Dual& a, T b) { return {a.value + b, a.slope}; }
  friend KOKKOS_INLINE_FUNCTION Dual operator+(T a, const Dual& b) { return {a + b.value, b.slope}; }
  friend KOKKOS_INLINE_FUNCTION Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.slope - b.slope}; }
  friend KOKKOS_INLINE_FUNCTION Dual operator-(const Dual& a, T b) { return {a.value - b, a.slope}; }
  friend KOKKOS_INLINE_FUNCTION Dual operator-(T a, const Dual& b) { return {a - b.value, -b.slope}; }
  friend KOKKOS_INLINE_FUNCTION Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.value * b.slope + a.slope * b.value};
  }
  friend KOKKOS_INLINE_FUNCTION Dual operator*(const Dual& a, T b) { return {a.value * b, a.slope * b}; }
  friend KOKKOS_INLINE_FUNCTION Dual operator*(T a, const Dual& b) { return {a * b.value, a * b.slope}; }
  friend KOKKOS_INLINE_FUNCTION Dual operator/(const Dual& a, const Dual& b) {
    const T quotient = a.value / b.value;
    return {quotient, (a.slope - quotient * b.slope) / b.value};
  }
  friend KOKKOS_INLINE_FUNCTION Dual operator/(const Dual& a, T b) { return {a.value / b, a.slope / b}; }
  friend KOKKOS_INLINE_FUNCTION Dual operator/(T a, const Dual& b) {
    const T quotient = a / b.value;
    return {quotient, -quotient * b.slope / b.value};
  }

  KOKKOS_INLINE_FUNCTION Dual& operator+=(const Dual& b) { return *this = *this + b; }
  KOKKOS_INLINE_FUNCTION Dual& operator-=(const Dual& b) { return *this = *this - b; }
  KOKKOS_INLINE_FUNCTION Dual& operator*=(const Dual& b) { return *this = *this * b; }
  KOKKOS_INLINE_FUNCTION Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend KOKKOS_INLINE_FUNCTION bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend KOKKOS_INLINE_FUNCTION bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend KOKKOS_INLINE_FUNCTION bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend KOKKOS_INLINE_FUNCTION bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
};

// The number without its derivative.
template <class T>
KOKKOS_INLINE_FUNCTION T value_of(const T& x) {
  return x;
}
template <class T>
KOKKOS_INLINE_FUNCTION T value_of(const Dual<T>& x) {
  return x.value;
}

namespace math {

template <class T>
KOKKOS_INLINE_FUNCTION Dual<T> sqrt(const Dual<T>& x) {
  const T root = sqrt(x.value);
  return {root, x.slope / (2 * root)};
}
template <class T>
KOKKOS_INLINE_FUNCTION Dual<T> exp(const Dual<T>& x) {
  const T power = exp(x.value);
  return {power, power * x.slope};
}
template <class T>
KOKKOS_INLINE_FUNCTION Dual<T> log(const Dual<T>& x) {
  return {log(x.value), x.slope / x.value};
}
template <class T>
KOKKOS_INLINE_FUNCTION Dual<T> pow(const Dual<T>& x, T exponent) {
  return {pow(x.value, exponent), exponent * pow(x.value, exponent - 1) * x.slope};
}
template <class T>
KOKKOS_INLINE_FUNCTION Dual<T> sin(const Dual<T>& x) {
  return {sin(x.value), cos(x.value) * x.slope};
}
template <class T>
KOKKOS_INLINE_FUNCTION Dual<T> cos(const Dual<T>& x) {
  return {cos(x.value), -sin(x.value) * x.slope};
}
template <class T>
KOKKOS_INLINE_FUNCTION Dual<T> acos(const Dual<T>& x) {
  return {acos(x.value), -x.slope / sqrt((1 - x.value) * (1 + x.value))};
}
template <class T>
KOKKOS_INLINE_FUNCTION Dual<T> atan2(const Dual<T>& y, const Dual<T>& x) {
  return {atan2(y.value, x.value), (x.value * y.slope - y.value * x.slope) / (x.value * x.value + y.value * y.value)};
}
template <class T>
KOKKOS_INLINE_FUNCTION Dual<T> tanh(const Dual<T>& x) {
  const T t = tanh(x.value);
  return {t, (1 - t * t) * x.slope};
}
template <class T>
KOKKOS_INLINE_FUNCTION Dual<T> fabs(const Dual<T>& x) {
  return x.value < 0 ? -x : x;
}

}  // namespace math

// Vectors of duals with plain vectors and numbers, which cost half of what two duals would.
template <class T>
KOKKOS_INLINE_FUNCTION Vec3<Dual<T>> operator*(T s, const Vec3<Dual<T>>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <class T>
KOKKOS_INLINE_FUNCTION Vec3<Dual<T>> operator*(const Dual<T>& s, const Vec3<T>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <class T>
KOKKOS_INLINE_FUNCTION Vec3<Dual<T>> operator+(const Vec3<T>& a, const Vec3<Dual<T>>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
KOKKOS_INLINE_FUNCTION Vec3<Dual<T>> operator+(const Vec3<Dual<T>>& a, const Vec3<T>& b) {
  return b + a;
}
template <class T>
KOKKOS_INLINE_FUNCTION Vec3<Dual<T>> operator-(const Vec3<T>& a, const Vec3<Dual<T>>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
KOKKOS_INLINE_FUNCTION Vec3<Dual<T>> operator-(const Vec3<Dual<T>>& a, const Vec3<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
KOKKOS_INLINE_FUNCTION Dual<T> dot(const Vec3<T>& a, const Vec3<Dual<T>>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
KOKKOS_INLINE_FUNCTION Dual<T> dot(const Vec3<Dual<T>>& a, const Vec3<T>& b) {
  return dot(b, a);
}
template <class T>
KOKKOS_INLINE_FUNCTION Vec3<Dual<T>> cross(const Vec3<T>& a, const Vec3<Dual<T>>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
KOKKOS_INLINE_FUNCTION Vec3<Dual<T>> cross(const Vec3<Dual<T>>& a, const Vec3<T>& b) {
  return -cross(b, a);
}
template <class T>
KOKKOS_INLINE_FUNCTION Dual<T> norm(const Vec3<Dual<T>>& a) {
  return math::sqrt(dot(a, a));
}

}  // namespace plisse
