import { visibilitiesOf, visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { listProjects } from "@/lib/db/agents/fleet"
import { findCurrentFile } from "@/lib/db/memory-files/current-revisions"
import { snoozedUntil } from "@/lib/db/inbox"
import {
  countSynthesisRows,
  findSynthesis,
  type ListedSynthesis,
  listSynthesisRows,
} from "@/lib/db/coach/syntheses"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { SYNTHESIS_KINDS, SYNTHESIS_STATES } from "@/lib/memory/coach/synthesis"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { isId } from "@/lib/db/infra/identifiers"
import { operation } from "../operation"
import { readableVisibilities } from "../proposals/proposal-place"
import { readableTeams } from "../teams/team-and-project"
import { snoozedOutput, snoozeFor, idsToSnooze, untilWhen } from "../teams/snooze-and-assign"
import { reviewedClaims } from "./review/synthesis-review"
import { summarizeSynthesis, synthesisSummary, wholeSynthesis } from "./coach-outputs"

export const listSyntheses = operation({
  name: "synthesis.list",
  summary: "List the coach's briefs and orientations, newest first.",
  method: "GET",
  path: "/syntheses",
  right: "read",
  tool: {
    name: "coach_list_syntheses",
    title: "List syntheses",
    about:
      "Before you write a synthesis, check whether a similar synthesis is pending or was rejected, and why. After a person has reviewed yours, coach_show_synthesis shows the decision on each claim.",
    fields: {
      agent: "Only orientations for this agent",
      kind: "brief or orientation",
      q: "Text in the title, a claim or the author's name",
    },
    limit: { usual: 20, most: 100 },
  },
  input: z.object({
    team: z.string().optional(),
    project: z.string().optional(),
    kind: z.enum(SYNTHESIS_KINDS).optional(),
    state: z
      .enum([...SYNTHESIS_STATES, "decided"])
      .optional()
      .describe("decided: every state except waiting. Defaults to every state"),
    agent: z.string().max(200).optional().describe("Only orientations for this agent"),
    q: z.string().trim().max(200).optional().describe("Text in the title, a claim or the author's name"),
    snoozed: z
      .enum(["1", "0"])
      .optional()
      .describe("1: only syntheses you have snoozed. 0: only syntheses you have not snoozed"),
    limit: z.coerce.number().int().min(1).max(500).default(50),
    after: z.uuid().optional().describe("`next` from the previous page"),
  }),
  output: z.object({
    syntheses: z.array(synthesisSummary),
    next: z.string().nullable(),
    total: z.number().describe("Total number of matches, regardless of `limit` and `after`"),
  }),
  async run(actor, { team, project, limit, after, snoozed, q, ...named }) {
    const places = await readableVisibilities(actor, { team, project })
    if (!places.ok) return places
    if (places.value.length === 0) return done({ syntheses: [], next: null, total: 0 })
    const snoozes = await snoozedUntil("synthesis", actor.id, places.value)
    const filter = {
      visible: places.value,
      ...named,
      text: q || undefined,
      ...snoozedFilter(snoozed, [...snoozes.keys()]),
    }
    const [rows, total] = await Promise.all([
      listSynthesisRows({ ...filter, after, take: limit }),
      countSynthesisRows(filter),
    ])
    return done({
      syntheses: await summarizeSyntheses(rows, snoozes),
      next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
      total,
    })
  },
})

function snoozedFilter(
  snoozed: "1" | "0" | undefined,
  ids: string[],
): { among?: string[]; without?: string[] } {
  if (snoozed === "1") return { among: ids }
  return snoozed === "0" ? { without: ids } : {}
}

export const showSynthesis = operation({
  name: "synthesis.show",
  summary:
    "Show one brief or orientation, claim by claim, with its citations and whether they are still current.",
  method: "GET",
  path: "/syntheses/{synthesis}",
  right: "read",
  tool: {
    name: "coach_show_synthesis",
    title: "Show a synthesis",
    about:
      "For each claim, shows whether a person accepted, edited or rejected it and why, the result, and whether its cited entries have changed. Take the reasons into account before you write the next synthesis.",
    fields: { synthesis: "The synthesis's ID, from coach_submit_synthesis or coach_list_syntheses" },
  },
  input: z.object({ synthesis: z.string() }),
  output: wholeSynthesis,
  async run(actor, input) {
    const teams = await readableTeams(actor, undefined)
    if (!teams.ok) return teams
    const found = await findVisible(actor, teams.value, input.synthesis)
    if (!found) return refused("not-found", `synthesis not found: ${input.synthesis}`)
    const { row, team } = found
    const [summary] = await summarizeSyntheses(
      [row],
      await snoozedUntil("synthesis", actor.id, [visibilityOf(actor, row.teamId)]),
    )
    if (!summary) throw new Error("a synthesis without its summary")
    const { fileId: file, revision } = row
    const path =
      file === null ? null : ((await findCurrentFile(visibilityOf(actor, row.teamId), file))?.path ?? null)
    return done({
      ...summary,
      team: team.slug,
      notes: row.notes as string[],
      asOf: row.asOf?.toISOString() ?? null,
      run: row.runId,
      replaces: row.replacesId,
      published: file === null || path === null || revision === null ? null : { file, path, revision },
      statements: await reviewedClaims(visibilityOf(actor, row.teamId), row.claims),
    })
  },
})

/**
 * Returns a synthesis with its team. Null if it does not exist or is not of the project that the actor is
 * bound to.
 */
async function findVisible(actor: Actor, teams: readonly VisibleTeam[], id: string) {
  const row = await findSynthesis(visibilitiesOf(actor, teams), id)
  const team = teams.find((one) => one.id === row?.teamId)
  return row && team ? { row, team } : null
}

/**
 * Returns syntheses for a list. `snoozes`: time at which the caller's snooze of each synthesis ends, by id.
 */
export async function summarizeSyntheses(
  rows: readonly ListedSynthesis[],
  snoozes: ReadonlyMap<string, Date>,
) {
  const teams = [...new Set(rows.map((row) => row.teamId))]
  const slugs = new Map(
    (await Promise.all(teams.map((teamId) => listProjects(wholeTeamUnchecked(teamId)))))
      .flat()
      .map((one) => [one.id, one.slug]),
  )
  return rows.map((row) =>
    summarizeSynthesis(
      row,
      row.projectId === null ? null : (slugs.get(row.projectId) ?? null),
      snoozes.get(row.id) ?? null,
    ),
  )
}

export const snoozeSyntheses = operation({
  name: "synthesis.snooze",
  summary: "Snooze syntheses for yourself until a specified time, or unsnooze them.",
  method: "PUT",
  path: "/syntheses/snooze",
  right: "read",
  input: z.object({ syntheses: idsToSnooze, until: untilWhen }),
  output: snoozedOutput,
  run: (actor, { syntheses, until }) =>
    snoozeFor(actor, {
      what: "synthesis",
      kind: "synthesis.snooze",
      called: "syntheses",
      until,
      async find() {
        const teams = await readableTeams(actor, undefined)
        if (!teams.ok) return teams
        const rows = await listSynthesisRows({
          visible: visibilitiesOf(actor, teams.value),
          among: syntheses.filter(isId),
          take: syntheses.length,
        })
        return rows.length === 0 ? refused("not-found", `synthesis not found: ${syntheses[0]}`) : done(rows)
      },
      subjectOf: ([first, ...others]) =>
        others.length === 0 ? `“${first?.title}”` : `${others.length + 1} syntheses`,
    }),
})
