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

/** The findings of one file, in the order in which the file is first met. */
export interface FindingGroup {
  path: string
  findings: readonly Finding[]
}

export function groupsOf(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const group = groups.get(finding.path)
    if (group) group.push(finding)
    else groups.set(finding.path, [finding])
  }
  return [...groups].map(([path, members]) => ({ path, findings: members }))
}

/** "…/agent-memory/tester/MEMORY.md": the end of a path says most. */
export function shortPath(path: string): string {
  const parts = path.split("/")
  return parts.length <= 3 ? path : `…/${parts.slice(-3).join("/")}`
}
