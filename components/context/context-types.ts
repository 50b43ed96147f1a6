import type { LeftOutKind } from "@/lib/memory/context/context"
import type { LoadGroup } from "@/lib/memory/context/load-order"
import type { LineAtCut } from "@/lib/memory/context/lines-at-limit"
import type { LoadLimits } from "@/lib/memory/memory-files/format"
import type { ScoreParts } from "@/lib/memory/context/rank"

/** An entry in the context, as `showContext` returns it. */
export interface IncludedEntry {
  id: string
  text: string
  path: string
  line: number
  /** The ID of the memory file. */
  file: string
  section: string | null
  type: string | null
  scope: string
  date: string | null
  score: number
  parts: ScoreParts
  copies: readonly { id: string; path: string; line: number }[]
}

export interface LeftOutEntry {
  id: string
  text: string | null
  path: string
  line: number | null
  file: string
  kind: LeftOutKind
  why: string
  by: { path: string; line: number; file: string | null } | null
}

/** The context of an agent, with its entries and its token count. */
export interface AgentContext {
  agent: string
  project: string
  tokens: number
  /** Files that are included in full at the start. */
  documents: readonly { file: string; path: string; text: string }[]
  entries: readonly IncludedEntry[]
  leftOut: readonly LeftOutEntry[]
  leftOutCounts: Readonly<Partial<Record<LeftOutKind, number>>>
  more: boolean
  text: string
  optedOut: boolean
  files: readonly { file: string; path: string; revision: number }[]
}

/** The agent whose context it is, as `showLoads` returns it. */
export interface ContextAgent {
  agent: string
  project: { slug: string; name: string }
  category: { slug: string; name: string; coordinator: string | null } | null
  known: boolean
  optedOut: boolean
  cold: boolean
}

export interface DiskFile {
  id: string
  path: string
  format: string
  formatName: string
  bytes: number
  lines: number
  entries: number
  cut: number | null
  limits: LoadLimits
  group: LoadGroup
  moment: "start" | "on-demand"
  around: { reason: "lines" | "bytes" | "characters"; lines: readonly LineAtCut[] } | null
}

/** An agent in the list of choices. */
export interface Choosable {
  name: string
  /** Slug. */
  project: string
  category: string | null
  optedOut: boolean
}
