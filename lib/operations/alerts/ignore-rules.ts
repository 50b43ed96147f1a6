import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  addRule,
  type AlertRuleRow,
  dropRule,
  lockRules,
  listRules,
  readRules,
} from "@/lib/db/alerts/ignore-rules"
import { writeHistory } from "@/lib/db/alerts/store"
import {
  lockAlertsOf,
  ignoreAlertsBy,
  ignoredByRule,
  unignoreAlerts,
  unresolvedOfKind,
} from "@/lib/db/alerts/alerts"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { ALERT_KINDS, type AlertKind, type AlertState, KINDS_OF_ALERT } from "@/lib/memory/alerts/kinds"
import { ignores, ruleFor } from "@/lib/memory/alerts/ignore-rules"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done, refused } from "@/lib/memory/inputs/outcome"
import type { Actor } from "@/lib/memory/teams/actor"
import { operation } from "../operation"
import { projectOf, inTeam } from "../teams/team-and-project"
import { alertRuleView } from "./alert-outputs"

export function ruleViewOf({
  id,
  kind,
  project,
  agentName,
  path,
  reason,
  by,
  createdAt,
  ignoring,
}: AlertRuleRow): z.input<typeof alertRuleView> {
  return {
    id,
    kind,
    project,
    agent: agentName,
    path,
    reason,
    by,
    createdAt: createdAt.toISOString(),
    ignoring,
  }
}

export const listAlertRules = operation({
  name: "alert-rule.list",
  summary:
    "List the rules that ignore alerts, newest first, with the number of alerts that each rule ignores.",
  method: "GET",
  path: "/alert-rules",
  right: "read",
  input: z.object({ team: z.string(), kind: z.enum(ALERT_KINDS).optional() }),
  output: z.object({ rules: z.array(alertRuleView) }),
  run: (actor, input) =>
    inTeam(actor, "read", input.team, async (team) =>
      done({
        rules: (await listRules(visibilityOf(actor, team.id), { kind: input.kind })).map(ruleViewOf),
      }),
    ),
})

export const ignoreAlerts = operation({
  name: "alert.ignore",
  summary:
    "Create a rule that ignores one kind of alert: everywhere, in a project, for an agent, or for certain paths. Deleting the rule restores the alerts.",
  method: "POST",
  path: "/alert-rules",
  right: "curate",
  example: {
    team: "main",
    kind: "undated-entries",
    project: "ledger",
    path: "memory/archive/**",
    reason: "archived, no longer dated",
  },
  input: z.object({
    team: z.string(),
    kind: z.enum(ALERT_KINDS),
    project: z.string().optional(),
    agent: z.string().trim().min(1).max(200).optional(),
    path: z
      .string()
      .trim()
      .min(1)
      .max(1_000, "a path can have at most 1,000 characters")
      .optional()
      .describe("Use * for any part of a name and ** for any number of folders"),
    reason: z.string().trim().min(1, "enter a reason").max(500, "enter at most 500 characters"),
  }),
  output: z.object({
    rule: alertRuleView,
    /** Number of alerts that the rule now ignores. */
    ignored: z.number(),
  }),
  run: (actor, input) =>
    inTeam(actor, "curate", input.team, async (team) => {
      const project = await projectOf(actor, team.id, input.project)
      if (!project.ok) return project
      const { kind, reason } = input
      const rule = {
        id: newId(),
        kind,
        projectId: project.value?.id ?? null,
        agentName: input.agent ?? null,
        path: input.path ?? null,
      }
      const event = (ignored: { id: string }[]) => ({
        kind: "alert.ignore",
        teamId: team.id,
        subject: KINDS_OF_ALERT[kind].label,
        detail: {
          rule: rule.id,
          kind,
          project: project.value?.slug ?? null,
          agent: rule.agentName,
          path: rule.path,
          ignored: ignored.length,
          ...(ignored.length <= 100 ? { alerts: ignored.map(({ id }) => ({ id, state: "ignored" })) } : {}),
        },
      })
      const outcome = await commit(actor, event, async (tx) => {
        await lockRules(tx, team.id)
        const known = (await readRules(tx, team.id)).find((one) => ignoresTheSame(one, rule))
        if (known)
          return refused("conflict", "a rule that ignores these alerts already exists", { rule: known.id })
        await addRule(tx, team.id, { ...rule, reason, by: actor })
        return done(await ignoreMatching(tx, team.id, { rule, reason, actor }))
      })
      if (!outcome.ok) return outcome
      const [row] = await listRules(visibilityOf(actor, team.id), { ids: [rule.id] })
      return row
        ? done({ rule: ruleViewOf(row), ignored: outcome.value.length })
        : refused("conflict", "the rule was created, but someone has since deleted it. Create the rule again")
    }),
})

interface NewRule {
  readonly id: string
  readonly kind: AlertKind
  readonly projectId: string | null
  readonly agentName: string | null
  readonly path: string | null
}

const ignoresTheSame = (one: Omit<NewRule, "id">, other: Omit<NewRule, "id">): boolean =>
  one.kind === other.kind &&
  one.projectId === other.projectId &&
  one.agentName === other.agentName &&
  one.path === other.path

/** Ignores the unresolved alerts that match a new rule, and returns their ids. */
async function ignoreMatching(
  tx: Tx,
  teamId: string,
  { rule, reason, actor }: { rule: NewRule; reason: string; actor: Actor },
): Promise<{ id: string }[]> {
  const alerts = (await lockAlertsOf(tx, teamId, unresolvedOfKind(rule.kind))).filter(
    (one) => one.state !== "ignored" && ignores(rule, one),
  )
  await ignoreAlertsBy(
    tx,
    teamId,
    alerts.map((one) => one.id),
    { rule: rule.id, now: new Date() },
  )
  const history = alerts.map((one) => ({
    alertId: one.id,
    round: one.round,
    what: "ignored" as const,
    detail: { rule: rule.id, reason },
  }))
  await writeHistory(tx, teamId, history, actor)
  return alerts.map(({ id }) => ({ id }))
}

export const removeAlertRule = operation({
  name: "alert-rule.remove",
  summary:
    "Delete a rule. The alerts it ignored return to their previous state, unless another rule ignores them.",
  method: "DELETE",
  path: "/alert-rules/{rule}",
  right: "curate",
  input: z.object({ team: z.string(), rule: z.string() }),
  output: z.object({
    id: z.string(),
    /** Number of alerts that are no longer ignored. */
    reopened: z.number(),
  }),
  run: (actor, input) =>
    inTeam(actor, "curate", input.team, async (team) => {
      const [row] = await listRules(visibilityOf(actor, team.id), { ids: [input.rule] })
      if (!row) return NO_RULE
      const event = ({ reopened }: { reopened: { id: string; state: AlertState }[] }) => ({
        kind: "alert-rule.remove",
        teamId: team.id,
        subject: KINDS_OF_ALERT[row.kind].label,
        detail: {
          rule: row.id,
          reopened: reopened.length,
          ...(reopened.length <= 100 ? { alerts: reopened.map(({ id, state }) => ({ id, state })) } : {}),
        },
      })
      const outcome = await commit(actor, event, async (tx) => {
        await lockRules(tx, team.id)
        if (!(await dropRule(tx, team.id, row.id))) return NO_RULE
        const others = await readRules(tx, team.id)
        const alerts = await lockAlertsOf(tx, team.id, ignoredByRule(row.id))
        const byRule = groupBy(alerts, (one) => ruleFor(others, one))
        const now = new Date()
        for (const [other, some] of byRule)
          if (other !== null)
            await ignoreAlertsBy(
              tx,
              team.id,
              some.map((one) => one.id),
              { rule: other, now },
            )
        const reopened = await unignoreAlerts(
          tx,
          team.id,
          (byRule.get(null) ?? []).map((one) => one.id),
          now,
        )
        const rounds = new Map(alerts.map((one) => [one.id, one.round]))
        await writeHistory(
          tx,
          team.id,
          reopened.map(({ id, state }) => ({
            alertId: id,
            round: rounds.get(id) ?? 1,
            what: state === "open" ? "reopened" : "unignored",
            detail: {},
          })),
          actor,
        )
        return done({ reopened })
      })
      return outcome.ok ? done({ id: row.id, reopened: outcome.value.reopened.length }) : outcome
    }),
})

const NO_RULE = refused("not-found", "rule not found in this team")
