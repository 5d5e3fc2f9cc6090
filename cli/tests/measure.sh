#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What a gate measures reaches the file that ctest sends to a dashboard, and nobody else.
# Usage: measure.sh TOOL CTEST EXAMPLES
. "$(dirname "$0")/lib.sh"
cd "$work"
mkdir build
sed 's/+ \[bytes(4)\]/+ [struct.pack("<f", 2.0 * scale)]/' "$3/t2_runner.py" >bad.py
cat >build/DartConfiguration.tcl <<END
SourceDirectory: $work
BuildDirectory: $work/build
Site: here
BuildName: gate
END
cat >build/CTestTestfile.cmake <<END
add_test(good "$tool" gate --subject reference --format q2_0 --no-selftest --level smoke --json "$work/good.json")
add_test(bad "$tool" gate --exec "python3 $work/bad.py" --format t2 --no-selftest --level smoke --json "$work/bad.json")
END
for how in "-T Test" "-D ExperimentalTest"; do
  rm -rf build/Testing
  # shellcheck disable=SC2086
  ! (cd build && "$2" $how) >printed 2>&1 || fail "a wrong decoder passed"
  has "50% tests passed, 1 tests failed out of 2"

  python3 - <<'END' >printed 2>&1 || fail "Test.xml"
import glob, json, xml.etree.ElementTree as tree
[file] = glob.glob("build/Testing/*/Test.xml")
tests = {test.find("Name").text: test for test in tree.parse(file).iter("Test") if test.find("Name") is not None}
for name in ("good", "bad"):
    run = json.load(open(name + ".json"))
    told = {one.get("name"): float(one.find("Value").text) for one in tests[name].iter("NamedMeasurement")
            if one.get("type") == "numeric/double" and one.get("name").startswith("tritproof ")}
    wanted = {"tritproof cases": sum(bench["cases"] for bench in run["benches"]),
              "tritproof broken laws": sum(law["standing"] == "fail" for bench in run["benches"]
                                           for law in bench["laws"])}
    assert wanted.items() <= told.items(), (name, wanted, told)
    assert told["tritproof cases"] > 50 and told["tritproof seconds of judging"] > 0, told
    assert (told["tritproof broken laws"] > 0) == (name == "bad"), told
print("measured")
END
  checks=$((checks + 1))
done
unset DASHBOARD_TEST_FROM_CTEST CTEST_INTERACTIVE_DEBUG_MODE
expect 0 gate --subject reference --format q2_0 --no-selftest --level smoke
! grep -q Measurement "$work/printed" || fail "a terminal gets lines for a dashboard"
done_with 5
