import { visibilityOf, visibilitiesOf, type Visibility } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  type AlertFilter,
  countAlerts,
  listAlerts as rowsOf,
  alertEntries,
  alertHistory,
  type AlertRow,
  findAlerts,
} from "@/lib/db/alerts/alerts"
import { type Actor, isAgent } from "@/lib/memory/teams/actor"
import {
  ALERT_KINDS,
  ALERT_SEVERITIES,
  ALERT_STATES,
  type AlertState,
  type AlertKind,
} from "@/lib/memory/alerts/kinds"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { listRules } from "@/lib/db/alerts/ignore-rules"
import { opinionsOf } from "@/lib/db/conflicts/second-opinions"
import { ignores } from "@/lib/memory/alerts/ignore-rules"
import type { EntryOpinion, SecondOpinion } from "@/lib/memory/conflicts/second-opinions"
import { withheldNote } from "@/lib/memory/context/withheld"
import { readPolicies } from "@/lib/db/policies"
import { measuresOf, POLICY_SETTINGS, policyAt, type PolicySetting } from "@/lib/memory/policies/policy"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import { operation } from "../operation"
import { placeInList } from "../infra/paging"
import { readableVisibilities } from "../proposals/proposal-place"
import { readableTeams } from "../teams/team-and-project"
import { hashOfStatement, hexOf } from "../infra/statement-hash"
import { alertView, viewAlert, alertEvidence, alertHistoryEvent, alertRuleView } from "./alert-outputs"
import { ruleViewOf } from "./ignore-rules"

const oneOrMore = <Value extends string>(values: readonly Value[]) =>
  z.enum(values).or(z.array(z.enum(values)).max(100))

/** Default states of the list: those that need attention. */
const UNRESOLVED: readonly AlertState[] = ["open", "acknowledged"]

export const listAlerts = operation({
  name: "alert.list",
  summary:
    "List alerts: problems in memory files, agents and projects, most severe first. By default, open and acknowledged alerts are listed.",
  method: "GET",
  path: "/alerts",
  right: "read",
  tool: {
    name: "memory_alerts",
    title: "List alerts",
    about:
      "Call this tool to find problems in your own memory (agent: your name) before you add to it: truncated lines, stale or undated entries, broken links. Propose fixes. Only people can acknowledge or ignore alerts.",
    limit: { usual: 20, most: 100 },
  },
  input: z.object({
    team: z.string().optional(),
    project: z.string().optional(),
    kind: oneOrMore(ALERT_KINDS).optional().describe("One or more kinds of alert"),
    state: oneOrMore([...ALERT_STATES, "unresolved", "all"])
      .default("unresolved")
      .describe("unresolved: open and acknowledged alerts"),
    severity: oneOrMore(ALERT_SEVERITIES).optional().describe("error, warning or info"),
    agent: z.string().max(200).optional().describe("Only this agent's memory"),
    category: z
      .string()
      .max(200)
      .optional()
      .describe("A category's slug. Lists only alerts about the category's memory and its agents' memory"),
    file: z.string().optional().describe("Only the memory file with this ID"),
    assignee: z.string().optional().describe("me, none, or a person's ID"),
    search: z.string().max(200).optional().describe("Text in the message, the path or the agent's name"),
    limit: z.coerce.number().int().min(1).max(1_000).default(200),
    after: placeInList.optional(),
  }),
  output: z.object({
    alerts: z.array(alertView),
    /**
     * Number of alerts in this place by kind, state and severity. Each count ignores the filter by its own
     * property.
     */
    counts: z.object({
      kinds: z.partialRecord(z.enum(ALERT_KINDS), z.number()),
      states: z.partialRecord(z.enum(ALERT_STATES), z.number()),
      severities: z.partialRecord(z.enum(ALERT_SEVERITIES), z.number()),
    }),
    total: z.number(),
    /** Cursor of the next page, sent as `after`. Null at the end. */
    next: z.string().nullable(),
  }),
  async run(actor, input) {
    const places = await readableVisibilities(actor, input)
    if (!places.ok) return places
    const filter: AlertFilter = {
      visible: places.value,
      states: statesOf(input.state),
      kinds: listOf(input.kind),
      severities: listOf(input.severity),
      agent: input.agent,
      category: input.category,
      file: input.file,
      assignee: input.assignee === "me" ? actor.id : input.assignee,
      text: input.search,
    }
    const [rows, counted] = await Promise.all([
      rowsOf(filter, { take: input.limit, after: input.after }),
      countAlerts(filter),
    ])
    const is = {
      kind: chosen(filter.kinds),
      state: chosen(filter.states),
      severity: chosen(filter.severities),
    }
    const all = counted.filter((one) => is.kind(one.kind) && is.state(one.state) && is.severity(one.severity))
    const total = sum(all)
    const counts = {
      kinds: byOf(
        "kind",
        counted.filter((one) => is.state(one.state) && is.severity(one.severity)),
      ),
      states: byOf(
        "state",
        counted.filter((one) => is.kind(one.kind) && is.severity(one.severity)),
      ),
      severities: byOf(
        "severity",
        counted.filter((one) => is.kind(one.kind) && is.state(one.state)),
      ),
    }
    const seen = Number(input.after ?? 0) + rows.length
    return done({
      alerts: rows.map(viewAlert),
      counts,
      total,
      next: rows.length > 0 && seen < total ? String(seen) : null,
    })
  },
})

type Counted = Awaited<ReturnType<typeof countAlerts>>[number]

function listOf<Value>(given: Value | readonly Value[] | undefined): readonly Value[] {
  if (given === undefined) return []
  return Array.isArray(given) ? (given as readonly Value[]) : [given as Value]
}

type StateFilter = AlertState | "unresolved" | "all"

const statesOf = (given: StateFilter | readonly StateFilter[]): readonly AlertState[] => [
  ...new Set(listOf(given).flatMap(statesIn)),
]

function statesIn(filter: StateFilter): readonly AlertState[] {
  if (filter === "all") return ALERT_STATES
  return filter === "unresolved" ? UNRESOLVED : [filter]
}

/** Returns a test for the chosen values. An empty choice accepts all values. */
const chosen =
  <Value>(values: readonly Value[]) =>
  (value: Value) =>
    values.length === 0 || values.includes(value)
const sum = (counted: readonly Counted[]): number => counted.reduce((all, one) => all + one.count, 0)

function byOf<Name extends "kind" | "state" | "severity">(
  name: Name,
  counted: readonly Counted[],
): Partial<Record<Counted[Name], number>> {
  const counts: Partial<Record<Counted[Name], number>> = {}
  for (const one of counted) counts[one[name]] = (counts[one[name]] ?? 0) + one.count
  return counts
}

const alertMeasure = z.object({
  setting: z.enum(POLICY_SETTINGS as readonly [PolicySetting, ...PolicySetting[]]),
  value: z.unknown(),
  /** Place of the policy that sets the value, or "built-in". */
  from: z.string(),
})

interface AlertSubject {
  readonly kind: AlertKind
  readonly project: { readonly slug: string } | null
  readonly agent: string | null
  /** Slug of the category, or null. */
  readonly category: string | null
}

/** Returns the policy settings that an alert was measured by, with the place where each is set. */
async function measuredBy(
  visible: Visibility,
  { kind, project, agent, category }: AlertSubject,
): Promise<z.input<typeof alertMeasure>[]> {
  const settings = measuresOf(kind)
  if (settings.length === 0) return []
  const place = placeOf({ project, agent, category })
  const policy = policyAt(await readPolicies(visible), place, category)
  return settings.map((setting) => ({ setting, ...policy[setting] }))
}

function placeOf({ project, agent, category }: Omit<AlertSubject, "kind">): string {
  if (project !== null && agent !== null) return `agent:${project.slug}/${agent}`
  if (category !== null) return `category:${category}`
  return project === null ? "team" : `project:${project.slug}`
}

/** Maximum number of history events shown. A daily alert could have many. */
const MOST_HISTORY = 200

export const showAlert = operation({
  name: "alert.show",
  summary: "Show one alert with its evidence, its history and the rules that ignore it.",
  method: "GET",
  path: "/alerts/{alert}",
  right: "read",
  input: z.object({ alert: z.string() }),
  output: z.object({
    team: z.object({ slug: z.string(), name: z.string() }),
    alert: alertView,
    evidence: alertEvidence,
    /** Newest first. */
    history: z.array(alertHistoryEvent),
    /** Rules that match the alert. */
    rules: z.array(alertRuleView),
    /** Current policy settings that the alert was measured by. */
    measures: z.array(alertMeasure),
  }),
  async run(actor, input) {
    const found = await visibleAlert(actor, input.alert)
    if (!found.ok) return found
    const { teamId, team, visible, evidence, ...row } = found.value
    const others = row.kind === "duplicate"
    const [entries, history, rules, measures] = await Promise.all([
      alertEntries(visible, evidence.entries ?? [], { others }),
      alertHistory(visible, row.id, MOST_HISTORY),
      listRules(visible, { kind: row.kind }),
      measuredBy(visibilityOf(actor, teamId), row),
    ])
    const opinions = await opinionsOfEntries(
      visibilityOf(actor, teamId),
      row.kind === "instruction-like" ? entries : [],
    )
    const slug = row.project?.slug ?? null
    return done({
      team: { slug: team.slug, name: team.name },
      alert: viewAlert({ teamId, evidence, ...row }),
      evidence: {
        figures: { ...evidence.figures },
        names: [...(evidence.names ?? [])],
        places: (evidence.places ?? []).map((one) => ({ ...one })),
        entries: entries.map(({ alsoBy, ...entry }) => ({
          ...entry,
          ...(opinions.has(entry.text) ? { opinion: opinions.get(entry.text) } : {}),
          // Also of verified entries: agents must not load memory through alerts.
          text: isAgent(actor) ? (withheldNote(entry.text) ?? entry.text) : entry.text,
          ...(others ? { alsoBy: [...alsoBy] } : {}),
        })),
      },
      history: history.map((one) => ({ ...one, at: one.at.toISOString() })),
      rules: rules
        .filter((rule) =>
          ignores({ ...rule, projectId: rule.project?.slug ?? null }, { ...row, projectId: slug }),
        )
        .map(ruleViewOf),
      measures,
    })
  },
})

/** Returns the opinions of a language model on entries, by their texts. */
async function opinionsOfEntries(
  visible: Visibility,
  entries: readonly { readonly text: string }[],
): Promise<Map<string, SecondOpinion<EntryOpinion>>> {
  const keys = new Map(entries.map(({ text }) => [text, hashOfStatement(text)] as const))
  const kept = new Map(
    (await opinionsOf(visible, "entry", [...keys.values()])).map((one) => [hexOf(one.key), one] as const),
  )
  return new Map(
    [...keys].flatMap(([text, key]) => {
      const { model = "", says = null, why = "" } = kept.get(hexOf(key)) ?? {}
      return says === "poisoning" || says === "harmless" ? [[text, { model, says, why }] as const] : []
    }),
  )
}

export const NO_ALERT = refused("not-found", "alert not found")

/** Returns the alert with this id and its team, if the actor may see it. */
export async function visibleAlert(
  actor: Actor,
  id: string,
): Promise<Outcome<AlertRow & { readonly team: VisibleTeam; readonly visible: Visibility }>> {
  const teams = await readableTeams(actor, undefined)
  if (!teams.ok) return teams
  const [row] = await findAlerts(visibilitiesOf(actor, teams.value), [id])
  const team = teams.value.find((one) => one.id === row?.teamId)
  return row && team ? done({ ...row, team, visible: visibilityOf(actor, team.id) }) : NO_ALERT
}
