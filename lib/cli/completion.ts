import { ownValue } from "@/lib/memory/own-value"
import type { Command } from "./command"
import { bashScript } from "./completion/bash"
import { completedOf } from "./completion/facts"
import { fishScript } from "./completion/fish"
import { namesOf } from "./completion/names"
import { zshScript } from "./completion/zsh"
import { oneOf } from "./taken"
import { visible } from "./visible"

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript }
const KINDS = ["project", "agent", "team"] as const

/** Made of the declarations of all commands, so that it knows what they know. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: "completion",
    form: "completion (bash|zsh|fish) [--json]",
    about: "prints a script by which a shell completes commands, switches and their values",
    purpose: "settings",
    words: [1, 1],
    takes: [oneOf(Object.keys(SCRIPTS))],
    options: {},
    notes:
      "bash: source <(quarterdeck completion bash) in ~/.bashrc. zsh: source <(quarterdeck completion zsh) in ~/.zshrc, behind compinit. fish: quarterdeck completion fish > ~/.config/fish/completions/quarterdeck.fish. Print it anew after an update. Projects, agents and teams are asked for at the server; where it does not answer at once, none are offered.",
    examples: ["completion bash", "completion zsh"],
    async run({ words }) {
      const script = ownValue(SCRIPTS, words[0] ?? "")?.(completedOf(commands())) ?? ""
      return { json: { script }, text: script.trimEnd() }
    },
  }
}

export const completionNamesCommand: Command = {
  name: "completion names",
  form: "completion names (project|agent|team) [BEGINNING] [--json]",
  about: "prints the names that completion offers, one a line",
  purpose: "settings",
  words: [1, 2],
  takes: [oneOf(KINDS), { problem: () => null }],
  options: {},
  notes: "Always done within a moment: nothing is printed where the server does not answer by then.",
  examples: ["completion names project"],
  async run({ words, server }) {
    const [kind, beginning = ""] = words
    const names = await namesOf(server, kind as (typeof KINDS)[number], beginning)
    return { json: { names }, text: names.map(visible).join("\n") }
  },
}
