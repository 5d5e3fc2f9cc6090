#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The steps of the GitHub action as scripts: what they leave behind for good, wrong and loud programs.
# Usage: action.sh TOOL EXAMPLES SCRIPTS NODE
. "$(dirname "$0")/lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
examples=$2
scripts=$3
node=$4
cd "$work"
touch printed

# step CODE FAIL_ON PROGRAM: one run of the action's second step.
step() {
  wanted=$1
  rm -rf out summary
  got=0
  TRITPROOF_TOOL=${run:-$tool} TRITPROOF_EXEC=$3 TRITPROOF_LEVEL=smoke TRITPROOF_FORMATS=t2 \
    TRITPROOF_FAIL_ON=$2 TRITPROOF_OUT=$work/out GITHUB_STEP_SUMMARY=$work/summary \
    bash "$scripts/gate.sh" >printed 2>&1 || got=$?
  checks=$((checks + 1))
  [ "$got" -eq "$wanted" ] || fail "exit $got, not $wanted, for $3"
}
# What the log's reader takes for commands: lines outside of the stopped part.
commands() {
  sed -n '1!{/^::[0-9a-f]\{32\}::$/,$p}' printed | grep '^::' | tail -n +2
}

cp "$examples/t2_runner.py" good.py
sed 's/+ \[bytes(4)\]/+ [struct.pack("<f", 2.0 * scale)]/' good.py >bad.py
cmp -s good.py bad.py && fail "the fault was not planted"

step 0 failure 'python3 ./good.py'
grep -q 'tritproof: conforms' summary || fail "no summary"
[ -z "$(commands)" ] || fail "annotations of nothing: $(commands)"
for file in gate.xml gate.json gate.md gate.sarif gate.html; do
  [ -s out/$file ] || fail "no $file"
done

step 1 failure 'python3 ./bad.py'
grep -q 'does not conform' summary || fail "no summary"
[ "$(commands | wc -l)" -eq 2 ] || fail "$(commands | wc -l) annotations"
commands | head -n 1 | grep -q '^::error title=exec t2%3A T2-3::row 0 column 1: .*%0A' ||
  fail "the first annotation: $(commands | head -n 1)"
head -n 1 printed | grep -Eq '^::stop-commands::[0-9a-f]{32}$' || fail "commands are not stopped"
[ -s out/gate.html ] || fail "no page"
"$node" "$here/page/check_reports.mjs" out || fail "the reports"
step 0 never 'python3 ./bad.py'

# A program that shouts commands at the log.
{ echo 'import sys'; echo 'for _ in range(99): print("::error::mine", file=sys.stderr)'
  echo 'print("::set-env name=PATH::/evil", flush=True)'; cat bad.py; } >loud.py
step 1 failure 'python3 ./loud.py'
! commands | grep -q 'mine\|set-env' || fail "a child commands the log: $(commands)"
[ "$(commands | wc -l)" -le 10 ] || fail "too many annotations"
commands | grep -q '^::error title=exec t2::setup-error' || fail "no word of the setup"

# The tool cannot run: no exit code of a verdict.
step 2 sometimes 'python3 ./good.py'
run=/nonexistent/tool
step 127 never 'python3 ./good.py'

# More than a summary may hold, from a tool that answers so.
cat >huge <<'END'
#!/bin/sh
while [ $# -gt 0 ]; do
  [ "$1" = --markdown ] && head -c 3000000 /dev/zero | tr '\0' 'x' >"$2"
  shift
done
exit 1
END
chmod +x huge
run=$work/huge
step 1 failure 'python3 ./good.py'
size=$(wc -c <summary)
[ "$size" -le 921600 ] && [ "$size" -gt 900000 ] || fail "a summary of $size bytes"
tail -n 1 summary | grep -q 'rest is in the report' || fail "the cut is not said"
done_with 7
