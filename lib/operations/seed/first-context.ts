import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findLoader } from "@/lib/db/context/loaded-files"
import type { ContextCandidate } from "@/lib/memory/context/context-entry"
import { selectContext } from "@/lib/memory/context/context-selection"
import type { Audience } from "@/lib/memory/memory-files/format"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { gatherCandidates } from "../context/candidates"
import { findWithheldKind } from "@/lib/memory/context/withheld"
import { tokenCounter } from "../context/token-counter"
import { operation } from "../operation"
import { visiblePlan } from "./visible-plan"
import { textOf, type Written } from "./text"
import { firstContext } from "./seed-outputs"

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
