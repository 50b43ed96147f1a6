import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findRevision } from "@/lib/db/memory-files/files"
import type { SeedPlanRow } from "@/lib/db/seed/plans"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { SEED_FORMATS, type SeedFormat } from "@/lib/memory/seed/seed-entry"
import { type Seeding, seedText, type SeedText } from "@/lib/memory/seed/seeded-file"
import { findLoader } from "@/lib/db/context/loaded-files"
import type { ContextCandidate } from "@/lib/memory/context/context-entry"
import { selectContext } from "@/lib/memory/context/context-selection"
import type { Audience } from "@/lib/memory/memory-files/format"
import { findWithheldKind } from "@/lib/memory/context/withheld"
import { AGENT_PATHS } from "../memories/memories"
import { operation } from "../operation"
import { storedFormat } from "../writing/revise-head"
import { gatherCandidates } from "../context/candidates"
import { tokenCounter } from "../context/token-counter"
import { visiblePlan } from "./seed-plans"
import { findTarget, seedingOn } from "./target"
import { seedText as shown, firstContext } from "./seed-outputs"

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

interface Written {
  readonly seeding: Seeding
  readonly written: Extract<SeedText, { ok: true }>
}

/**
 * Returns the text that a plan would write. In another format than planned, starts from the empty structure
 * of that format.
 */
async function textOf(row: SeedPlanRow, format: SeedFormat = row.format): Promise<Outcome<Written>> {
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

/** Maximum number of characters per token of the budget. A longer entry does not fit in any case. */
const LONGEST_TOKEN = 20

export const showFirstContext = operation({
  name: "seed.context",
  summary: "Preview an agent's first session context after a seed plan is applied, within a token budget.",
  method: "GET",
  path: "/seed/plans/{plan}/context",
  right: "read",
  input: z.object({
    plan: z.string(),
    agent: z
      .string()
      .max(200)
      .optional()
      .describe("The agent, if the plan is for category memory. Defaults to the first agent"),
    tokens: z.coerce
      .number()
      .int()
      .min(1)
      .max(200_000)
      .default(2_000)
      .describe("Maximum number of tokens in the text"),
    limit: z.coerce.number().int().min(1).max(500).default(10).describe("Maximum number of entries"),
  }),
  output: firstContext,
  async run(actor, { plan, tokens: budget, limit, ...input }) {
    const found = await visiblePlan(actor, plan, "read")
    if (!found.ok) return found
    const { row } = found.value
    const agent = row.agentName ?? input.agent ?? row.roles[0]
    if (agent === undefined) return refused("invalid", "agent: enter the agent's name")
    if (row.agentName !== null && input.agent !== undefined && input.agent !== agent)
      return refused("invalid", `agent: the plan is only for ${agent}`)
    const now = new Date()
    const { loader, coordinator, optedOut } = await findLoader(visibilityOf(actor, row.teamId), {
      projectId: row.projectId,
      name: agent,
      slug: row.category,
    })
    const { candidates } = await gatherCandidates(loader, {
      now,
      task: null,
      limit,
      longest: budget * LONGEST_TOKEN + 1,
    })
    const brought = row.state === "waiting" ? await textOf(row) : done(null)
    if (!brought.ok) return brought
    const added = brought.value === null ? [] : broughtOf(brought.value, row.fileId ?? row.id, now)
    const countTokens = await tokenCounter()
    const asked = {
      agent,
      project: row.projectName,
      coordinator,
      optedOut,
      task: null,
      budget,
      limit,
      format: "markdown" as const,
      overrideGlobal: false,
      now,
    }
    const context = selectContext([...candidates, ...added], asked, {
      countTokens,
      whyWithheld: findWithheldKind,
    })
    return done({ text: context.text, tokens: context.tokens, entries: context.entries.length })
  },
})

/** Returns the entries that the plan adds, parsed from the text that would be written. */
function broughtOf({ seeding, written }: Written, file: string, now: Date): ContextCandidate[] {
  const today = now.toISOString().slice(0, 10)
  return [...written.at].flatMap(([id, at]): ContextCandidate[] => {
    const entry = written.parsed.entries[at]
    if (entry === undefined) return []
    const section = entry.section === null ? null : (written.parsed.sections[entry.section] ?? null)
    return [
      {
        id,
        text: entry.text,
        path: seeding.path,
        line: entry.span.line,
        file,
        section: section?.name ?? null,
        type: entry.type,
        scope: "project",
        state: "current",
        because: null,
        audience: audienceName(section?.audience),
        run: null,
        outranked: null,
        vouched: false,
        confidence: entry.confidence,
        date: entry.date,
        since: today,
        accessed: entry.accessedCount ?? 0,
        approvedOn: today,
        own: true,
        fromCoach: null,
      },
    ]
  })
}

function audienceName(audience: Audience | undefined): string {
  if (audience === undefined) return "everyone"
  return audience.kind === "role" ? `role:${audience.role}` : audience.kind
}
