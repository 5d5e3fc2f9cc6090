#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One model-sized tensor goes out whole and is what it says. Usage: golden_head.sh TOOL
. "$(dirname "$0")/lib.sh"
cd "$work"
expect 0 golden export --tensor head -o head
(cd head && sha256sum -c --quiet SHA256SUMS) || fail "SHA256SUMS"
[ "$(wc -c <head/head.t2)" -eq 23674880 ] || fail "size of head.t2"
[ "$(wc -c <head/head.pb16i)" -eq 50135040 ] || fail "size of head.pb16i"
[ "$(wc -c <head/head.ref)" -eq 69632 ] || fail "size of head.ref"
[ "$(wc -c <head/head-last-tile.f32)" -eq 32768 ] || fail "size of head-last-tile.f32"
expect 0 verify head/head.pb16i head/head.t2 --shape 17408,5120
has "1/1 bit-exact"
expect 3 golden export --tensor head -o head
has "not-empty"
done_with 5
