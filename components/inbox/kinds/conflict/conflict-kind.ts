import { GitCompareArrows } from "lucide-react"
import {
  CONFLICT_KINDS,
  type ConflictDetail,
  type ConflictKind,
  type ConflictSummary,
} from "@/components/conflicts/conflict"
import { radiusOf, conflictHeadline } from "@/components/conflicts/conflict-summary"
import { filePath } from "@/components/data/addresses"
import { readLater } from "@/components/data/read-later"
import type { FilterOption } from "../../inbox-filters"
import type { ItemKind } from "../../item-kind"
import { ownValue } from "@/lib/memory/text/own-value"
import { formatCount } from "@/lib/memory/text/sentence"
import type { ItemLook } from "../../inbox-item"
import { shortPath } from "@/lib/memory/memory-files/paths"

/** Returns the row of a conflict. */
function lookOfConflict(conflict: ConflictSummary): ItemLook {
  const { decided, finding } = conflict
  const kind = { words: FINDING_TAGS[finding], tone: "caution" } as const
  return {
    Icon: GitCompareArrows,
    asks: "Conflict",
    headline: conflictHeadline(conflict),
    at: decided?.at ?? conflict.createdAt,
    alarms: decided ? [{ words: ownValue(RESOLVED, decided.verdict) ?? "resolved", tone: "good" }] : [kind],
    who: decided ? `by ${decided.by}` : readersWords(conflict),
    tags: [],
    note: decided?.reason || null,
  }
}

const FINDING_TAGS = { file: "file conflict", duplicate: "duplicate", contradiction: "conflict" } as const

/** Returns who loads the sides: "1 of 3 agents loads both sides", "1 agent loads the file". The pane names the agents. */
function readersWords(conflict: ConflictSummary): string {
  const { agents, finding } = conflict
  if (agents.length === 0) return "not loaded by any agent"
  const loaded = (number: number) => `${formatCount(number, "agent")} ${number === 1 ? "loads" : "load"}`
  if (finding === "file") return `${loaded(agents.length)} the file`
  const { both, left, right } = radiusOf(conflict)
  const all = both.length + left.length + right.length
  if (both.length === 0) return `${loaded(all)} only one side`
  if (both.length === all) return `${loaded(all)} both sides`
  const some = `${both.length.toLocaleString("en")} of ${formatCount(all, "agent")}`
  return `${some} ${both.length === 1 ? "loads" : "load"} both sides`
}

const RESOLVED: Record<string, string> = {
  "keep-left": "kept left",
  "keep-right": "kept right",
  "keep-both": "kept both",
  merge: "merged",
  "delete-both": "deleted both",
  override: "overridden",
  "not-a-conflict": "not a conflict",
}

const TYPE_WORDS: Record<ConflictKind, string> = {
  "same-scope": "Within one scope",
  "cross-scope": "Across scopes",
  file: "In a file",
}
const TYPES = CONFLICT_KINDS.map((kind): FilterOption => [kind, TYPE_WORDS[kind]])

export const CONFLICT: ItemKind<ConflictSummary, ConflictDetail> = {
  id: "conflict",
  tab: "conflicts",
  label: "Conflicts",
  types: TYPES,
  place: placeOf,
  otherLanes: ({ left, right }) =>
    [...left.entries, ...right.entries].map((entry) => `${entry.project.slug}/${entry.path}`),
  isUndecided: ({ state }) => state === "open",
  projectName: (conflict) => (conflict.left.entries[0] ?? conflict).project.name,
  headline: conflictHeadline,
  look: lookOfConflict,
  heldKeys: { waiting: "a12345merhi", decided: "a12345merhiu" },
  read: ({ id }) => readLater("conflict.show", { conflict: id }),
  summaryOf: (detail) => detail,
  page: (team, { fileId, left }) => (fileId ? filePath(team, fileId, left.entries[0]?.line) : null),
  still: () => import("./conflict-server-pane").then((one) => ({ Still: one.ConflictServerPane })),
  bulk: () => import("./conflict-action").then((one) => ({ BULK: one.CONFLICT_BULK })),
}

/**
 * Returns the group of the conflict: the file of its left side, whose scope may be wider than its project.
 * Duplicates between the same files share a cause.
 */
function placeOf(conflict: ConflictSummary) {
  const copies = conflict.finding === "duplicate" ? filesOf(conflict) : []
  const cause = {
    key: copies.map(({ key }) => key).join(" = "),
    words: `Duplicates in ${copies.map(({ name }) => name).join(" and ")}`,
  }
  return {
    group: `${(conflict.left.entries[0] ?? conflict).project.slug}/${conflict.path}`,
    ...(copies.length > 1 ? { cause } : {}),
    path: conflict.path,
  }
}

/** Returns the files with identical text, without repeats, by path. */
function filesOf({ left, right }: ConflictSummary): { key: string; name: string }[] {
  const files = new Map(
    [...left.entries, ...right.entries].map(({ project, path }) => [
      `${project.slug}/${path}`,
      shortPath(path),
    ]),
  )
  return [...files].map(([key, name]) => ({ key, name })).toSorted((a, b) => (a.key < b.key ? -1 : 1))
}
