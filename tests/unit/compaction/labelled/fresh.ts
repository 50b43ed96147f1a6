import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { openClaw } from "@/lib/formats/workspace/workspace"
import { linesOfLog } from "@/lib/memory/compaction/log-notes"
import { planCompaction } from "@/lib/memory/compaction/plan-logs"
import { scoreLog } from "@/lib/memory/compaction/score-log"
import { flagKindsOf } from "@/lib/operations/guard/secrets-and-flags"

/**
 * Daily logs of agents in several trades, next to a `MEMORY.md`. The first two columns of each line are its
 * label: `+` is worth keeping, two spaces stay in the log.
 */
export interface Workspace {
  readonly agent: string
  readonly today: string
  readonly curated: readonly { readonly id: string; readonly text: string; readonly section: string | null }[]
  readonly entries: readonly {
    readonly id: string
    readonly text: string
    readonly section: string | null
    readonly file: string
    readonly path: string
    readonly line: number
    readonly day: string
    readonly flagged: string | null
  }[]
  /** IDs of the entries that are worth keeping. */
  readonly worth: ReadonlySet<string>
  /** Labelled lines at which no entry starts. */
  readonly unread: readonly string[]
}

const ROOT = join(import.meta.dirname, "fresh")

export const readWorkspaces = (half: "tuned" | "held-out"): Workspace[] =>
  readdirSync(join(ROOT, half))
    .toSorted()
    .map((agent) => readWorkspace(join(ROOT, half, agent), agent))

function readWorkspace(folder: string, agent: string): Workspace {
  const logs = readdirSync(join(folder, "memory"))
    .toSorted()
    .map((name) => ({
      path: `memory/${name}`,
      day: name.slice(0, 10),
      ...read(join(folder, "memory", name)),
    }))
  const entries = logs.flatMap(({ path, day, text }) =>
    said(text, path)
      .flatMap(linesOfLog)
      .map((entry) => ({
        ...entry,
        id: `${path}:${entry.line}`,
        file: path,
        path,
        day,
        flagged: flagKindsOf(entry.text)[0] ?? null,
      })),
  )
  const ids = new Set(entries.map(({ id }) => id))
  const labelled = logs.flatMap(({ path, worth }) => worth.map((line) => `${path}:${line}`))
  return {
    agent,
    today: logs.at(-1)?.day ?? "",
    entries,
    worth: new Set(labelled),
    unread: labelled.filter((id) => !ids.has(id)),
    curated: said(read(join(folder, "MEMORY.md")).text, "MEMORY.md").map(({ text, section, line }) => ({
      id: `MEMORY.md:${line}`,
      text,
      section,
    })),
  }
}

function said(text: string, path: string) {
  const { entries, sections } = openClaw.parse(text, path)
  return entries.map(({ text: words, section, span: { line } }) => ({
    text: words,
    line,
    section: section === null ? null : (sections[section]?.name ?? null),
  }))
}

/** The file without labels, and the numbers (from 1) of the lines that are worth keeping. */
function read(path: string): { text: string; worth: number[] } {
  const lines = readFileSync(path, "utf8").split("\n")
  return {
    text: lines.map((line) => line.slice(2)).join("\n"),
    worth: lines.flatMap((line, place) => (line.startsWith("+ ") ? [place + 1] : [])),
  }
}

/**
 * Precision: the share of proposed entries with a line that is worth keeping. Recall: the share of these
 * lines that are proposed.
 */
export function measureHalf(half: "tuned" | "held-out") {
  const found = readWorkspaces(half).map((workspace) => ({ workspace, additions: proposedOf(workspace) }))
  const all = found.flatMap(({ workspace: { worth, agent }, additions }) =>
    additions.map((addition) => ({
      agent,
      text: addition.text,
      reasons: addition.reasons,
      score: addition.score,
      right: addition.cites.some(({ id }) => worth.has(id)),
    })),
  )
  const missed = found.flatMap(({ workspace: { worth, agent, entries }, additions }) => {
    const cited = new Set(additions.flatMap(({ cites }) => cites.map(({ id }) => id)))
    return [...worth]
      .filter((id) => !cited.has(id))
      .map((id) => ({ agent, id, text: entries.find((entry) => entry.id === id)?.text ?? null }))
  })
  const worth = found.reduce((sum, one) => sum + one.workspace.worth.size, 0)
  return {
    proposed: all.length,
    precision: all.filter(({ right }) => right).length / all.length,
    recall: (worth - missed.length) / worth,
    wrong: all.filter(({ right }) => !right),
    missed,
  }
}

const proposedOf = ({ entries, curated, today }: Workspace) =>
  planCompaction(scoreLog({ entries, curated, instructions: [], refused: [], today }), {
    sections: [],
    most: 50,
  }).additions
