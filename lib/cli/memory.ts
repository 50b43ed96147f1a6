import type { showBrief } from "@/lib/operations/coach/brief"
import type { clearMemory } from "@/lib/operations/memories/clear"
import type { initMemory } from "@/lib/operations/memories/init"
import type { showMemory } from "@/lib/operations/memories/show"
import type { z } from "zod"
import { type Command, wrongForm } from "./command"
import { confirm } from "./confirm"
import { drawn } from "./context"
import { ignore, isIgnored, putNew } from "./memory/put"
import { PLACE_OPTIONS } from "./place-options"
import { refuse } from "./refusal"
import { count } from "./table"
import { AGENT, DIRECTORY, oneOf } from "./taken"
import { visible } from "./visible"

type Shown = z.output<(typeof showMemory)["output"]>

const KAIZEN = ".kaizen"

export const memoryShowCommand: Command = {
  name: "memory show",
  form: "memory show AGENT [--project P] [--team T] [--json]",
  about: "prints an agent's memory as its file has it, and what its category shares with it",
  purpose: "read",
  words: [1, 1],
  takes: [AGENT],
  options: PLACE_OPTIONS,
  examples: ["memory show unit-tester --project ledger"],
  async run({ words, values, server }) {
    const shown = await server.get<Shown>("/memory", { ...values, agent: words[0] })
    const shared = shown.also.map(
      ({ path, text }) => `\n<!-- ${visible(path)}, which its category shares -->\n\n${drawn(text)}`,
    )
    return { json: { ...shown }, text: [drawn(shown.text), ...shared].join("") }
  },
}

export const memoryInitCommand: Command = {
  name: "memory init",
  form: "memory init AGENT [--project P] [--format F] [--dir D [--ignore]] [--team T] [--json]",
  about: "makes an empty memory for an agent, with the structure of its format",
  purpose: "propose",
  words: [1, 1],
  takes: [AGENT],
  options: {
    ...PLACE_OPTIONS,
    format: {
      value: "F",
      about:
        "kaizen or claude-agent-memory; what the other agents of the project have unless given, else kaizen",
      takes: oneOf(["kaizen", "claude-agent-memory"]),
    },
    dir: {
      value: "D",
      about: "also put the file below this directory, where the agent loads it",
      takes: DIRECTORY,
    },
    ignore: { about: `with --dir: tell git there to leave ${KAIZEN}/ alone` },
  },
  notes: "A memory that stands stays as it is, here and on disk. An agent that has opted out is refused.",
  examples: [
    "memory init unit-tester --project ledger",
    "memory init unit-tester --project ledger --dir . --ignore",
  ],
  async run({ words, values, on, server }) {
    const { dir, ...given } = values
    if (on.has("ignore") && dir === undefined)
      throw wrongForm(memoryInitCommand, "--ignore needs --dir: the directory whose .gitignore it is")
    const { path, file, made, text } = await server.sendOnce<z.output<(typeof initMemory)["output"]>>(
      "POST",
      "/memory",
      { ...given, agent: words[0] },
    )
    const lines = [made ? `Made ${visible(path)}` : `${visible(path)} stands already`]
    if (dir === undefined)
      return { json: { path, file, made, written: null, ignored: false }, text: lines.join("\n") }
    const written = await putNew(dir, path, text)
    lines.push(
      written
        ? `Written below ${visible(dir)}`
        : `${visible(path)} stands already below ${visible(dir)}, and stays as it is`,
    )
    const ignorable = path.startsWith(`${KAIZEN}/`)
    let ignored = ignorable && (await isIgnored(dir, KAIZEN))
    if (ignorable && !ignored && on.has("ignore")) {
      await ignore(dir, KAIZEN)
      ignored = true
      lines.push(`Added ${KAIZEN}/ to .gitignore`)
    } else if (ignorable && !ignored)
      lines.push(
        `Git would see ${KAIZEN}/: the same again with --ignore adds it to .gitignore, unless you want to commit it`,
      )
    return {
      json: { path, file, made, written: written ? `${dir}/${path}` : null, ignored },
      text: lines.join("\n"),
    }
  },
}

export const memoryBriefCommand: Command = {
  name: "memory brief",
  form: "memory brief AGENT [--project P] [--team T] [--json]",
  about: "says what an agent should know before it begins, each claim with the entries that it rests on",
  purpose: "read",
  words: [1, 1],
  takes: [AGENT],
  options: PLACE_OPTIONS,
  notes:
    "The coach's newest orientation that was published, else one that the built-in coach makes now, word by word,\nelse the best of what the agent loads. The text says which it is, and so does `from` of --json.",
  examples: ["memory brief unit-tester --project ledger"],
  async run({ words, values, server }) {
    const brief = await server.get<z.output<(typeof showBrief)["output"]>>("/brief", {
      ...values,
      agent: words[0],
    })
    return {
      json: { ...brief },
      text:
        brief.text === "" ? `There is nothing to tell ${visible(words[0] ?? "")} yet.` : drawn(brief.text),
    }
  },
}

export const memoryClearCommand: Command = {
  name: "memory clear",
  form: "memory clear AGENT [--project P] [--yes] [--team T] [--json]",
  about: "empties an agent's memory; it can be restored from its history",
  purpose: "decide",
  words: [1, 1],
  takes: [AGENT],
  options: { ...PLACE_OPTIONS, yes: { about: "without asking first" } },
  notes: "Its structure and its frontmatter stay. Logs and topics that it keeps in other files stay, too.",
  examples: [
    "memory clear unit-tester --project ledger",
    "memory clear unit-tester --project ledger --yes --json",
  ],
  async run({ words, values, on, server }) {
    const of = { ...values, agent: words[0] }
    const { path, revision } = await server.get<Shown>("/memory", of)
    const sure = on.has("yes") || (await confirm(`Clear ${visible(path)}, revision ${revision}?`))
    if (sure === null)
      throw wrongForm(memoryClearCommand, "nobody is there to be asked whether to clear it: say --yes")
    if (!sure) throw refuse("cancelled", `${path} stays as it is`)
    const cleared = await server.sendOnce<z.output<(typeof clearMemory)["output"]>>("POST", "/memory/clear", {
      ...of,
      base: revision,
    })
    const others = cleared.others > 0 ? `; ${count(cleared.others, "other file")} of it stay` : ""
    return {
      json: { ...cleared },
      text:
        cleared.removed === 0
          ? `${visible(path)} had no entries${others}`
          : `Removed ${count(cleared.removed, "entry")} from ${visible(path)}, revision ${cleared.revision}${others}`,
    }
  },
}
