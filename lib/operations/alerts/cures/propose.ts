import { z } from "zod"
import { writeHistory } from "@/lib/db/alerts/store"
import { type AlertRow, byIds, lockAlertsOf } from "@/lib/db/alerts/list"
import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import type { Actor } from "@/lib/memory/teams/actor"
import { CURES } from "@/lib/memory/alerts/cure/facts"
import { KINDS_OF_ALERT } from "@/lib/memory/alerts/kinds"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { operation } from "../../operation"
import { propose, proposeInput } from "../../proposals/create"
import { proposalPlace } from "../../proposals/place"
import { NO_ALERT, visibleAlert } from "../find"
import { planCures, type PlannedProposal } from "./plan"

export const cureAlert = operation({
  name: "alert.cure",
  summary: "Propose a suggested fix for review. When it is approved, the alert resolves.",
  method: "POST",
  path: "/alerts/{alert}/cure",
  right: "propose",
  version: { base: "shown" },
  input: z.object({
    alert: z.string(),
    cure: z.enum(CURES),
    shown: z.string().regex(/^[0-9a-f]{64}$/, "send `shown` from the listed fix"),
  }),
  output: z.object({
    proposals: z.array(z.string()).describe("Ids, in the recommended order of decision"),
    already: z.boolean().describe("They were already waiting"),
  }),
  async run(actor, input) {
    const found = await visibleAlert(actor, input.alert)
    if (!found.ok) return found
    const { team, ...row } = found.value
    if (row.state === "resolved") return refused("conflict", "resolved: its cause no longer exists")
    const place = await proposalPlace(actor, {
      team: team.slug,
      ...(row.project === null ? {} : { project: row.project.slug }),
    })
    if (!place.ok) return place
    const now = new Date()
    const planned = (await planCures(found.value, now)).find(({ cure }) => cure === input.cure)
    if (!planned)
      return refused("conflict", "this fix is no longer available: list the fixes again", {
        cure: input.cure,
      })
    if (planned.waiting.length > 0) return done({ proposals: [...planned.waiting], already: true })
    if (planned.href !== null)
      return refused("invalid", `this fix has no proposal: decide it at ${planned.href}`)
    if (planned.shown !== input.shown)
      return refused(
        "stale",
        "the file changed since the fix was shown: look at it again. Nothing was proposed",
      )
    const ids: string[] = []
    let already = true
    for (const one of planned.proposals) {
      const made = await propose(actor, {
        ...place.value,
        target: one.target,
        changes: one.makes ? kept(one) : one.changes,
        input: proposeInput.parse({ reason: reasonOf(one, row) }),
        now,
        known: true,
      })
      if (!made.ok) return ids.length === 0 ? made : { ...made, details: { ...made.details, proposals: ids } }
      ids.push(made.value.id)
      already &&= made.value.already
    }
    const noted = await note(actor, row, { cure: input.cure, proposals: ids })
    return noted.ok ? done({ proposals: ids, already }) : noted
  },
})

/** What is moved keeps its date, also where the new file dates nothing by itself. */
const kept = ({ changes }: PlannedProposal): ProposedChange[] =>
  changes.map((change) =>
    change.kind === "add" && change.date !== null ? { ...change, id: newId() } : change,
  )

const reasonOf = ({ reason }: PlannedProposal, { kind, message }: AlertRow): string =>
  `${reason} For the alert “${KINDS_OF_ALERT[kind].label}”: ${message}.`.slice(0, 2_000)

/** Its history tells what was proposed: by that it is known when somebody asks again. */
function note(
  actor: Actor,
  { teamId, id, round, path, agent }: AlertRow,
  detail: { cure: string; proposals: readonly string[] },
): Promise<Outcome<null>> {
  return commit(
    actor,
    {
      kind: "alert.cure",
      teamId,
      subject: path ?? agent ?? "an alert",
      detail: { alerts: [{ id }], ...detail },
    },
    async (tx) => {
      const [held] = await lockAlertsOf(tx, teamId, byIds([id]))
      if (!held) return NO_ALERT
      await writeHistory(tx, teamId, [{ alertId: id, round, what: "cured", detail }], actor)
      return done(null)
    },
  )
}
