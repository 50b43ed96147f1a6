import type { CompletedCommand } from "./facts"
import { shellFacts } from "./shell-facts"

/** Returns the completion script for bash 3.2 (macOS) and newer. */
export function bashScript(all: readonly CompletedCommand[]): string {
  return `# Quarterdeck completion for bash: source <(quarterdeck completion bash), in ~/.bashrc
${shellFacts(all)}
_quarterdeck_offer() {
  local line
  while IFS= read -r line; do
    line="\${line%%$'\\t'*}"
    case "$line" in
      "$cur"*[!A-Za-z0-9_.,/@:+-]*) COMPREPLY[\${#COMPREPLY[@]}]="$(printf %q "$before$line")" ;;
      "$cur"*) COMPREPLY[\${#COMPREPLY[@]}]="$before$line" ;;
    esac
  done
}
_quarterdeck_offer_kind() {
  case "$1" in
    =* | ,*)
      if [ "\${1:0:1}" = "," ]; then
        case "$cur" in *,*) before="\${cur%,*},"; cur="\${cur##*,}" ;; esac
      fi
      _quarterdeck_offer < <(printf '%s\\n' \${1:1})
      ;;
    project | agent | team) _quarterdeck_offer < <("\${COMP_WORDS[0]}" completion names "$1" "$cur" 2> /dev/null) ;;
    file | directory)
      compopt -o filenames 2> /dev/null
      local flag="-f" line
      if [ "$1" = "directory" ]; then flag="-d"; fi
      while IFS= read -r line; do COMPREPLY[\${#COMPREPLY[@]}]="$line"; done < <(compgen $flag -- "$cur")
      ;;
  esac
}
_quarterdeck() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" command="" place=0 before="" option="" word i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [ "$word" = "=" ]; then continue; fi
    if [ -n "$option" ]; then option=""; continue; fi
    case "$word" in
      -*) if [ -n "$(_quarterdeck_value "$command" "$word")" ]; then option="$word"; fi ;;
      *)
        if [ -z "$command" ]; then command="$word"
        elif [ "$place" = 0 ] && _quarterdeck_second "$command" | cut -f 1 | grep -qxF -- "$word"; then command="$command $word"
        else place=$((place + 1)); fi
        ;;
    esac
  done
  if [ "$cur" = "=" ]; then cur=""; fi
  if [ -n "$option" ]; then _quarterdeck_offer_kind "$(_quarterdeck_value "$command" "$option")"; return; fi
  case "$cur" in
    -*) _quarterdeck_offer < <(_quarterdeck_switches "$command") ;;
    *)
      if [ -z "$command" ]; then _quarterdeck_offer < <(_quarterdeck_first); return; fi
      if [ "$place" = 0 ]; then _quarterdeck_offer < <(_quarterdeck_second "$command"); fi
      _quarterdeck_offer_kind "$(_quarterdeck_word "$command" "$place")"
      ;;
  esac
}
complete -F _quarterdeck quarterdeck
`
}
