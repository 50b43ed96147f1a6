import type { OutputOf } from "@/lib/http/contract"
import type { RevisionLineView } from "@/lib/operations/history/history-outputs"
import { command, type Command } from "../infra/command"
import { linesOf } from "./entry-lines"
import { findFile } from "./find-file"
import { count } from "../infra/table"
import { PROJECT, TEAM, wholeNumber } from "../infra/option-values"

type EntryHistory = OutputOf<"entry.history">
const PLACE = {
  project: { value: "P", about: "the file's project", takes: PROJECT },
  team: { value: "T", about: "only this team (default: all teams except samples)", takes: TEAM },
}

export const historyCommand: Command = command({
  name: "history",
  form: "history (PATH | ENTRY) [--project P] [--team T] [--limit N] [--json]",
  about: "show who changed a memory file or an entry, when and why",
  purpose: "read",
  words: [1, 1],
  options: {
    ...PLACE,
    limit: {
      value: "N",
      about: "maximum number of changes, newest first (default: 50)",
      takes: wholeNumber(1, 500),
    },
  },
  notes:
    "PATH is a memory file's path, or the end of the path if that is unique. ENTRY is an ID (see read --ids or search --ids). Forgotten entries also have a history.",
  examples: [
    "history .kaizen/agents/unit-tester/memory.md --project ledger",
    "history 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10",
  ],
  async run({ words, values, server, screen }) {
    const what = words[0] as string
    const limit = values.limit ?? "50"
    if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(what)) {
      const history = await server.call("entry.history", { entry: what, limit: Math.min(Number(limit), 200) })
      const rows = history.events.map(({ revision, turns, forgotten, before, after }) => ({
        head: [...headOf(revision), forgotten === null ? turns.join(", ") : "forgotten"],
        text: `${(after ?? before)?.text ?? ""}  (${forgotten ?? revision.reason})`,
      }))
      return {
        json: { ...history },
        text: [linesOf(rows, screen.width), "", ...history.moves.map(movedWords), history.file.path].join(
          "\n",
        ),
      }
    }
    const { team, file } = await findFile(server, what, values)
    const listed = await server.call("revision.list", { file: file.id, team, limit })
    const rows = listed.revisions.map((one) => ({
      head: [...headOf(one), one.added === null ? "" : `+${one.added} -${one.cut}`],
      text: one.reason,
    }))
    return {
      json: { file: file.id, path: file.path, ...listed },
      text: `${linesOf(rows, screen.width)}\n\n${count(listed.total, "revision")} of ${file.path}`,
    }
  },
})

export const blameCommand: Command = command({
  name: "blame",
  form: "blame PATH [--project P] [--team T] [--revision N] [--json]",
  about: "show who wrote each line of a memory file, and when",
  purpose: "read",
  words: [1, 1],
  options: {
    ...PLACE,
    revision: {
      value: "N",
      about: "as of this revision (default: the latest)",
      takes: wholeNumber(1, 1_000_000_000),
    },
  },
  examples: ["blame memory.md --project ledger --revision 4"],
  async run({ words, values, server, screen }) {
    const { team, file } = await findFile(server, words[0] as string, values)
    const blamed = await server.call("file.blame", { file: file.id, team, revision: values.revision })
    const known = new Map(blamed.revisions.map((one) => [one.number, one]))
    const rows = blamed.runs.flatMap((run) =>
      run.lines.map((text, at) => ({
        head: [
          ...(known.has(run.revision) ? headOf(known.get(run.revision) as RevisionLineView) : []),
          String(run.line + at),
        ],
        text,
      })),
    )
    return {
      json: { file: file.id, ...blamed },
      text: rows.length === 0 ? `${file.path} is empty.` : linesOf(rows, screen.width),
    }
  },
})

const movedWords = ({ way, path, line, entry, at, by, undone }: EntryHistory["moves"][number]): string =>
  `moved ${way === "from" ? "here from" : "from here to"} ${path}:${line} (${entry}) in the migration on ${at.slice(0, 10)} by ${by}${undone ? ", since undone" : ""}`

const headOf = (line: RevisionLineView): string[] => [
  String(line.number),
  line.createdAt.slice(0, 10),
  peopleOf(line),
]

/**
 * Returns the proposers of a revision and the person who approved it, or its author if it was not proposed.
 */
function peopleOf({ by, from }: Pick<RevisionLineView, "by" | "from">): string {
  const proposers = [...new Set(from.map(({ agent, author }) => agent ?? author))]
  if (proposers.length === 0) return by
  const approver = proposers.length === 1 && proposers[0] === by ? "" : `, approved by ${by}`
  return proposers.join(", ") + approver
}
