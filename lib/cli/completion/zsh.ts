import type { CompletedCommand } from "./facts"
import { shellFacts } from "./shell-facts"

/**
 * Returns the completion script for zsh. Works when sourced, and as a file _quarterdeck in a directory of
 * fpath.
 */
export function zshScript(all: readonly CompletedCommand[]): string {
  return `#compdef quarterdeck
# Quarterdeck completion for zsh: source <(quarterdeck completion zsh), in ~/.zshrc after compinit
${shellFacts(all)}
_quarterdeck_offer() {
  local -a offered
  local line name
  while IFS= read -r line; do
    name="\${line%%$'\\t'*}"
    if [[ "$line" = "$name" ]]; then offered+=("\${name//:/\\\\:}"); continue; fi
    line="\${line#*$'\\t'}"
    offered+=("\${name//:/\\\\:}:\${line//\\\\/\\\\\\\\}")
  done
  if (( $#offered )); then _describe -t quarterdeck "$1" offered; fi
}
_quarterdeck_offer_kind() {
  case "$1" in
    =*) _quarterdeck_offer value < <(printf '%s\\n' \${=1[2,-1]}) ;;
    ,*) _values -s , value \${=1[2,-1]} ;;
    project | agent | team) _quarterdeck_offer "$1" < <("\${words[1]}" completion names "$1" "$PREFIX" 2> /dev/null) ;;
    file) _files ;;
    directory) _files -/ ;;
  esac
}
_quarterdeck() {
  local cur="$PREFIX" command="" place=0 option="" word i
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    if [[ -n "$option" ]]; then option=""; continue; fi
    case "$word" in
      --*=*) ;;
      -*) if [[ -n "$(_quarterdeck_value "$command" "$word")" ]]; then option="$word"; fi ;;
      *)
        if [[ -z "$command" ]]; then command="$word"
        elif [[ "$place" = 0 ]] && _quarterdeck_second "$command" | cut -f 1 | grep -qxF -- "$word"; then command="$command $word"
        else place=$((place + 1)); fi
        ;;
    esac
  done
  if [[ -n "$option" ]]; then _quarterdeck_offer_kind "$(_quarterdeck_value "$command" "$option")"; return; fi
  case "$cur" in
    --*=*)
      option="\${cur%%=*}"
      compset -P '--*='
      _quarterdeck_offer_kind "$(_quarterdeck_value "$command" "$option")"
      ;;
    -*) _quarterdeck_offer switch < <(_quarterdeck_switches "$command") ;;
    *)
      if [[ -z "$command" ]]; then _quarterdeck_offer command < <(_quarterdeck_first); return; fi
      if [[ "$place" = 0 ]]; then _quarterdeck_offer subcommand < <(_quarterdeck_second "$command"); fi
      _quarterdeck_offer_kind "$(_quarterdeck_word "$command" "$place")"
      ;;
  esac
}
if [[ "\${funcstack[1]}" = "_quarterdeck" ]]; then _quarterdeck "$@"; else compdef _quarterdeck quarterdeck; fi
`
}
