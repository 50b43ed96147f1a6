import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findRevision } from "@/lib/db/memory-files/files"
import type { SeedPlanRow } from "@/lib/db/seed/plans"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { SEED_FORMATS, type SeedFormat } from "@/lib/memory/seed/seed-formats"
import { type Seeding, seedText } from "@/lib/memory/seed/seeded-file"
import type { SeedText } from "@/lib/memory/seed/write-seed"
import { AGENT_PATHS } from "../memories/init"
import { operation } from "../operation"
import { storedFormat } from "../writing/revise"
import { visiblePlan } from "./visible-plan"
import { findTarget, seedingOn } from "./current-target"
import { seedText as shown } from "./seed-outputs"

export const showSeedText = operation({
  name: "seed.text",
  summary: "Return the memory file that a seed plan would create, in the plan's format or a different one.",
  method: "GET",
  path: "/seed/plans/{plan}/text",
  right: "read",
  input: z.object({
    plan: z.string(),
    format: z.enum(SEED_FORMATS).optional().describe("Defaults to the plan's own format"),
  }),
  output: shown,
  async run(actor, input) {
    const found = await visiblePlan(actor, input.plan, "read")
    if (!found.ok) return found
    const { row } = found.value
    const { format = row.format } = input
    const applied =
      row.state === "applied" && row.fileId !== null && row.revision !== null && format === row.format
        ? await findRevision(visibilityOf(actor, row.teamId), row.fileId, row.revision)
        : null
    if (applied) return done({ ...measuredText(applied.text, row.path, row.format), format })
    const made = await textOf(row, format)
    return made.ok
      ? done({
          text: made.value.written.text,
          path: made.value.seeding.path,
          lines: made.value.written.lines,
          format,
          diagnostics: [...made.value.written.parsed.diagnostics],
        })
      : made
  },
})

function measuredText(text: string, path: string, format: SeedFormat) {
  const { diagnostics } = storedFormat(format).parse(text, path)
  return {
    text,
    path,
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    diagnostics: [...diagnostics],
  }
}

export interface Written {
  readonly seeding: Seeding
  readonly written: Extract<SeedText, { ok: true }>
}

/**
 * Returns the text that a plan would write. In another format than planned, starts from the empty structure
 * of that format.
 */
export async function textOf(row: SeedPlanRow, format: SeedFormat = row.format): Promise<Outcome<Written>> {
  const seeding = format === row.format ? seedingOn(await findTarget(row), row) : elsewhere(row, format)
  try {
    const written = seedText(seeding, row.placements)
    if (written.ok) return done({ seeding, written })
    const one = row.placements.find(({ entry }) => entry === written.entry)
    return refused(
      "invalid",
      `${seeding.path}: ${one === undefined ? "" : `line ${one.line} of ${one.path} cannot be written: `}${written.why}`,
    )
  } catch (cause) {
    if (cause instanceof RangeError) return refused("invalid", `${seeding.path}: ${cause.message}`)
    throw cause
  }
}

function elsewhere(row: SeedPlanRow, id: SeedFormat): Seeding {
  const { agentName: agent, category, roles, placements } = row
  const format = storedFormat(id)
  const name = agent ?? category ?? "agents"
  const path = { ...AGENT_PATHS, ...PATHS }[id](name)
  return {
    format,
    path,
    text: format.scaffold({
      agent: name,
      project: row.projectName,
      category,
      roles,
      date: new Date().toISOString().slice(0, 10),
    }),
    roles,
    stood: new Map(placements.map(({ entry, section }) => [entry, section])),
  }
}

/** Functions that return the path of the memory in each format. */
const PATHS = {
  "category-memory": (name: string) => `.claude/agent-memory/${name}/MEMORY.md`,
  "memory-protocol": (name: string) => `memory/projects/${name}/memory.json`,
  "memory-workspace": () => "MEMORY.md",
  "openclaw-workspace": () => "MEMORY.md",
  "agents-dir-memory": (name: string) => `.agents/memory/${name}.md`,
  "claude-auto-memory": () => ".claude/memory/MEMORY.md",
  "cline-memory-bank": (name: string) => `memory-bank/${name}.md`,
  "serena-memories": (name: string) => `.serena/memories/${name}.md`,
  "mcp-memory-graph": () => "memory.jsonl",
} as const satisfies Record<Exclude<SeedFormat, keyof typeof AGENT_PATHS>, (name: string) => string>
