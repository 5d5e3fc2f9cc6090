#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Brings a built release: TRITPROOF_REPOSITORY, TRITPROOF_VERSION, TRITPROOF_DIR by the environment.
# The package's digest is checked against the release's own list.
set -euo pipefail
dir=${TRITPROOF_DIR:?}
mkdir -p "$dir"
cd "$dir"
gh release download "${TRITPROOF_VERSION:?}" --repo "${TRITPROOF_REPOSITORY:?}" \
  --pattern 'tritproof-*-Linux.tar.gz' --pattern SHA256SUMS --clobber
sha256sum --check --ignore-missing --strict SHA256SUMS
tar xzf tritproof-*-Linux.tar.gz --strip-components=1
echo "TRITPROOF_TOOL=$dir/bin/tritproof" >>"${GITHUB_ENV:?}"
