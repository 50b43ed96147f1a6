import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { ComparedEntry } from "@/lib/db/conflicts/comparable-entries"
import { conflictsIn } from "./corpus-conflicts"
import type { EmbeddingOf } from "./embeddings"

/**
 * Memory of fleets written for this project: lines with an entry, then lines with a labelled pair of entries
 * by index. Those in `held-out` are never used for training.
 */
const FLEETS = "tests/bench/comparison/fleets"

export type LabelledKind = "contradiction" | "near" | "exact" | "tempting"

export interface LabelledFleet {
  readonly name: string
  readonly entries: readonly ComparedEntry[]
  readonly pairs: readonly { readonly kind: LabelledKind; readonly a: number; readonly b: number }[]
}

export function labelledFleets(part: "learned" | "held-out"): LabelledFleet[] {
  return readdirSync(join(FLEETS, part)).map((file) => {
    const lines = readFileSync(join(FLEETS, part, file), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object)
    return {
      name: file.replace(/\.jsonl$/, ""),
      entries: lines.filter((line): line is FleetEntry => "text" in line).map(entryOf),
      pairs: lines.filter((line): line is LabelledFleet["pairs"][number] => "kind" in line),
    }
  })
}

type FleetEntry = Pick<ComparedEntry, "path" | "section" | "text">

const entryOf = ({ path, section, text }: FleetEntry, at: number): ComparedEntry => ({
  id: String(at),
  text,
  date: null,
  fileId: path,
  path,
  section,
  line: at,
  since: 1,
  scope: "project",
  projectId: "fleet",
  agent: /agents\/([^/]+)\//.exec(path)?.[1] ?? null,
  category: null,
  subject: null,
  audience: null,
})

/** Findings of a fleet: for each labelled pair, and the number of those between other entries. */
export interface FleetFindings {
  readonly pairs: readonly {
    readonly kind: LabelledKind
    readonly raised: "duplicate" | "contradiction" | null
  }[]
  readonly stray: number
}

export function findingsIn(
  { name, entries, pairs }: LabelledFleet,
  embeddingOf?: EmbeddingOf,
): FleetFindings {
  const conflicts = conflictsIn({ name, entries }, embeddingOf)
  const findingOf = (a: number, b: number) =>
    conflicts.find(({ left, right }) => {
      const ids = new Set([...left, ...right].map(({ id }) => Number(id)))
      return ids.has(a) && ids.has(b)
    })
  const found = pairs.map(({ a, b }) => findingOf(a, b))
  return {
    pairs: pairs.map(({ kind }, at) => ({ kind, raised: found[at]?.finding ?? null })),
    stray: conflicts.filter((conflict) => !found.includes(conflict)).length,
  }
}
