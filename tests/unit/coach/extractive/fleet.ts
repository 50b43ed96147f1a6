import { extractiveCoach } from "@/lib/coach/extractive/extractive-coach"
import type { CoachWork, WrittenSynthesis } from "@/lib/coach/coach"
import type { CoachedAgent, CoachEntry, CoachMaterial } from "@/lib/memory/coach/synthesis"

/** An entry from "agent: statement" or from the given values; its ID contains its position. */
export function extractiveEntry(
  agent: string | null,
  text: string,
  more: Partial<CoachEntry> = {},
): Omit<CoachEntry, "id" | "line"> & { id?: string; line?: number } {
  return {
    text,
    file: `file of ${agent}`,
    path: `.kaizen/agents/${agent}/memory.md`,
    project: "ledger",
    agent,
    category: null,
    scope: "project",
    section: "Accumulated Findings",
    type: null,
    date: null,
    confidence: null,
    flags: [],
    ...more,
  }
}

export function fleet(
  entries: readonly ReturnType<typeof extractiveEntry>[],
  more: Partial<CoachMaterial> = {},
): CoachMaterial {
  const placed = entries.map((one, at): CoachEntry => ({
    ...one,
    id: one.id ?? `entry-${String(at).padStart(4, "0")}`,
    line: one.line ?? at + 1,
  }))
  const agents = new Map<string, CoachedAgent>()
  for (const { agent: name, project, category } of placed) {
    if (name === null) continue
    const known = agents.get(`${project} ${name}`)
    agents.set(`${project} ${name}`, {
      name,
      project,
      category,
      entries: (known?.entries ?? 0) + 1,
      changedOn: "2026-11-01",
      shared: 0,
      sessions: 1,
      optedOut: false,
    })
  }
  return {
    kind: "brief",
    agent: null,
    place: "ledger",
    oneProject: true,
    today: "2026-11-21",
    entries: placed,
    agents: [...agents.values()],
    contradictions: [],
    left: 0,
    ...more,
  }
}

export const extractiveWork = (more: Partial<CoachWork> = {}): CoachWork => ({
  signal: new AbortController().signal,
  tokenBudget: null,
  progress: () => undefined,
  notebook: { find: async () => null, keep: async () => undefined },
  ...more,
})

export const writeExtractive = (
  material: CoachMaterial,
  more: Partial<CoachWork> = {},
): Promise<WrittenSynthesis> => extractiveCoach.write(material, extractiveWork(more))

export const orientation = (name: string, category: string | null = null): Partial<CoachMaterial> => ({
  kind: "orientation",
  agent: { name, category, project: "ledger" },
})
