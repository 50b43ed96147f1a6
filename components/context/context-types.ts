import type { LeftOutKind } from "@/lib/memory/context/context"
import type { LoadGroup } from "@/lib/memory/context/load-order"
import type { LineAtCut } from "@/lib/memory/context/lines-at-limit"
import type { LoadLimits } from "@/lib/memory/memory-files/format"
import type { Parts } from "@/lib/memory/context/rank"

/** A statement that an agent is told, as `showContext` answers with it. */
export interface Told {
  id: string
  text: string
  path: string
  line: number
  /** Id of the memory file. */
  file: string
  section: string | null
  type: string | null
  scope: string
  date: string | null
  score: number
  parts: Parts
  copies: readonly { id: string; path: string; line: number }[]
}

export interface Left {
  id: string
  text: string | null
  path: string
  line: number | null
  file: string
  kind: LeftOutKind
  why: string
  by: { path: string; line: number; file: string | null } | null
}

/** What the text is made of and measured by. */
export interface ToldContext {
  agent: string
  project: string
  tokens: number
  /** Files that the text begins with as wholes. */
  documents: readonly { file: string; path: string; text: string }[]
  entries: readonly Told[]
  leftOut: readonly Left[]
  leftOutCounts: Readonly<Partial<Record<LeftOutKind, number>>>
  more: boolean
  text: string
  optedOut: boolean
  files: readonly { file: string; path: string; revision: number }[]
}

/** Whose context it is, as `showLoads` tells. */
export interface Whose {
  agent: string
  project: { slug: string; name: string }
  category: { slug: string; name: string; coordinator: string | null } | null
  known: boolean
  optedOut: boolean
  cold: boolean
}

export interface LoadedFile {
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

/** An agent that one can choose. */
export interface Choosable {
  name: string
  /** Slug. */
  project: string
  category: string | null
  optedOut: boolean
}
