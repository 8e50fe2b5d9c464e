# SPDX-License-Identifier: Apache-2.0
class Failure(Exception):
    """What keeps the comparison from being made, and what to do about it."""
