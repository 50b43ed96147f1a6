import { command, type Command, wrongForm } from "../infra/command"
import { confirm } from "../infra/confirm"
import { addToGitignore, isIgnored, createIfMissing } from "./create-file"
import { PLACE_OPTIONS } from "../infra/place-options"
import { refuse } from "../infra/exit-codes"
import { count } from "../infra/table"
import { AGENT, DIRECTORY, oneOf } from "../infra/option-values"
import { visible, visibleLines } from "../infra/terminal-text"

const KAIZEN = ".kaizen"

export const memoryShowCommand: Command = command({
  name: "memory show",
  form: "memory show AGENT [--project P] [--team T] [--json]",
  about: "print an agent's memory file and its category's shared memory",
  purpose: "read",
  words: [1, 1],
  takes: [AGENT],
  options: PLACE_OPTIONS,
  examples: ["memory show unit-tester --project ledger"],
  async run({ words, values, server }) {
    const shown = await server.call("memory.show", { ...values, agent: words[0] })
    const shared = shown.also.map(
      ({ path, text }) =>
        `\n<!-- ${visible(path)}, shared by the agent's category -->\n\n${visibleLines(text)}`,
    )
    return { json: { ...shown }, text: [visibleLines(shown.text), ...shared].join("") }
  },
})

export const memoryInitCommand: Command = command({
  name: "memory init",
  form: "memory init AGENT [--project P] [--format F] [--dir D [--ignore]] [--team T] [--json]",
  about: "create an empty memory file for an agent, with the structure of the agent's format",
  purpose: "propose",
  words: [1, 1],
  takes: [AGENT],
  options: {
    ...PLACE_OPTIONS,
    format: {
      value: "F",
      about: "kaizen or claude-agent-memory (default: the format of the project's other agents, then kaizen)",
      takes: oneOf(["kaizen", "claude-agent-memory"]),
    },
    dir: {
      value: "D",
      about: "also write the file to this directory, where the agent loads it",
      takes: DIRECTORY,
    },
    ignore: { about: `with --dir, add ${KAIZEN}/ to the .gitignore file there` },
  },
  notes:
    "Existing memory is kept, both on the server and on disk. The command is rejected for agents that have opted out.",
  examples: [
    "memory init unit-tester --project ledger",
    "memory init unit-tester --project ledger --dir . --ignore",
  ],
  async run({ words, values, on, server }) {
    const { dir, ...given } = values
    if (on.has("ignore") && dir === undefined)
      throw wrongForm(memoryInitCommand, "--ignore requires --dir, the directory of the .gitignore file")
    const { path, file, made, text } = await server.callOnce("memory.init", { ...given, agent: words[0] })
    const lines = [made ? `Created ${visible(path)}` : `${visible(path)} already exists`]
    if (dir === undefined)
      return { json: { path, file, made, written: null, ignored: false }, text: lines.join("\n") }
    const written = await createIfMissing(dir, path, text)
    lines.push(
      written
        ? `Written to ${visible(dir)}`
        : `${visible(path)} already exists in ${visible(dir)} and was not changed`,
    )
    const git = path.startsWith(`${KAIZEN}/`) ? await ignoreKaizen(dir, on.has("ignore")) : NOT_IGNORED
    return {
      json: { path, file, made, written: written ? `${dir}/${path}` : null, ignored: git.ignored },
      text: [...lines, ...git.lines].join("\n"),
    }
  },
})

const NOT_IGNORED = { ignored: false, lines: [] }

/**
 * Adds the Kaizen folder to .gitignore, if requested and not ignored yet. `ignored`: true if Git ignores the
 * folder afterwards.
 */
async function ignoreKaizen(
  dir: string,
  asked: boolean,
): Promise<{ ignored: boolean; lines: readonly string[] }> {
  if (await isIgnored(dir, KAIZEN)) return { ignored: true, lines: [] }
  if (!asked)
    return {
      ignored: false,
      lines: [`Git would track ${KAIZEN}/. To add it to .gitignore, repeat the command with --ignore`],
    }
  await addToGitignore(dir, KAIZEN)
  return { ignored: true, lines: [`Added ${KAIZEN}/ to .gitignore`] }
}

export const memoryBriefCommand: Command = command({
  name: "memory brief",
  form: "memory brief AGENT [--project P] [--team T] [--json]",
  about: "print what an agent should know before it starts, with citations",
  purpose: "read",
  words: [1, 1],
  takes: [AGENT],
  options: PLACE_OPTIONS,
  notes:
    "Prints the latest published orientation. If there is none, the built-in coach creates one by text matching, and\nif that finds nothing, the best entries that the agent loads are printed. The output says which one was used (with --json, in `from`).",
  examples: ["memory brief unit-tester --project ledger"],
  async run({ words, values, server }) {
    const brief = await server.call("brief.show", { ...values, agent: words[0] })
    return {
      json: { ...brief },
      text: brief.text === "" ? `No memory for ${visible(words[0] ?? "")} yet.` : visibleLines(brief.text),
    }
  },
})

export const memoryClearCommand: Command = command({
  name: "memory clear",
  form: "memory clear AGENT [--project P] [--yes] [--team T] [--json]",
  about: "delete all entries from an agent's memory (they can be restored from its history)",
  purpose: "decide",
  words: [1, 1],
  takes: [AGENT],
  options: { ...PLACE_OPTIONS, yes: { about: "do not ask for confirmation" } },
  notes: "Structure and front matter are kept, and so are logs and topics in other files.",
  examples: [
    "memory clear unit-tester --project ledger",
    "memory clear unit-tester --project ledger --yes --json",
  ],
  async run({ words, values, on, server }) {
    const of = { ...values, agent: words[0] as string }
    const { path, revision } = await server.call("memory.show", of)
    const sure =
      on.has("yes") || (await confirm(`Delete all entries from ${visible(path)}, revision ${revision}?`))
    if (sure === null)
      throw wrongForm(memoryClearCommand, "cannot ask for confirmation without a terminal: pass --yes")
    if (!sure) throw refuse("cancelled", `${path} was not changed`)
    const cleared = await server.callOnce("memory.clear", { ...of, base: revision })
    const others = cleared.others > 0 ? `. Kept ${count(cleared.others, "other file")}` : ""
    return {
      json: { ...cleared },
      text:
        cleared.removed === 0
          ? `${visible(path)} had no entries${others}`
          : `Removed ${count(cleared.removed, "entry")} from ${visible(path)}, now revision ${cleared.revision}${others}`,
    }
  },
})
