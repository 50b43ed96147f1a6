import type { Diagnostic } from "@/lib/memory/diagnostic"

/** What an import found, the worst kinds first. */
export const KINDS = ["broken", "set-aside", "past-cut", "over-budget", "problems", "gone"] as const
export type Kind = (typeof KINDS)[number]

/** What waits in the inbox, as `showInbox` answers with it. */
export interface Finding {
  id: string
  kind: Kind
  severity: Diagnostic["severity"]
  message: string
  path: string
  fileId: string | null
  runId: string | null
  project: string | null
  projectName: string | null
  agent: string | null
  line: number | null
  at: string
}

/** The lines that a finding is about, as `showFileExcerpt` answers with them. */
export interface Excerpt {
  file: {
    lines: number
    cut: number | null
    formatName: string
    limits: { budget: number | null; lines: number | null; bytes: number | null; characters: number | null }
  }
  line: number
  lines: readonly { line: number; text: string }[]
  diagnostics: readonly Diagnostic[]
  more: number
  readers: readonly string[]
}

export const KIND_NAMES: Record<Kind, string> = {
  broken: "Broken",
  "set-aside": "Set aside",
  "past-cut": "Past the cut",
  "over-budget": "Over budget",
  problems: "Problems",
  gone: "Gone",
}
