#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs the device-side runner on a phone, as a child of tritproof: frames go through adb untouched.
# Usage: via_adb.sh [-s SERIAL] [-d FOLDER_ON_DEVICE] FOLDER
# FOLDER holds tritproof-hexagon-device, built for the phone, and libtritproof_skel.so; all of it is
# pushed. Start the server (adb start-server) before: a child has no home folder for its keys.
# It has never been tried with a phone.
set -eu
there=/data/local/tmp/tritproof
serial=
usage() { echo "usage: via_adb.sh [-s SERIAL] [-d FOLDER_ON_DEVICE] FOLDER" >&2; exit 2; }
while getopts s:d: option; do
  case $option in
    s) serial=$OPTARG ;;
    d) there=$OPTARG ;;
    *) usage ;;
  esac
done
shift $((OPTIND - 1))
[ $# -eq 1 ] && [ -x "$1/tritproof-hexagon-device" ] || usage
case $there in *[!A-Za-z0-9/._-]*) usage ;; esac

device() { adb ${serial:+-s "$serial"} "$@"; }
# Only the last adb may read the frames, and only it may write on stdout.
device push "$1/." "$there/" </dev/null >&2
# A runner that hung before lives on when its adb is killed: end that very one.
device shell -T "cd $there && chmod 755 tritproof-hexagon-device && if [ -f pid ] &&
  [ \"\$(readlink \"/proc/\$(cat pid)/exe\")\" = $there/tritproof-hexagon-device ]; then
  kill -9 \"\$(cat pid)\"; fi; rm -f pid" </dev/null >&2
# -T: no terminal, which would change line feeds. The DSP finds the module by ADSP_LIBRARY_PATH.
exec adb ${serial:+-s "$serial"} shell -T "cd $there && echo \$\$ >pid &&
  LD_LIBRARY_PATH=$there:/vendor/lib64 ADSP_LIBRARY_PATH='$there;' DSP_LIBRARY_PATH='$there;' \
  exec ./tritproof-hexagon-device"
