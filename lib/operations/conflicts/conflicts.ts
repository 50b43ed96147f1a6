import { formatCount } from "@/lib/memory/text/sentence"
import { visibilitiesOf, type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  countConflicts,
  countDismissals,
  listConflicts as rowsOf,
  type ConflictFilter,
  type ConflictRow,
  findConflictRows,
} from "@/lib/db/conflicts/conflicts"
import { readPolicies } from "@/lib/db/policies"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { areMostlyDismissed, type Dismissals } from "@/lib/memory/conflicts/second-opinions"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { policyFor } from "@/lib/memory/policies/policy"
import { operation } from "../operation"
import { placeInList } from "../infra/paging"
import { readableVisibilities } from "../proposals/proposal-place"
import { inEachTeam, inTeam } from "../teams/team-and-project"
import { closeRemovedSides } from "./open-and-close"
import {
  summarizeConflicts,
  readCurrentConflicts,
  conflictSummaryOf,
  type CurrentConflict,
  consequencesOf,
} from "./current-conflicts"
import {
  CONFLICT_FINDINGS,
  CONFLICT_KINDS,
  CONFLICT_STATES,
  conflictDetail,
  conflictSummary,
  type ConflictDetail,
} from "./conflict-outputs"
import { sectionNames } from "@/lib/db/conflicts/sides"
import { visibleTeams } from "@/lib/db/teams/teams"
import { assignConflictRows } from "@/lib/db/teams/members"
import { commit } from "@/lib/db/infra/commit"
import { tellOfAssignment } from "../notifications/personal-notifications"
import {
  assigneeInput,
  assigneeOf,
  snoozedOutput,
  snoozeFor,
  idsToSnooze,
  untilWhen,
} from "../teams/snooze-and-assign"
import { viewFileConflict } from "./resolve-file"
import type { CurrentSide, ConflictSides } from "./sides"
import { findConflicts } from "./find/find"

/** Flag in a query: 1 or true, 0 or false. */
const flag = z
  .enum(["1", "true", "0", "false"])
  .transform((text) => text === "1" || text === "true")
  .or(z.boolean())

export const listConflicts = operation({
  name: "conflict.list",
  summary:
    "List conflicts by project and file. By default, only open conflicts are listed. Resolved conflicts are sorted newest first.",
  method: "GET",
  path: "/conflicts",
  right: "read",
  input: z.object({
    team: z.string().optional(),
    project: z.string().optional(),
    state: z.enum([...CONFLICT_STATES, "decided", "all"]).default("open"),
    kind: z.enum(CONFLICT_KINDS).optional(),
    finding: z.enum(CONFLICT_FINDINGS).optional(),
    agent: z.string().max(200).optional().describe("Only conflicts in memory that this agent loads"),
    q: z.string().max(200).optional(),
    snoozed: flag.optional().describe("Defaults to open conflicts you have not snoozed"),
    limit: z.coerce.number().int().min(1).max(1_000).default(200),
    after: placeInList.optional(),
  }),
  output: z.object({
    conflicts: z.array(conflictSummary),
    /** Cursor of the next page, sent as `after`. Null at the end. */
    next: z.string().nullable(),
    /** Number of all matches. */
    total: z.number(),
    dismissals: z
      .array(z.object({ finding: z.enum(CONFLICT_FINDINGS), dismissed: z.number(), decided: z.number() }))
      .describe(
        "Kinds of findings that the team dismissed most often in the last 180 days. Open conflicts of these kinds rank lower, unless a team policy turns that off",
      ),
  }),
  async run(actor, input) {
    const places = await readableVisibilities(actor, input)
    if (!places.ok) return places
    const teamIds = places.value.map((one) => one.teamId)
    const filter: ConflictFilter = {
      visible: places.value,
      userId: actor.id,
      state: input.state,
      snoozed: input.snoozed ?? (input.state === "open" ? false : null),
      kind: input.kind,
      finding: input.finding,
      agent: input.agent,
      text: input.q,
      take: input.limit,
      after: input.after ?? null,
    }
    const read = () => Promise.all([rowsOf(filter), countConflicts(filter)])
    const [gone, first, dismissals] = await Promise.all([
      input.state === "open" || input.state === "all" ? closeRemovedSides(actor, teamIds) : 0,
      read(),
      input.state === "open" ? Promise.all(places.value.map(mostlyDismissed)) : [],
    ])
    const [rows, total] = gone > 0 ? await read() : first
    const seen = Number(input.after ?? 0) + rows.length
    return done({
      conflicts: await summarizeConflicts(actor, rows, new Date()),
      next: rows.length > 0 && seen < total ? String(seen) : null,
      total,
      dismissals: dismissals.flat(),
    })
  },
})

/** Returns the findings that a team mostly dismisses, unless its policy ignores that. */
export async function mostlyDismissed(visible: Visibility): Promise<Dismissals[]> {
  const [policies, counted] = await Promise.all([readPolicies(visible), countDismissals(visible)])
  const { dismissals } = policyFor(policies, { scope: "team", project: null, category: null, agent: null })
  return dismissals === "ignore" ? [] : counted.filter(areMostlyDismissed)
}

export const showConflict = operation({
  name: "conflict.show",
  summary:
    "Show a conflict with both sides and the effect of each resolution. For a file conflict, show its three versions: the common base, ours and theirs.",
  method: "GET",
  path: "/conflicts/{conflict}",
  right: "read",
  version: { of: "shown" },
  input: z.object({ conflict: z.string() }),
  output: conflictDetail,
  async run(actor, input) {
    const row = await visibleConflict(actor, input.conflict)
    if (!row.ok) return row
    await closeRemovedSides(actor, [row.value.teamId], [row.value.id])
    const again = await visibleConflict(actor, input.conflict)
    return again.ok ? done(await conflictDetailOf(actor, again.value, new Date())) : again
  },
})

/** Returns the details of a conflict, compared with current memory. */
async function conflictDetailOf(actor: Actor, row: ConflictRow, now: Date): Promise<ConflictDetail> {
  const [standing] = (await readCurrentConflicts(actor, [row])) as [CurrentConflict]
  const summary = conflictSummaryOf(standing, now)
  if (row.kind === "file") {
    const shown = await viewFileConflict(visibilityOf(actor, row.teamId), row.id)
    const file = shown && {
      source: shown.conflict.source,
      base: shown.conflict.base,
      ours: shown.conflict.ours,
      theirs: shown.conflict.theirs,
    }
    return {
      ...summary,
      file,
      narrowing: null,
      consequences: shown && row.state === "open" ? { ...shown.consequences } : {},
    }
  }
  const { sides } = standing
  const stands = row.state === "open" && sides.left.length > 0 && sides.right.length > 0
  return {
    ...summary,
    file: null,
    narrowing: stands ? await narrowingOf(visibilityOf(actor, row.teamId), sides) : null,
    consequences: stands ? consequencesOf(standing) : {},
  }
}

async function narrowingOf(visible: Visibility, sides: ConflictSides): Promise<ConflictDetail["narrowing"]> {
  const names = await sectionNames(
    visible,
    [...sides.left, ...sides.right].map((entry) => entry.fileId),
  )
  const of = (side: readonly CurrentSide[], other: readonly CurrentSide[]) => {
    const [first, ...more] = side.map((entry) => names.get(entry.fileId) ?? [])
    return {
      sections: (first ?? []).filter((name) => more.every((all) => all.includes(name))),
      text: narrowedText(side, other),
    }
  }
  return { left: of(sides.left, sides.right), right: of(sides.right, sides.left) }
}

/**
 * Returns the statement with a prefix that narrows it to its agent, category or project: the narrowest one
 * that the other side does not share. If there is none, returns the statement unchanged.
 */
function narrowedText(side: readonly CurrentSide[], other: readonly CurrentSide[]): string {
  const text = side[0]?.text ?? ""
  const shared = (entries: readonly CurrentSide[], of: (entry: CurrentSide) => string | null) => {
    const [value, ...others] = new Set(entries.map(of))
    return others.length === 0 ? (value ?? null) : null
  }
  for (const [of, before] of [
    [(one: CurrentSide) => one.agent, "For"],
    [(one: CurrentSide) => one.category, "For"],
    [(one: CurrentSide) => (one.scope === "project" ? one.project : null), "In"],
  ] as const) {
    const own = shared(side, of)
    if (own !== null && own !== shared(other, of)) return `${before} ${own}: ${text}`
  }
  return text
}

export const NO_CONFLICT = refused("not-found", "conflict not found")

/** Returns the conflict with this id, if the actor may see it. */
export async function visibleConflict(actor: Actor, id: string): Promise<Outcome<ConflictRow>> {
  const [row] = await visibleConflicts(actor, [id])
  return row ? done(row) : NO_CONFLICT
}

/** Returns those of these conflicts that the actor may see. */
export async function visibleConflicts(actor: Actor, ids: readonly string[]): Promise<ConflictRow[]> {
  return findConflictRows(visibilitiesOf(actor, await visibleTeams(actor)), [...new Set(ids)], {
    userId: actor.id,
  })
}

export const snoozeConflicts = operation({
  name: "conflict.snooze",
  summary: "Snooze conflicts for yourself until a specified time, or unsnooze them.",
  method: "PUT",
  path: "/conflicts/snooze",
  right: "read",
  input: z.object({ conflicts: idsToSnooze, until: untilWhen }),
  output: snoozedOutput,
  run: (actor, { conflicts, until }) =>
    snoozeFor(actor, {
      what: "conflict",
      kind: "conflict.snooze",
      called: "conflicts",
      until,
      async find() {
        const rows = await visibleConflicts(actor, conflicts)
        return rows.length === 0 ? NO_CONFLICT : done(rows)
      },
      subjectOf: ({ length }) => formatCount(length, "conflict"),
    }),
})

export const assignConflicts = operation({
  name: "conflict.assign",
  summary: "Assign open conflicts to yourself or another team member, or unassign them.",
  method: "PUT",
  path: "/conflicts/assignee",
  right: "curate",
  input: z.object({ conflicts: z.array(z.string()).min(1).max(1_000), person: assigneeInput }),
  output: z.object({ assigned: z.number() }),
  async run(actor, input) {
    const rows = await visibleConflicts(actor, input.conflicts)
    if (rows.length === 0) return NO_CONFLICT
    const assigned = await inEachTeam(rows, async (teamId, group) => {
      if (!can(actor, "curate", { teamId })) return refused("forbidden", "only leads can assign conflicts")
      const assignee = await assigneeOf(actor, teamId, { person: input.person, field: "person" })
      if (!assignee.ok) return assignee
      const person = assignee.value?.id ?? null
      const ids = group.map((row) => row.id)
      return commit(
        actor,
        {
          kind: "conflict.assign",
          teamId,
          subject: formatCount(ids.length, "conflict"),
          detail: { person, conflicts: group.map(({ id, state }) => ({ id, state })) },
        },
        async (tx) => {
          const moved = await assignConflictRows(tx, teamId, { ids, person })
          const items = group
            .filter(({ id }) => moved.includes(id))
            .map(({ id, project }) => ({ id, place: project }))
          await tellOfAssignment(tx, actor, { teamId, kind: "conflict", person, items })
          return done(group.filter((row) => row.state === "open").length)
        },
      )
    })
    return assigned.ok ? done({ assigned: assigned.value }) : assigned
  },
})

export const sweepConflicts = operation({
  name: "conflict.sweep",
  summary: "Check for conflicts now, either in entries added since the last check or in all entries.",
  method: "POST",
  path: "/conflicts/sweep",
  right: "curate",
  input: z.object({ team: z.string(), everything: z.boolean().default(false) }),
  output: z.object({
    /**
     * Numbers of checked files, compared entries, new conflicts, open conflicts that no longer apply, and
     * files that could not be compared.
     */
    files: z.number(),
    entries: z.number(),
    found: z.number(),
    gone: z.number(),
    unchecked: z.number(),
  }),
  run: (actor, input) =>
    inTeam(actor, "curate", input.team, async (team) =>
      done(
        await findConflicts(actor, visibilityOf(actor, team.id), {
          because: "sweep",
          everything: input.everything,
        }),
      ),
    ),
})
