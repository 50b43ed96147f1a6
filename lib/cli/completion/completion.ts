import { ownValue } from "@/lib/memory/text/own-value"
import type { Command } from "../infra/command"
import { bashScript } from "./bash"
import { listCompletedCommands } from "./facts"
import { fishScript } from "./fish"
import { namesOf } from "./names"
import { zshScript } from "./zsh"
import { oneOf } from "../infra/option-values"
import { visible } from "../infra/terminal-text"

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript }
const KINDS = ["project", "agent", "team"] as const

/** Returns the completion command. The scripts derive from the declarations of all commands. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: "completion",
    form: "completion (bash|zsh|fish) [--json]",
    about: "print a shell completion script for commands, options and values",
    purpose: "settings",
    words: [1, 1],
    takes: [oneOf(Object.keys(SCRIPTS))],
    options: {},
    notes:
      "bash: source <(quarterdeck completion bash) in ~/.bashrc. zsh: source <(quarterdeck completion zsh) in ~/.zshrc, after compinit. fish: quarterdeck completion fish > ~/.config/fish/completions/quarterdeck.fish. Generate the script again after an update. Names of projects, agents and teams come from the server. If the server does not respond quickly, names are not completed.",
    examples: ["completion bash", "completion zsh"],
    async run({ words }) {
      const script = ownValue(SCRIPTS, words[0] ?? "")?.(listCompletedCommands(commands())) ?? ""
      return { json: { script }, text: script.trimEnd() }
    },
  }
}

export const completionNamesCommand: Command = {
  name: "completion names",
  form: "completion names (project|agent|team) [BEGINNING] [--json]",
  about: "print names for completion, one per line",
  purpose: "settings",
  words: [1, 2],
  takes: [oneOf(KINDS), { problem: () => null }],
  options: {},
  notes: "Prints nothing if the server does not respond quickly.",
  examples: ["completion names project"],
  async run({ words, server }) {
    const [kind, beginning = ""] = words
    const names = await namesOf(server, kind as (typeof KINDS)[number], beginning)
    return { json: { names }, text: names.map(visible).join("\n") }
  },
}
