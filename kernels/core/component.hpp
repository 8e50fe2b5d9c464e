// SPDX-License-Identifier: Apache-2.0
// Marks the class template of a header as a component: the build registers it under its `name` with its `Options`.
// One line at the start of a line:  PLISSE_COMPONENT(encoders::Grid)
#pragma once
#define PLISSE_COMPONENT(class_template)
