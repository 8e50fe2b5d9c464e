// SPDX-License-Identifier: Apache-2.0
// Convergence measures on curves whose answers are known, and the names that ask for them.
#include "framework/sweep/convergence.hpp"

#include <doctest/doctest.h>

#include "framework/config/error.hpp"
#include "framework/sweep/metric_name.hpp"

using namespace plisse;
using doctest::Approx;
using sweep::MetricName;
using sweep::parse_metric;

namespace {

// 8, 4, 2, 3, 1 after 0, 100, 200, 300, 400 epochs of half a second.
sweep::Curve curve() {
  sweep::Curve curve;
  for (const double value : {8, 4, 2, 3, 1})
    curve.moments.push_back({100.0 * double(curve.moments.size()), 50.0 * double(curve.moments.size()), value});
  return curve;
}

std::string error_of(const std::string& metric) {
  try {
    parse_metric(metric);
  } catch (const config::Error& error) {
    return error.what();
  }
  return {};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the last evaluation at or before a moment") {
  CHECK(at_epoch(curve(), 200)->value == 2);
  CHECK(at_epoch(curve(), 299.5)->value == 2);
  CHECK(at_second(curve(), 150)->value == 3);
  CHECK(at_second(curve(), 1e9)->value == 1);
  CHECK_FALSE(at_epoch(curve(), -1));
  CHECK_FALSE(sweep::at_epoch({}, 100));
}

TEST_CASE("the first evaluation that is good enough") {
  CHECK(first_reaching(curve(), 2.5, false)->epochs == 200);
  CHECK(first_reaching(curve(), 2, false)->seconds == 100);
  CHECK(first_reaching(curve(), 8, false)->epochs == 0);
  CHECK_FALSE(first_reaching(curve(), 0.5, false));
  CHECK(first_reaching(curve(), 3, true)->epochs == 0);
  CHECK_FALSE(first_reaching(curve(), 9, true));
}

TEST_CASE("area under the curve") {
  CHECK(*mean_over_epochs(curve()) == Approx((6 + 3 + 2.5 + 2) / 4));
  sweep::Curve uneven;
  uneven.moments = {{0, 0, 1}, {100, 1, 1}, {400, 2, 3}};
  CHECK(*mean_over_epochs(uneven) == Approx((100 * 1 + 300 * 2) / 400.0));
  CHECK_FALSE(sweep::mean_over_epochs({{{0, 0, 1}}}));
}

TEST_CASE("names of metrics") {
  CHECK(parse_metric("rmse").kind == MetricName::Kind::plain);
  CHECK(parse_metric("rmse@400").at == 400);
  CHECK(parse_metric("rmse@1.5s").kind == MetricName::Kind::at_second);
  CHECK(parse_metric("auc( rmse )").text == "auc(rmse)");
  const auto number = parse_metric("epochs_to(rmse,1e-3)");
  CHECK(number.kind == MetricName::Kind::epochs_to);
  CHECK(number.text == "epochs_to(rmse, 1e-3)");
  CHECK(*number.target == 1e-3);
  const auto row = parse_metric("seconds_to(rmse, grid, 12000@400)");
  CHECK(row.kind == MetricName::Kind::seconds_to);
  CHECK(row.row == "grid, 12000");
  CHECK(*row.row_epochs == 400);
  const auto distance = parse_metric("d_c( mesh, 400 )");
  CHECK(distance.kind == MetricName::Kind::distance);
  CHECK(distance.name == "d_c");
  CHECK(distance.row == "mesh, 400");
  CHECK(distance.text == "d_c(mesh, 400)");
  CHECK(has(error_of("d_c()"), "names no row or column"));
  CHECK(has(error_of("d_cc(mesh)"), "did you mean 'd_c'?"));
  CHECK_FALSE(parse_metric("epochs_to(rmse, grid)").row_epochs);
  CHECK(has(error_of("epoch_to(rmse, 1)"), "did you mean 'epochs_to'?"));
  for (const char* wrong : {"", "rmse@", "rmse@soon", "@400", "auc()", "auc(a, b)", "epochs_to(rmse)", "epochs_to(rmse, 1", "rmse@-5"})
    CHECK_FALSE(error_of(wrong).empty());
}

TEST_CASE("lists are split outside brackets") {
  CHECK(sweep::split_list("a, epochs_to(rmse, grid),b") == std::vector<std::string>{"a", "epochs_to(rmse, grid)", "b"});
  CHECK(sweep::split_list("r=[4, 4],r=[8, 8]").size() == 2);
  CHECK(sweep::split_list(" , ").empty());
}

TEST_CASE("the label of a distance is a row or a column") {
  const sweep::Places rows{{"garment"}, {"mesh", "cloud", "400"}}, cols{{"material", "size"}, {"cotton, 400", "mesh"}};
  const auto parsed = [&](const std::string& text) { return parse_metric(text, rows, cols); };
  CHECK(parsed("d_w(mesh)").axes == rows.axes);
  CHECK(parsed("d_w(400)").row == "400");
  CHECK(parsed("d_w(garment=400)").row == "400");
  CHECK(parsed("d_w(cotton, 400)").axes == cols.axes);
  CHECK(parsed("d_w(material, size=mesh)").axes == cols.axes);
  CHECK(parsed("d_w(material, size=mesh)").row == "mesh");
  try {
    parsed("d_w(mehs)");
    FAIL("a label that is nowhere");
  } catch (const config::Error& error) {
    CHECK(has(error.what(), "names 'mehs', which is no row and no column"));
    CHECK(has(error.what(), "did you mean 'mesh'?"));
  }
}
