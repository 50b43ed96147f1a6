import type { EntryFacts, FileFacts } from "@/lib/memory/alerts/file/file-rule"
import { checkFile } from "@/lib/memory/alerts/file/check-file"
import type { FoundAlert } from "@/lib/memory/alerts/rule"
import type { AlertKind } from "@/lib/memory/alerts/kinds"
import { DEFAULT_WATCH, type WatchSettings } from "@/lib/memory/alerts/alert-settings"

export const FILE_DATE = new Date("2026-11-22T09:30:00Z")

const NO_LIMITS = { budget: null, lines: null, bytes: null, characters: null, runs: null }

/** An agent's memory without alerts, changed by the given facts. Lines and bytes are those of the text. */
export function fileOf(
  more: Partial<Omit<FileFacts, "limits">> & { limits?: Partial<FileFacts["limits"]> } = {},
): FileFacts {
  const text = more.text ?? "# Ann\n\n## Findings\n\n- The ledger rounds to whole cents\n"
  return {
    path: "shop/.kaizen/agents/ann/memory.md",
    format: "kaizen",
    role: "memory",
    scope: "project",
    state: "present",
    agent: "ann",
    category: null,
    optedOut: false,
    leftSource: false,
    text,
    lines: text.split("\n").length - 1,
    bytes: Buffer.byteLength(text),
    diagnostics: [],
    sections: [],
    entries: [entryOf({ line: 5 })],
    updatedOn: "2026-11-20",
    madeAt: null,
    changedAt: null,
    sessionsSince: 0,
    sessions: 12,
    growth: [],
    beside: [],
    withoutIndex: 0,
    instructions: [],
    compareFailure: null,
    ...more,
    limits: { ...NO_LIMITS, ...more.limits },
  }
}

export const entryOf = (more: Partial<EntryFacts> = {}): EntryFacts => ({
  id: `entry-${more.line ?? 1}`,
  text: "The ledger rounds to whole cents",
  line: 1,
  endLine: more.line ?? 1,
  section: "Findings",
  state: "current",
  date: null,
  type: null,
  saidElsewhere: false,
  vouchedUntil: null,
  keptOn: null,
  citedGone: [],
  ...more,
})

/** The given number of entries, one per line. */
export const entries = (
  count: number,
  of: (index: number) => Partial<EntryFacts> = () => ({}),
): EntryFacts[] =>
  Array.from({ length: count }, (_, index) =>
    entryOf({ line: index + 1, text: `Queue ${index} drains on its own schedule`, ...of(index) }),
  )

export const evaluateFile = (file: FileFacts, settings: Partial<WatchSettings> = {}, now: Date = FILE_DATE) =>
  checkFile(file, { ...DEFAULT_WATCH, ...settings }, now)

export const found = (
  file: FileFacts,
  settings: Partial<WatchSettings> = {},
  now: Date = FILE_DATE,
): readonly FoundAlert[] => evaluateFile(file, settings, now).found

/** The kinds of alerts a file has. */
export const kinds = (
  file: FileFacts,
  settings: Partial<WatchSettings> = {},
  now: Date = FILE_DATE,
): string[] => found(file, settings, now).map(({ kind }) => kind)

/** The message of one rule for a file; null if there is none. */
export const told = (
  kind: AlertKind,
  file: FileFacts,
  settings: Partial<WatchSettings> = {},
  now: Date = FILE_DATE,
): FoundAlert | null => found(file, settings, now).find((one) => one.kind === kind) ?? null

export const lines = (count: number, line = "- The ledger rounds"): string =>
  `${Array.from({ length: count }, () => line).join("\n")}\n`

export const on = (day: string): Date => new Date(`${day}T12:00:00Z`)
