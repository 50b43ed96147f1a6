import { GitCompareArrows } from "lucide-react"
import { createElement } from "react"
import {
  CONFLICT_KINDS,
  type ConflictDetail,
  type ConflictKind,
  type ConflictSummary,
} from "@/components/conflicts/conflict"
import { radiusOf, conflictHeadline } from "@/components/conflicts/conflict-summary"
import { filePath } from "@/components/data/addresses"
import { callOperation } from "@/components/data/http-client"
import { type LiveEvent } from "@/components/queue/live-event"
import { decidedByWords } from "@/components/queue/decided-by"
import { agentMenu, assigneeMenu, type FilterMenu, type FilterOption, typeMenu } from "../../inbox-filters"
import { type ItemKind, UNDECIDED_STATES, undoNotice } from "../../item-kind"
import { ownValue } from "@/lib/memory/text/own-value"
import { formatCount } from "@/lib/memory/text/sentence"
import type { KeyAction } from "@/components/data/keyboard-shortcuts"
import type { ItemLook } from "../../inbox-item"
import { shortPath } from "@/lib/memory/memory-files/paths"

export type ConflictAction =
  | "keep-suggested"
  | "keep-left"
  | "keep-right"
  | "keep-both"
  | "delete-both"
  | "merge"
  | "not-a-conflict"
  | "override"
  | "snooze"
  | "assign"
  | "undo"

type Keys = readonly KeyAction<ConflictAction>[]

/** Keys of a conflict between entries. */
const ENTRY_KEYS: Keys = [
  { action: "keep-suggested", keys: ["a"], does: "Keep the suggested side" },
  { action: "keep-left", keys: ["1"], does: "Keep the left side" },
  { action: "keep-right", keys: ["2"], does: "Keep the right side" },
  { action: "keep-both", keys: ["3"], does: "Keep both with narrower scopes" },
  { action: "delete-both", keys: ["4"], does: "Delete both" },
  { action: "merge", keys: ["m", "e"], does: "Merge both" },
  { action: "not-a-conflict", keys: ["r"], does: "Not a conflict" },
]

/** Keys of a conflict between two versions of a file. */
const FILE_KEYS: Keys = [
  { action: "keep-suggested", keys: ["a"], does: "Choose a version" },
  { action: "keep-left", keys: ["1"], does: "Keep ours (the Quarterdeck version)" },
  { action: "keep-right", keys: ["2"], does: "Take theirs (the source version)" },
  { action: "merge", keys: ["m", "e"], does: "Merge by hand" },
  { action: "not-a-conflict", keys: ["r"], does: "Choose a version" },
]

const OVERRIDE: Keys = [
  { action: "override", keys: ["5"], does: "Override: give the other scope precedence" },
]
const SNOOZE: Keys = [
  { action: "snooze", keys: ["h"], does: "Snooze or unsnooze" },
  { action: "assign", keys: ["i"], does: "Assign to me, or unassign" },
]
const UNDO: Keys = [{ action: "undo", keys: ["u"], does: "Undo this decision" }]

/** Returns the keys of a conflict. `waits`: the list holds undecided items. */
export function conflictKeys({ kind, state }: Pick<ConflictSummary, "kind" | "state">, waits: boolean): Keys {
  const own = {
    file: FILE_KEYS,
    "cross-scope": [...ENTRY_KEYS, ...OVERRIDE],
    "same-scope": ENTRY_KEYS,
  }[kind]
  return [...(state === "open" ? [...own, ...SNOOZE] : []), ...(waits ? [] : UNDO)]
}

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
  menus: (filters, items) => [
    typeMenu(TYPES),
    agentMenu(filters, items),
    FINDING_MENU,
    assigneeMenu(filters, items),
  ],
  mixedMenus: () => ({
    types: TYPES.map(([kind, words]): FilterOption => [kind, `Conflicts ${words.toLowerCase()}`]),
  }),
  empty: {
    icon: createElement(GitCompareArrows, { className: "icon-lg", "aria-hidden": true }),
    title: "No conflicts",
    words:
      "Entries that contradict or duplicate each other are listed here, along with files that changed both in Quarterdeck and in the source.",
    link: (team) => ({ href: `/t/${team}/inbox?tab=decided`, label: "View decided items" }),
  },
  keys: conflictKeys,
  live: {
    member: "conflicts",
    isListed: (state) => UNDECIDED_STATES.includes(state),
    goneWords: (change, who) => (change.state === "gone" ? SIDE_GONE : decidedByWords(change, who)),
    returnedWords: undoNotice,
    unnamed: /^conflict\./,
    unnamedWords: () => null,
    settledBy: {
      events: /^(?:conflict|file|revision|import|entry|proposal\.(?!create|snooze|assign))/,
      words: settledWords,
    },
  },
  read: ({ id }) => callOperation("conflict.show", { conflict: id }),
  summaryOf: (detail) => detail,
  page: (team, { fileId, left }) => (fileId ? filePath(team, fileId, left.entries[0]?.line) : null),
  still: () => import("./conflict-server-pane").then((one) => ({ Still: one.ConflictServerPane })),
  bulk: () => import("./conflict-action").then((one) => ({ BULK: one.CONFLICT_BULK })),
}

const FINDING_MENU: FilterMenu = {
  name: "found",
  all: "Any finding",
  options: [
    ["contradiction", "Contradictions"],
    ["duplicate", "Duplicates"],
  ],
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

/** Returns why a conflict is no longer open after an event. */
function settledWords({ kind, by }: LiveEvent, byMe: boolean): string {
  if (kind === "conflict.gone") return SIDE_GONE
  const who = byMe ? "you" : by
  return kind.startsWith("conflict") ? `Decided by ${who}` : `Resolved by a change from ${who}`
}

const SIDE_GONE = "Closed: one side was removed or changed"
