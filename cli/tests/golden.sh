#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The golden commands on the stored set, and what altered sets and answer files meet.
# Usage: golden.sh TOOL VECTORS EXAMPLES
. "$(dirname "$0")/lib.sh"
vectors=$2
examples=$3
cd "$work"

expect 2 golden
expect 2 golden list --level tiny
expect 2 golden list --flag no-such-flag
has "no flag 'no-such-flag'"
expect 0 golden list --level smoke --format t2 --flag reserved-code
has "t2-decode-"
expect 0 golden list --level smoke --format t2 --json
has '"input_sha256"'

# A set that was touched, by the name of what was done to it.
fresh() { rm -rf set && cp -r "$vectors" set && chmod -R u+w set; }
manifest=t2/decode.smoke.json
fresh
sed -i 's/"why":"/"why":"x/' set/$manifest
expect 1 golden check --suite set
has "altered-file: $manifest"
fresh
rm set/$manifest
expect 1 golden check --suite set
has "missing-file: $manifest"
fresh
echo hello >set/t2/notes
expect 1 golden list --level smoke --suite set
has "extra-file: t2/notes"
fresh
for blob in set/blobs/*; do
  [ -e "$blob" ] || break
  printf 'x' | dd of="$blob" bs=1 seek=3 conv=notrunc 2>"$work/dd"
  expect 1 golden check --suite set
  has "altered-file: ${blob#set/}"
  rm "$blob"
  expect 1 golden list --level smoke --suite set
  has "missing-file: ${blob#set/}"
  break
done
# Puts a file in the manifest's place and makes the index agree.
replace() {
  before="$(sha256sum <set/$manifest | cut -c1-64)\",\"bytes\":$(wc -c <set/$manifest)"
  mv "$1" set/$manifest
  after="$(sha256sum <set/$manifest | cut -c1-64)\",\"bytes\":$(wc -c <set/$manifest)"
  sed -i "s/$before/$after/" set/index.json
}
fresh
awk 'NR == 2 { first = $0 } NR == 3 { $0 = first } { print }' set/$manifest >twice
replace twice
expect 1 golden list --level smoke --suite set
has "another-suite: index.json"
expect 1 golden list --level smoke --suite set --unpinned
has "duplicate-id: $manifest"
mkdir empty
expect 1 golden list --level smoke --suite empty
has "empty-folder"
expect 3 golden list --level smoke --suite none
has "missing-folder"
mkdir full && touch full/file
expect 3 golden make full
has "not-empty"

# A program that answers on a pipe answers a file.
expect 0 golden export --level smoke --format t2 --op decode -o requests.trp
head=$(sed -n 's/.*the first frame \([0-9]*\);.*/\1/p' "$work/printed")
answer() { head -c "$head" requests.trp; python3 "$examples/t2_runner.py" <requests.trp; }
answer >answers.trp
expect 0 golden grade answers.trp
has "t2: reserved=zero counted=unasked subnormal=exact negzero=kept order=ok"
has "asserted: example-python 1.0"
has "conforms"
expect 0 golden grade answers.trp --json
has '"conforms": true'
sed 's/+ \[bytes(4)\]/+ [struct.pack("<f", 2.0 * scale)]/' "$examples/t2_runner.py" >wrong.py
{ head -c "$head" requests.trp; python3 wrong.py <requests.trp; } >wrong.trp
expect 1 golden grade wrong.trp
has "reserved=plus2: a reserved code is +2 times the scale, as the first decoder had it"
has "does not conform"

# Answer files that are no answers to this.
head -c 100000 answers.trp >cut.trp
expect 1 golden grade cut.trp
has "broken-frame"
head -c "$head" requests.trp >none.trp
expect 1 golden grade none.trp
has "short-answers: id 1"
{ cat answers.trp; tail -c 32800 answers.trp; } >more.trp
expect 1 golden grade more.trp
has "duplicated-answer"
python3 - <<'END'
import struct
data = open("answers.trp", "rb").read()
frames, at = [], 0
while at < len(data):
    size = 32 + struct.unpack_from("<Q", data, at + 24)[0]
    frames.append(data[at : at + size])
    at += size
frames[3], frames[4] = frames[4], frames[3]
open("swapped.trp", "wb").write(b"".join(frames))
END
expect 1 golden grade swapped.trp
has "reordered-answer: answer 2"
fresh
sed 's/"why":"/"why":"x/' set/$manifest >reworded
replace reworded
expect 0 golden export --suite set --unpinned --level smoke --format t2 --op validate -o foreign.trp
expect 1 golden grade foreign.trp
has "another-suite"
expect 3 golden grade none-such.trp
expect 3 golden export --level smoke --format t2 -o /dev/full
expect 1 golden export --level smoke --format q8 --op expand -o none.trp
has "no-vectors"
[ ! -e none.trp.txt ] || fail "a list was left"

# An image of the whole model, made, converted and verified; its folder is left empty.
expect 0 golden model model --images 1 --threads 1
has "1 images, 0.09 G weights: pb16i 0.05 GB -> t2 0.02 GB (2.1250 b/w), 1/1 bit-exact"
[ -z "$(ls model)" ] || fail "files of an image were left"
expect 2 golden model model --images 0

# Another language makes the same inputs from their descriptions.
python3 "$examples/regenerate.py" "$vectors" >"$work/printed" || fail "regenerate.py"
has "as stored"
python3 "$examples/regenerate.py" "$vectors" --level smoke >"$work/printed" || fail "regenerate.py"
done_with 53
