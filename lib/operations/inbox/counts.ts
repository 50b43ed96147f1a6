import { visibilityOf } from "@/lib/memory/teams/visibility"
import { DATE_RANGE, isInDateRange } from "@/lib/memory/memory-files/date-range"
import { z } from "zod"
import { countDecided } from "@/lib/db/proposals/decision-counts"
import { openAlertsByKind } from "@/lib/db/alerts/alert-counts"
import { ALERT_KINDS } from "@/lib/memory/alerts/kinds"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { projectOf } from "../teams/project-of"
import { teamOf } from "../teams/team-of"
import type { KindCount } from "./kinds/inbox-kind"
import { INBOX_KINDS } from "./kinds/kinds"
import { inboxPlace } from "./team-and-project"

/** Schema of the numbers of waiting items for a person in a team or in one of its projects. */
export const waitingCounts = z.object({
  /** Number of waiting proposals that the caller has not snoozed. */
  proposals: z.number(),
  /** Number of open conflicts that the caller has not snoozed. */
  conflicts: z.number(),
  /** Unacknowledged alerts. */
  alerts: z.number(),
  /** Number of waiting syntheses that the caller has not snoozed. */
  syntheses: z.number(),
  /** Number of waiting seed plans that the caller has not snoozed. */
  seedPlans: z.number(),
  /** Number of alerts that need no action. */
  notices: z.number(),
  /**
   * Number of inbox items: proposals, syntheses, seed plans, and causes of conflicts and alerts. All notices
   * count as one.
   */
  items: z.number(),
  yours: z.number().describe("Number of `items` that are assigned to you or unassigned"),
  mine: z.number().describe("Undecided proposals, conflicts and alerts that are assigned to you"),
  listed: z
    .record(z.string(), z.number())
    .describe("`items` by kind: proposal, conflict, synthesis, seed, alert. The counts add up to `items`"),
  /**
   * Number of proposals, conflicts, syntheses and seed plans that the caller snoozed, and of all snoozed
   * alerts.
   */
  snoozed: z.number(),
})

export const showInbox = operation({
  name: "inbox.show",
  summary: "Count pending items in a team's Inbox, by kind.",
  method: "GET",
  path: "/inbox",
  right: "read",
  input: z.object({ team: z.string(), project: z.string().optional() }),
  output: waitingCounts.extend({
    byKind: z.partialRecord(z.enum(ALERT_KINDS), z.number()).describe("Open alerts by kind"),
  }),
  async run(actor, input) {
    const counted = await countInbox.run(actor, input)
    if (!counted.ok) return counted
    const place = await inboxPlace(actor, input)
    return place.ok ? done({ ...counted.value, byKind: await openAlertsByKind(place.value) }) : place
  },
})

export const countInbox = operation({
  name: "inbox.count",
  summary: "Count pending items in a team's Inbox.",
  method: "GET",
  path: "/inbox/count",
  right: "read",
  input: z.object({ team: z.string(), project: z.string().optional() }),
  output: waitingCounts,
  async run(actor, input) {
    const place = await inboxPlace(actor, input)
    if (!place.ok) return place
    const counts = await Promise.all(INBOX_KINDS.map((kind) => kind.count(actor, place.value)))
    const byKind = new Map(INBOX_KINDS.map(({ id }, at) => [id, counts[at] ?? NONE]))
    const of = (kind: string) => byKind.get(kind)?.waiting ?? 0
    return done({
      proposals: of("proposal"),
      conflicts: of("conflict"),
      alerts: of("alert"),
      syntheses: of("synthesis"),
      seedPlans: of("seed"),
      notices: sum(counts.map((one) => one.notices ?? 0)),
      items: sum(counts.map((one) => one.listed)),
      yours: sum(counts.map((one) => one.yours)),
      mine: sum(counts.map((one) => one.mine)),
      listed: Object.fromEntries(INBOX_KINDS.map(({ id }) => [id, byKind.get(id)?.listed ?? 0])),
      snoozed: sum(counts.map((one) => one.snoozed)),
    })
  },
})

const NONE: KindCount = { waiting: 0, listed: 0, snoozed: 0, yours: 0, mine: 0 }

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

export const showDecidedSince = operation({
  name: "inbox.decided",
  summary: "Count the proposals that a team has reviewed since a specified time, by decision.",
  method: "GET",
  path: "/inbox/decided",
  right: "read",
  input: z.object({
    team: z.string(),
    project: z.string().optional(),
    since: z.iso.datetime().refine(isInDateRange, `${DATE_RANGE} are accepted`),
  }),
  output: z.object({
    decided: z.number(),
    /** Number of decisions of the caller. */
    mine: z.number(),
    /** Number of decisions by verdict: approved, edited, merged, rejected, withdrawn. */
    verdicts: z.record(z.string(), z.number()),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const rows = await countDecided(
      visibilityOf(actor, team.value.id, project.value?.id),
      new Date(input.since),
      actor.id,
    )
    const sum = (of: (row: (typeof rows)[number]) => number) =>
      rows.reduce((total, row) => total + of(row), 0)
    return done({
      decided: sum((row) => row.count),
      mine: sum((row) => row.mine),
      verdicts: Object.fromEntries(rows.map((row) => [row.verdict, row.count])),
    })
  },
})
