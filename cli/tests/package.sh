#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The Debian package as CPack makes it: what it holds, and that the tool works from where it lies.
# Usage: package.sh TOOL CPACK BUILD SOURCE
. "$(dirname "$0")/lib.sh"
cpack=$2
build=$3
source=$4
cd "$work"

"$cpack" -G DEB --config "$build/CPackConfig.cmake" -B "$work/made" >printed 2>&1 || fail cpack
deb=$(find made -maxdepth 1 -name 'tritproof_*.deb')
[ -f "$deb" ] || fail "not one package: $deb"
dpkg-deb -c "$deb" >printed
for path in /usr/bin/tritproof /usr/bin/tritproof-ggml-runner /usr/share/man/man1/tritproof.1 \
  /usr/share/bash-completion/completions/tritproof /usr/share/tritproof/vectors/index.json \
  /usr/share/doc/tritproof/copyright; do
  has "$path"
done
! grep -E '\.(a|h|cmake)$|/blobs/.*/|node_modules' printed || fail "more than the tool"
checks=$((checks + 1))
stored=$(find "$source/golden/vectors" -type f | wc -l)
[ "$(grep -c ' ./usr/share/tritproof/vectors/.*[^/]$' printed)" -eq "$stored" ] ||
  fail "not all $stored files of vectors"
dpkg-deb -f "$deb" >printed
has "Package: tritproof"
has "Depends: libc6"
has "libssl"

# Unpacked elsewhere: its own vectors, whatever stands in the source tree.
dpkg-deb -x "$deb" root
tool=$work/root/usr/bin/tritproof
export PATH="$work/root/usr/bin:$PATH"
unset TRITPROOF_GOLDEN
expect 0 golden list --level smoke --format t2
has "t2-decode-"
mv root/usr/share/tritproof/vectors/t2/decode.smoke.json kept
expect 1 golden list --level smoke --format t2
has "missing-file: t2/decode.smoke.json"
mv kept root/usr/share/tritproof/vectors/t2/decode.smoke.json
for command in gate selftest inspect convert verify golden certify check-cert report; do
  grep -q "^\.B.*$command\|^\.BR.*$command" root/usr/share/man/man1/tritproof.1 ||
    fail "the man page has no $command"
done

complete() {
  bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tritproof
    printf "%s\n" "${COMPREPLY[@]}"' sh root/usr/share/bash-completion/completions/tritproof "$@" >printed
}
complete tritproof ga
has "gate"
complete tritproof gate --ju
has "--junit"
complete tritproof golden ch
has "check"

# The hook that a pre-commit configuration names: no two seconds of work for a Python decoder.
entry=$(sed -n 's/^  entry: //p' "$source/.pre-commit-hooks.yaml")
[ -n "$entry" ] || fail "the hook has no entry"
cp "$source/hw/examples/t2_runner.py" good.py
cat >timed <<END
TIMEFORMAT='%U %S'
{ time $entry --exec 'python3 ./good.py' --format t2 >printed 2>&1; } 2>seconds
END
bash timed || fail "the hook"
has "gate: conforms"
awk '{ exit !($1 + $2 < 2) }' seconds || fail "the hook takes $(cat seconds) s of processor"

# The action's first step brings the archive, if its digest is the release's.
"$cpack" -G TGZ --config "$build/CPackConfig.cmake" -B "$work/made" >printed 2>&1 || fail cpack
mkdir release fake
cp made/tritproof-*-Linux.tar.gz release/ || fail "no archive"
(cd release && sha256sum tritproof-*.tar.gz >SHA256SUMS)
printf '#!/bin/sh\ncp "%s"/release/* .\n' "$work" >fake/gh
chmod +x fake/gh
restore() {
  rm -rf restored
  PATH="$work/fake:$PATH" TRITPROOF_DIR=$work/restored TRITPROOF_VERSION=v0.1.0 \
    TRITPROOF_REPOSITORY=a/b GITHUB_ENV=$work/env bash "$source/.github/scripts/restore.sh" >printed 2>&1
}
restore || fail "restore"
named=$(sed -n 's/^TRITPROOF_TOOL=//p' env)
checks=$((checks + 1))
"$named" golden list --level smoke --format t2 >printed || fail "the restored tool"
for archive in release/*.tar.gz; do printf x >>"$archive"; done
rm env
! restore || fail "a changed archive was taken"
[ ! -e env ] || fail "a changed archive was named"
done_with 19
