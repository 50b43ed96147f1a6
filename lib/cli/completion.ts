import { ownValue } from "@/lib/memory/text/own-value"
import type { OutputOf } from "@/lib/http/contract"
import type { Command } from "./infra/command"
import { commandRequestOf } from "./infra/command-routes"
import { bashScript, zshScript, fishScript, listCompletedCommands } from "./completion-scripts"
import { oneOf } from "./infra/option-values"
import { visible } from "./infra/terminal"
import type { Call, Server } from "./infra/server"

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
  form: "completion names (project|agent|team) [PREFIX] [--json]",
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

/** Time limit in milliseconds. Completion must not block the shell. */
const PATIENCE_MS = 300

/**
 * Returns names of this kind from the server. `beginning` filters agents only. Empty if the server is
 * unreachable, rejects the key, or does not respond in time.
 */
export async function namesOf(
  server: Server,
  kind: "project" | "agent" | "team",
  beginning: string,
  patience = PATIENCE_MS,
): Promise<string[]> {
  const until = AbortSignal.timeout(patience)
  try {
    const { token } = server.key()
    const call: Call = async (operation, input) => {
      const response = await fetch(`${server.url}/api/v1${commandRequestOf(operation, input).path}`, {
        headers: { authorization: `Bearer ${token}` },
        redirect: "manual",
        signal: until,
      })
      if (!response.ok) throw new Error(String(response.status))
      return (await response.json()) as OutputOf<typeof operation>
    }
    const { teams } = await call("team.list", {})
    if (kind === "team") return unique(teams.map((team) => team.slug))
    const found = await Promise.all(
      teams.map(async ({ slug }) => {
        if (kind === "agent") {
          const { agents } = await call("jump", { team: slug, q: beginning })
          return agents.map((agent) => agent.name)
        }
        const { projects } = await call("project.list", { team: slug })
        return projects.map((project) => project.slug)
      }),
    )
    return unique(found.flat())
  } catch {
    return [] // The server is unreachable or too slow, or the user is not signed in.
  }
}

const unique = (names: readonly string[]): string[] => [...new Set(names)].toSorted()
