#!/bin/bash -eu
# SPDX-License-Identifier: Apache-2.0
exec "$SRC/tritproof/fuzz/build.sh"
