import { z } from "zod"
import { writeHistory } from "@/lib/db/alerts/store"
import { type AlertRow, byIds, lockAlertsOf } from "@/lib/db/alerts/alerts"
import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import type { Actor } from "@/lib/memory/teams/actor"
import { FIX_NAMES } from "@/lib/memory/alerts/fixes/fix"
import { KINDS_OF_ALERT } from "@/lib/memory/alerts/kinds"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { operation } from "../operation"
import { propose, proposeInput } from "../proposals/create"
import { proposalPlace, type ProposalPlace } from "../proposals/proposal-place"
import { NO_ALERT, visibleAlert } from "./alerts"
import { hunk } from "../reverts/reverts-outputs"
import { planFixes, type PlannedFixProposal, type PlannedFix } from "./fix-plan"

export const proposeFix = operation({
  name: "alert.cure",
  summary: "Propose a suggested fix for review. The alert resolves when the fix is approved.",
  method: "POST",
  path: "/alerts/{alert}/cure",
  right: "propose",
  version: { base: "shown" },
  input: z.object({
    alert: z.string(),
    cure: z.enum(FIX_NAMES),
    shown: z.string().regex(/^[0-9a-f]{64}$/, "send `shown` from the listed fix"),
  }),
  output: z.object({
    proposals: z.array(z.string()).describe("IDs, in the recommended review order"),
    already: z.boolean().describe("True if the proposals were already pending"),
  }),
  async run(actor, input) {
    const found = await visibleAlert(actor, input.alert)
    if (!found.ok) return found
    const { team, ...row } = found.value
    if (row.state === "resolved")
      return refused("conflict", "the alert is resolved: its cause no longer exists")
    const place = await proposalPlace(actor, {
      team: team.slug,
      ...(row.project === null ? {} : { project: row.project.slug }),
    })
    if (!place.ok) return place
    const now = new Date()
    const planned = (await planFixes(found.value, now)).find(({ cure }) => cure === input.cure)
    if (!planned)
      return refused("conflict", "this fix is no longer available. List the fixes again", {
        cure: input.cure,
      })
    if (planned.waiting.length > 0) return done({ proposals: [...planned.waiting], already: true })
    if (planned.href !== null)
      return refused("invalid", `this fix does not create a proposal. Apply it at ${planned.href}`)
    if (planned.shown !== input.shown)
      return refused("stale", "the file has changed since the fix was shown. Review the fix again")
    const made = await proposeAll(actor, { place: place.value, proposals: planned.proposals, row, now })
    if (!made.ok) return made
    const noted = await note(actor, row, { cure: input.cure, proposals: made.value.proposals })
    return noted.ok ? made : noted
  },
})

interface CureRun {
  readonly place: ProposalPlace
  readonly proposals: readonly PlannedFixProposal[]
  readonly row: AlertRow
  readonly now: Date
}

/** Makes the proposals in order. If one is refused, the refusal lists the proposals made before it. */
async function proposeAll(
  actor: Actor,
  { place, proposals, row, now }: CureRun,
): Promise<Outcome<{ proposals: string[]; already: boolean }>> {
  const ids: string[] = []
  let already = true
  for (const proposal of proposals) {
    const made = await propose(actor, {
      ...place,
      target: proposal.target,
      changes: proposal.makes ? withDates(proposal) : proposal.changes,
      input: proposeInput.parse({ reason: reasonOf(proposal, row) }),
      now,
      known: true,
    })
    if (!made.ok) return ids.length === 0 ? made : { ...made, details: { ...made.details, proposals: ids } }
    ids.push(made.value.id)
    already &&= made.value.already
  }
  return done({ proposals: ids, already })
}

/** Gives dated entries an id, so that they keep their date in a file whose format has no dates. */
const withDates = ({ changes }: PlannedFixProposal): ProposedChange[] =>
  changes.map((change) =>
    change.kind === "add" && change.date !== null ? { ...change, id: newId() } : change,
  )

const reasonOf = ({ reason }: PlannedFixProposal, { kind, message }: AlertRow): string =>
  `${reason} For the alert “${KINDS_OF_ALERT[kind].label}”: ${message}.`.slice(0, 2_000)

/** Records the proposals in the alert's history. `planFixes` reads them there. */
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

export const fixView = z.object({
  cure: z.enum(FIX_NAMES),
  label: z.string(),
  consequence: z.string().describe("The effect of the fix, and whether it fully resolves the alert"),
  proposals: z.number().describe("Number of proposals that the fix creates. 0 if the fix links to a page"),
  href: z.string().nullable().describe("The page that the fix links to"),
  waiting: z.array(z.string()).describe("IDs of the fix's proposals that are already pending"),
  shown: z
    .string()
    .describe("Send this value when you apply the fix, so that the fix applies to exactly this version"),
  files: z.array(
    z.object({
      path: z.string(),
      file: z.string().nullable().describe("Null if the fix creates the file"),
      changes: z.number(),
      added: z.number(),
      cut: z.number(),
      hunks: z.array(hunk),
    }),
  ),
})

function cureViewOf({
  cure,
  label,
  consequence,
  href,
  proposals,
  waiting,
  shown,
}: PlannedFix): z.input<typeof fixView> {
  const files = proposals.map(({ path, target, changes, added, cut, hunks }) => ({
    path,
    file: target.head?.id ?? null,
    changes: changes.length,
    added,
    cut,
    hunks: [...hunks],
  }))
  return { cure, label, consequence, proposals: proposals.length, href, waiting: [...waiting], shown, files }
}

export const listFixes = operation({
  name: "alert.cures",
  summary:
    "List suggested fixes for an alert, line by line. Each fix creates proposals for review, or links to the page where you can resolve the alert.",
  method: "GET",
  path: "/alerts/{alert}/cures",
  right: "read",
  input: z.object({ alert: z.string() }),
  output: z.object({ cures: z.array(fixView) }),
  async run(actor, { alert }) {
    const found = await visibleAlert(actor, alert)
    return found.ok ? done({ cures: (await planFixes(found.value, new Date())).map(cureViewOf) }) : found
  },
})
