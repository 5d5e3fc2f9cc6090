#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Certificates from the command line, with good and bad programs, keys and folders.
# Usage: certify.sh TOOL EXAMPLES VECTORS
. "$(dirname "$0")/lib.sh"
examples=$2
vectors=$3
cd "$work"

again() { rm -rf made && expect "$@"; }
independently() {
  checks=$((checks + 1))
  python3 "$examples/check_cert.py" "$1" "$vectors" >printed 2>&1 || fail "check_cert.py on $1"
  has ", 0 wrong"
}

# Both decoders of this process and ggml's library, over the core level.
for backend in second reference ggml; do
  expect 0 certify --backend $backend -o $backend
  first_line '^PASS: \([0-9]*\) of \1 vectors pass; 0 not run, '
  expect 0 check-cert $backend
  first_line '^UNSIGNED: integrity only$'
  has "check-cert: intact, passed"
done
head -n 1 reference/certificate.txt | grep -q '11 of 11 formats' || fail "reference covers all"
head -n 1 ggml/certificate.txt | grep -q '3 of 11 formats' || fail "ggml covers three"
grep -q 'code3=plus2' ggml/certificate.txt || fail "ggml's code 3 is not named"
independently second
independently ggml
expect 1 check-cert second --diff ggml
has "declared:"
expect 0 check-cert second --diff second
has "nothing differs"

# A changed byte is named, by our checker and by nobody's.
for file in results.jsonl certificate.json statement.json certificate.txt SHA256SUMS; do
  cp -r second changed
  printf 'X' | dd of=changed/$file bs=1 seek=200 conv=notrunc 2>/dev/null
  expect 1 check-cert changed
  has "$file"
  rm -r changed
done
(cd second && sha256sum -c --quiet SHA256SUMS) || fail "sha256sum does not read SHA256SUMS"

# A Python decoder of t2; with the reserved code as +2 it is failed with the place at once.
cp "$examples/t2_runner.py" good.py
expect 0 certify --exec 'python3 ./good.py' --level smoke --format t2
first_line '^PASS: .*; 1 of 11 formats; level smoke; asserted '
sed 's/+ \[bytes(4)\]/+ [struct.pack("<f", 2.0 * scale)]/' good.py >bad.py
cmp -s good.py bad.py && fail "the fault was not planted"
expect 1 certify --exec 'python3 ./bad.py' --level smoke --format t2
first_line '^NOT PASSED: .* 1 mismatch; '
has "T2-3"
has "code 2"
has "reads like M001"
has "it follows reserved=plus2"
expect 1 certify --exec 'python3 ./bad.py' --format t2 -o bad
expect 1 check-cert bad
has "check-cert: intact, not passed"
independently bad

# Waivers, a challenge, a row, thin, JSON, a signature.
id=$(sed -n 's/^{"id":"\([^"]*\)","verdict":"mismatch".*/\1/p' bad/results.jsonl | head -n 1)
waive() {
  printf '{"waivers": [{"%s": "%s", "owner": "me", "reason": "known", "expires": "%s"}]}' "$@" \
    >waivers.json
}
waive flag reserved-code 2999-12-31
again 0 certify --exec 'python3 ./bad.py' --level core --format t2 -o made --waivers waivers.json
first_line '^PASS WITH WAIVERS: '
expect 0 check-cert made
waive id "$id" 2001-01-01
again 1 certify --exec 'python3 ./bad.py' --level core --format t2 -o made --waivers waivers.json
has "expired on 2001-01-01"
printf '{"waivers": [{"id": "x"}]}' >malformed.json
expect 1 certify --backend second -o none --waivers malformed.json
expect 3 certify --backend second -o none --waivers missing.json
again 0 certify --backend second --level smoke -o made --challenge 0123456789abcdef --thin \
  --row 'greedy text=printf same' --row 'speed=n/a:no model here' --json made.json
first_line 'challenge 0123456789abcdef'
grep -q 'row greedy text: exit 0.*asserted' made/certificate.txt || fail "no row"
[ -s made.json ] || fail "no JSON"
expect 0 check-cert made --challenge 0123456789abcdef
has "from digests only"
expect 1 check-cert made --challenge fedcba9876543210
has "other-challenge"
again 1 certify --backend second --level smoke -o made --row 'greedy text=exit 4'
ssh-keygen -q -t ed25519 -N '' -C '' -f key
again 0 certify --backend second --level smoke -o made --sign key
printf 'me@example.org %s\n' "$(cat key.pub)" >allowed
expect 0 check-cert made --allowed-signers allowed
first_line '^SIGNED by me@example.org, ED25519 key SHA256:'
expect 0 check-cert made --json
has '"intact": true'
expect 1 check-cert second --allowed-signers allowed
first_line '^UNSIGNED: integrity only$'
ln -s log.txt made/link
expect 1 check-cert made
has "link: link"

# A row is done by a shell here: what hangs, dies or babbles is the device's, and counts.
again 1 certify --exec 'exit 1' --format t2 -o made
has "setup-error"
[ ! -e made ] || fail "a certificate of nothing"
export TRITPROOF_GGML_LIB=/nowhere
expect 3 certify --backend ggml -o made
has "; get it: "
unset TRITPROOF_GGML_LIB
[ ! -e made ] || fail "a certificate of nothing"

# A full disk leaves nothing under the name, and no name is taken twice.
full() { (trap '' XFSZ; ulimit -f 64; "$tool" "$@"); }
got=0
full certify --backend second -o made >printed 2>&1 || got=$?
[ $got -eq 3 ] || fail "exit $got on a full disk"
has "cannot write"
[ ! -e made ] && [ ! -e made.partial ] || fail "half a certificate was left"
expect 3 certify --backend second --level smoke -o second
has "is already there"

# Vectors for XRT's own runner, without a backend.
expect 0 certify --export-xrt-runner xrt --level smoke
has "vectors as recipes of xrt-runner"
[ -x xrt/run.sh ] || fail "no run.sh"
expect 3 certify --export-xrt-runner xrt --level smoke

# Wrong usage.
expect 2 certify -o made
expect 2 certify --backend second --exec true -o made
expect 2 certify --backend second
expect 2 certify --backend secnd -o made
has "did you mean 'second'"
expect 2 certify --backend second --format t3 -o made
expect 2 certify --backend second --challenge xyz -o made
expect 2 certify --backend second --row nothing -o made
expect 2 certify --backend second --resume -o made
expect 2 certify --backend second --backend-arg a=b -o made
expect 3 certify --backend second --sign nokey -o made
expect 3 certify --exec 'python3 ./good.py' --format t2 -o made --resume
expect 3 check-cert nowhere
expect 2 check-cert
done_with 90
