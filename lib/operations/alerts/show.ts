import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { alertEntries, alertHistory } from "@/lib/db/alerts/list"
import { listRules } from "@/lib/db/alerts/ignore-rules"
import { opinionsOf } from "@/lib/db/conflicts/second-opinions"
import { ignores } from "@/lib/memory/alerts/ignore-rules"
import { isAgent } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import type { EntryOpinion, SecondOpinion } from "@/lib/memory/conflicts/second-opinion"
import { findWithheldKind, withheldText } from "@/lib/memory/context/withheld"
import { operation } from "../operation"
import { hashOfStatement, hexOf } from "../infra/statement-hash"
import { visibleAlert } from "./visible-alert"
import { ruleViewOf } from "./ignore-rules"
import { alertEvidence, alertHistoryEvent, alertRuleView, alertView, viewAlert } from "./alert-outputs"
import { readPolicies } from "@/lib/db/policies/policies"
import type { AlertKind } from "@/lib/memory/alerts/kinds"
import { measuresOf } from "@/lib/memory/policies/settings-of-alert-kind"
import { POLICY_SETTINGS, policyAt, type PolicySetting } from "@/lib/memory/policies/policy"

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
          text: isAgent(actor) ? (withheldFrom(entry.text) ?? entry.text) : entry.text,
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

/**
 * Returns the note that agents get instead of the text, or null. Applies to verified entries, too: agents
 * must not load memory through alerts.
 */
function withheldFrom(text: string): string | null {
  const kind = findWithheldKind(text)
  return kind && withheldText(kind)
}
