import { z } from "zod"
import { countOpenConflicts } from "@/lib/db/conflicts"
import { countDecided } from "@/lib/db/decided"
import { countFindings, filesWithFindings } from "@/lib/db/findings"
import { countWaiting } from "@/lib/db/proposals"
import { projectBound } from "@/lib/db/visible"
import { done } from "@/lib/memory/outcome"
import { operation } from "./operation"
import { nextOutput, pageOf, placeInList } from "./paging"
import { projectOf } from "./project-of"
import { teamOf } from "./team-of"

export const FINDING_KINDS = ["broken", "past-cut", "over-budget", "problems", "gone", "set-aside"] as const

export const finding = z.object({
  /** Stable across requests: kind and subject. */
  id: z.string(),
  kind: z.enum(FINDING_KINDS),
  severity: z.enum(["error", "warning", "info"]),
  /** One sentence that names the thing and its numbers. */
  message: z.string(),
  path: z.string(),
  /** Null for a file that was set aside: it is not stored. */
  fileId: z.string().nullable(),
  runId: z.string().nullable(),
  /** The project in addresses, and as people call it. */
  project: z.string().nullable(),
  projectName: z.string().nullable(),
  agent: z.string().nullable(),
  line: z.number().nullable(),
  at: z.string(),
})
export type Finding = z.output<typeof finding>

export const showInbox = operation({
  name: "inbox.show",
  summary: "What the imports found that a person should see.",
  method: "GET",
  path: "/inbox",
  right: "read",
  input: z.object({ team: z.string(), project: z.string().optional(), limit: z.coerce.number().int().min(1).max(10_000).optional().describe("How many findings at most; all unless said"), after: placeInList.optional() }),
  output: z.object({ findings: z.array(finding), counts: z.record(z.enum(FINDING_KINDS), z.number()).describe("Of all, beyond this page too"), next: nextOutput }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const findings = await filesWithFindings(team.value.id, project.value?.id ?? null)
    const counts = Object.fromEntries(FINDING_KINDS.map((kind) => [kind, findings.filter((one) => one.kind === kind).length])) as Record<Finding["kind"], number>
    const { rows, next } = pageOf(findings, { limit: input.limit ?? findings.length, after: input.after })
    return done({ findings: rows, counts, next })
  },
})

export const countInbox = operation({
  name: "inbox.count",
  summary: "How much waits in the inbox of a team.",
  method: "GET",
  path: "/inbox/count",
  right: "read",
  input: z.object({ team: z.string(), project: z.string().optional() }),
  output: z.object({
    findings: z.number(),
    /** Waiting proposals that the asking person has not snoozed. */
    proposals: z.number(),
    /** Proposals and conflicts that they have snoozed. */
    snoozed: z.number(),
    /** Open conflicts that the asking person has not snoozed. */
    conflicts: z.number(),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const projectId = project.value?.id ?? null
    const [findings, { waiting, snoozed }, conflicts] = await Promise.all([
      countFindings(team.value.id, projectId),
      countWaiting([team.value.id], projectId, actor.id),
      countOpenConflicts(team.value.id, projectId, { userId: actor.id, bound: projectBound(actor) }),
    ])
    return done({ findings, proposals: waiting, snoozed: snoozed + conflicts.snoozed, conflicts: conflicts.open })
  },
})

export const showDecidedSince = operation({
  name: "inbox.decided",
  summary: "How many proposals of a team were decided since an instant, by verdict.",
  method: "GET",
  path: "/inbox/decided",
  right: "read",
  input: z.object({ team: z.string(), project: z.string().optional(), since: z.iso.datetime() }),
  output: z.object({
    decided: z.number(),
    /** By the one who asks. */
    mine: z.number(),
    /** approved, edited, merged, rejected, withdrawn. */
    verdicts: z.record(z.string(), z.number()),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const rows = await countDecided(team.value.id, project.value?.id ?? null, new Date(input.since), actor.id)
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
    return done({ decided: sum((row) => row.count), mine: sum((row) => row.mine), verdicts: Object.fromEntries(rows.map((row) => [row.verdict, row.count])) })
  },
})
