#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Campaigns that cannot run, or whose targets misbehave; no fuzzing engine is needed. The target's
# program is a stand-in. Usage: fuzz.sh TOOL SEEDS, the folder that tritproof-fuzz-seeds filled.
. "$(dirname "$0")/lib.sh"
seeds=$2
mkdir "$work/programs"
cd "$work"
one="fuzz --programs programs --state state --target fuzz_decode_t2"

stand_in() {
  { echo '#!/bin/sh'; cat; } >programs/fuzz_decode_t2
  chmod +x programs/fuzz_decode_t2
}

# Wrong usage.
expect 2 fuzz --for 1x
has "90s, 30m or 8h"
expect 2 fuzz --for 1s
has "targets need --for"
expect 2 fuzz --target fuzz_decode_t3
has "fuzz_decode_t2"
expect 2 fuzz --replay x
has "--replay needs one --target"
expect 0 fuzz --list
has "fuzz_gguf_read gguf"

# What cannot run.
expect 3 $one --for 3s
has "no such program"
stand_in </dev/null
expect 3 fuzz --programs programs --state /proc/state --target fuzz_decode_t2 --for 3s
has "/proc/state"
expect 3 fuzz --exec 'exit 4' --for 3s
has "exec: "

# A target that makes no seeds, that dies at once, that ends well and did nothing.
echo 'exit 4' | stand_in
expect 1 $one --for 3s
has "executed nothing: it made no seeds, code 4"
echo '[ -n "$TRITPROOF_FUZZ_SEEDS" ] || kill -SEGV $$' | stand_in
expect 1 $one --for 3s
has "executed nothing: ended with code 139"
stand_in </dev/null
expect 1 $one --for 3s
has "executed nothing"
[ -s state/report.md ] && [ -s state/report.json ] || fail "no report is kept"

# Two campaigns on one folder.
stand_in <<'EOF'
[ -n "$TRITPROOF_FUZZ_SEEDS" ] || { : >started; exec sleep 20; }
EOF
"$tool" $one --for 20s >first 2>&1 &
while [ ! -e started ]; do sleep 0.1; done
expect 3 $one --for 3s
has "another campaign runs on this folder"
kill -TERM $!
got=0
wait $! || got=$?
[ "$got" -eq 130 ] || fail "exit $got of an interrupted campaign"
grep -q "stopped before the end" first || fail "it does not say that it was stopped"

# Foreign things and a huge file in a corpus are left out; a full disk is said, and nothing is lost.
stand_in <<'EOF'
[ -z "$TRITPROOF_FUZZ_SEEDS" ] || exit 0
for word; do case $word in -*) ;; *) new=$word; break ;; esac; done
echo input >"$new/input"
printf '#2\tINITED cov: 3\nstat::number_of_executed_units: 22\n'
EOF
two="fuzz --programs programs --state kept --target fuzz_decode_t2"
mkdir -p kept/corpus/fuzz_decode_t2/1/folder
ln -s /dev/zero kept/corpus/fuzz_decode_t2/1/endless
head -c 200000 /dev/zero >kept/corpus/fuzz_decode_t2/1/huge
echo kept >kept/corpus/fuzz_decode_t2/1/kept
expect 0 $two --for 3s
last=$(ls kept/corpus/fuzz_decode_t2)
[ "$(ls kept/corpus/fuzz_decode_t2/"$last" | tr '\n' ' ')" = "input kept " ] || fail "the corpus: $last"
got=0
sh -c 'trap "" XFSZ; ulimit -f 0; exec "$0" "$@" >full 2>&1' "$tool" $two --for 3s || got=$?
[ "$got" -eq 3 ] || fail "exit $got on a full disk"
[ -s kept/corpus/fuzz_decode_t2/"$(ls kept/corpus/fuzz_decode_t2)"/kept ] || fail "the corpus is lost"

# Inputs again, here and now.
expect 0 fuzz --target fuzz_decode_t2 --replay "$seeds"/fuzz_decode_t2
has "no finding"
expect 3 fuzz --target fuzz_decode_t2 --replay nowhere
has "nowhere"
expect 3 promote nowhere
done_with 30
