// SPDX-License-Identifier: Apache-2.0
// Option structs describe themselves once; reading YAML, the help, the resolved dump and the sweeps all follow that description.
//
//   struct GridOptions {
//     std::vector<int> resolution{100};
//     int levels = 2;
//     template <class V> void describe(V& v) {
//       v.option("resolution", resolution).at_least(1).doc("cells per axis of the finest level");
//       v.option("levels", levels).range(1, 16).doc("number of levels, each half as fine as the one before");
//     }
//   };
//
// describe() is a template so that kernels need not know this file.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace plisse::config {

class Schema;

// A component chosen by name, with its own options: {type: grid, levels: 2, ...}.
class Component {
 public:
  std::string type;               // registered name; empty: not given
  std::shared_ptr<void> options;  // the component's option struct
  template <class Options>
  const Options& as() const {
    return *static_cast<const Options*>(options.get());
  }
  explicit operator bool() const { return !type.empty(); }
};

// A time span in seconds, written 90, 60s, 5m or 2h.
struct Duration {
  double seconds = 0;
};

// Throws config::Error unless `text` is a time span: a number, not negative, with the unit s, m, h or d, or none for seconds.
Duration parse_duration(const std::string& text);

// One key of a map: where its value goes and which values it takes.
class Option {
 public:
  using Strings = std::vector<std::string>;
  // get/set by the names of an enumeration
  struct Choice {
    Strings names;
    std::function<int()> get;
    std::function<void(int)> set;
  };
  struct Group {
    std::shared_ptr<Schema> schema;
  };
  // a list of maps: resize it, then describe item i
  struct List {
    std::function<std::size_t()> size;
    std::function<void(std::size_t)> resize;
    std::function<std::shared_ptr<Schema>(std::size_t)> item;
    std::function<std::shared_ptr<Schema>()> prototype;  // an item with its defaults, for the help
  };
  struct Single {
    Component* component;
    std::string kind;
  };  // {type: NAME, ...}
  struct Named {
    std::vector<Component>* components;
    std::string kind;
  };  // {NAME: {...} or shorthand number, ...}
  struct Listed {
    std::vector<Component>* components;
    std::string kind;
  };  // [{type: NAME, ...}, ...]; a name may come again
  using Target = std::variant<bool*, int*, std::int64_t*, std::uint64_t*, double*, std::string*, Duration*, std::vector<int>*,
                              std::vector<double>*, Strings*, Choice, Group, List, Single, Named, Listed>;

  Option(std::string name, Target target) : name_(std::move(name)), target_(std::move(target)) {}

  Option& doc(std::string text) {
    doc_ = std::move(text);
    return *this;
  }
  Option& unit(std::string text) {
    unit_ = std::move(text);
    return *this;
  }
  Option& range(double low, double high) {
    low_ = low;
    high_ = high;
    return *this;
  }  // low <= x <= high
  Option& at_least(double low) {
    low_ = low;
    return *this;
  }  // x >= low
  Option& above(double low) {
    low_ = low;
    open_low_ = true;
    return *this;
  }  // x > low
  Option& below(double high) {
    high_ = high;
    open_high_ = true;
    return *this;
  }  // x < high
  Option& length(std::size_t least, std::size_t most) {
    least_ = least;
    most_ = most;
    return *this;
  }  // of a list; a single number is a list of one
  Option& required() {
    required_ = true;
    return *this;
  }
  // An existing file, named relative to the file that mentions it; resolved to an absolute path.
  Option& file() {
    file_ = true;
    return *this;
  }
  // Named components: a bare number sets this option of the component.
  Option& shorthand(std::string option) {
    shorthand_ = std::move(option);
    return *this;
  }

  const std::string& name() const { return name_; }
  const std::string& doc() const { return doc_; }
  const std::string& unit() const { return unit_; }
  const Target& target() const { return target_; }
  const std::optional<double>& low() const { return low_; }
  const std::optional<double>& high() const { return high_; }
  bool open_low() const { return open_low_; }
  bool open_high() const { return open_high_; }
  std::size_t least() const { return least_; }
  std::size_t most() const { return most_; }
  bool is_required() const { return required_; }
  bool is_file() const { return file_; }
  const std::string& shorthand() const { return shorthand_; }

 private:
  std::string name_, doc_, unit_, shorthand_;
  Target target_;
  std::optional<double> low_, high_;
  bool open_low_ = false, open_high_ = false, required_ = false, file_ = false;
  std::size_t least_ = 0, most_ = SIZE_MAX;
};

// The visitor given to describe(): collects the keys of one map.
class Schema {
 public:
  template <class T>
  Option& option(const std::string& name, T& value) {
    return add(name, &value);
  }

  // An enumeration: v.choice("form", form, {{"relative", Form::relative}, {"absolute", Form::absolute}})
  template <class E>
  Option& choice(const std::string& name, E& value, std::vector<std::pair<const char*, E>> values) {
    Option::Choice c;
    for (const auto& [text, ignored] : values) c.names.emplace_back(text);
    c.get = [&value, values] {
      for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i].second == value) return int(i);
      return -1;
    };
    c.set = [&value, values](int i) { value = values.at(std::size_t(i)).second; };
    return add(name, std::move(c));
  }

  // A nested map described by another option struct.
  template <class Options>
  Option& group(const std::string& name, Options& options) {
    auto schema = std::make_shared<Schema>();
    options.describe(*schema);
    return add(name, Option::Group{std::move(schema)});
  }

  // A list of maps.
  template <class Options>
  Option& list(const std::string& name, std::vector<Options>& items) {
    Option::List l;
    l.size = [&items] { return items.size(); };
    l.resize = [&items](std::size_t n) { items.resize(n); };
    l.item = [&items](std::size_t i) {
      auto schema = std::make_shared<Schema>();
      items.at(i).describe(*schema);
      return schema;
    };
    l.prototype = [] {
      struct Held {
        Options item;
        Schema schema;
      };
      auto held = std::make_shared<Held>();
      held->item.describe(held->schema);
      return std::shared_ptr<Schema>(held, &held->schema);
    };
    return add(name, std::move(l));
  }

  // A component of a registry, chosen by its `type`.
  Option& component(const std::string& name, Component& value, const std::string& kind) { return add(name, Option::Single{&value, kind}); }
  // Several components of a registry, keyed by their names.
  Option& components(const std::string& name, std::vector<Component>& value, const std::string& kind) {
    return add(name, Option::Named{&value, kind});
  }

  // A list of components, each with its `type`, in the order given.
  Option& component_list(const std::string& name, std::vector<Component>& value, const std::string& kind) {
    return add(name, Option::Listed{&value, kind});
  }

  // A rule over several keys of this map, checked after reading: returns an empty string or what is wrong and what to do.
  // `key` is the one the message points at.
  void rule(const std::string& key, std::function<std::string()> check) { rules_.push_back({key, std::move(check)}); }

  struct Rule {
    std::string key;
    std::function<std::string()> check;
  };
  std::deque<Option>& options() { return options_; }
  const std::deque<Option>& options() const { return options_; }
  // The option of that name, or nullptr.
  const Option* find(const std::string& name) const;
  const std::vector<Rule>& rules() const { return rules_; }

 private:
  // Throws std::logic_error when the map has that key already.
  Option& add(const std::string& name, Option::Target target);

  std::deque<Option> options_;  // addresses stay valid while describe() adds more
  std::vector<Rule> rules_;
};

}  // namespace plisse::config
