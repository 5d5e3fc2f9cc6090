# SPDX-License-Identifier: Apache-2.0
# bash completion for tritproof: commands and their own commands, then options, as the help lists them.
_tritproof() {
  local current=${COMP_WORDS[COMP_CWORD]} commands='' word
  local path=()
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && break
    path+=("$word")
  done
  local help
  help=$(tritproof "${path[@]}" --help 2>/dev/null)
  if [[ $current == -* ]]; then
    commands=$(grep -o -- '--[a-z][a-z0-9-]*' <<<"$help" | sort -u)
  else
    commands=$(sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p' <<<"$help")
  fi
  if [ -n "$commands" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _tritproof tritproof
