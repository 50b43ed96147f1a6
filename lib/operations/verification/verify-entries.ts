import { readableParts } from "../teams/team-and-project"
import { visibilityOf, type Visibility } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { isId } from "@/lib/db/infra/identifiers"
import { readPolicies } from "@/lib/db/policies"
import {
  verifiableEntries,
  addVerifications,
  type NewVerification,
  withdrawVerifications,
  type VerificationRow,
  verificationsOf,
} from "@/lib/db/memory-files/verifications"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import { datePlusDays, verifiedUntil } from "@/lib/memory/policies/effective-settings"
import { beforeInput, whyTextChanged } from "../forgetting/entry-named"
import { operation } from "../operation"
import { hashOfStatement, hexOf } from "../infra/statement-hash"

const until = z.iso
  .date("must be a date such as 2027-05-21")
  .optional()
  .describe(
    "The last day on which the verification is valid. Default: set by the policy for the entry's type",
  )
const outcome = z.object({
  id: z.string(),
  ok: z.boolean(),
  until: z.string().nullable(),
  refused: z.object({ reason: z.string(), message: z.string() }).nullable(),
})
const MOST_AT_ONCE = 500

export const vouchForEntry = operation({
  name: "entry.vouch",
  summary:
    "Verify an entry until a specified day. Reading an entry never verifies it, and changing its text ends the verification.",
  method: "POST",
  path: "/entries/{entry}/vouch",
  right: "curate",
  unguarded: ["before"],
  input: z.object({ entry: z.string(), before: beforeInput, until }),
  output: z.object({ id: z.string(), until: z.string() }),
  async run(actor, input) {
    const outcomes = await vouch(actor, [input.entry], { until: input.until, before: () => input.before })
    if (!outcomes.ok) return outcomes
    const refusal = outcomes.value.find((one) => "reason" in one)
    if (refusal && "reason" in refusal) return refusal
    const [only] = outcomes.value
    return only && "until" in only ? done(only) : noEntry(input.entry)
  },
})

export const vouchForEntries = operation({
  name: "entry.vouch-many",
  summary: "Verify several entries. Each verification succeeds or fails individually.",
  method: "POST",
  path: "/vouches",
  right: "curate",
  input: z.object({
    entries: z
      .array(z.string())
      .min(1, "choose at least one entry")
      .max(MOST_AT_ONCE, `choose at most ${MOST_AT_ONCE} entries at once`),
    before: z
      .array(z.string())
      .optional()
      .describe(
        "The text of each entry as you saw it, in the same order. Entries that have changed are rejected",
      ),
    until,
  }),
  output: z.object({ outcomes: z.array(outcome) }),
  async run(actor, input) {
    const entries = [...new Set(input.entries)]
    const seen = new Map(input.entries.map((id, place) => [id, input.before?.[place]]))
    const outcomes = await vouch(actor, entries, { until: input.until, before: (id) => seen.get(id) })
    if (!outcomes.ok) return outcomes
    return done({
      outcomes: outcomes.value.map((one, place) =>
        "until" in one
          ? { ...one, ok: true, refused: null }
          : {
              id: entries[place] ?? "",
              ok: false,
              until: null,
              refused: { reason: one.reason, message: one.message },
            },
      ),
    })
  },
})

export const withdrawVouch = operation({
  name: "entry.withdraw-vouch",
  summary:
    "Withdraw your verification. If someone else verified the entry earlier, their verification applies again.",
  method: "DELETE",
  path: "/entries/{entry}/vouch",
  right: "curate",
  input: z.object({ entry: z.string() }),
  output: z.object({ id: z.string(), withdrawn: z.number() }),
  async run(actor, { entry: id }) {
    const person = whyNotAPerson(actor)
    if (person) return person
    const [entry] = await visible(actor, [id])
    if (!entry) return noEntry(id)
    if (!can(actor, "curate", entry)) return mayNot(entry.path)
    return commit(
      actor,
      { kind: "entry.withdraw-vouch", teamId: entry.teamId, subject: entry.path, detail: { entry: id } },
      async (tx) => {
        const withdrawn = await withdrawVerifications(tx, entry.teamId, id, actor.id)
        return withdrawn > 0
          ? done({ id, withdrawn })
          : refused("conflict", "you have not verified this entry")
      },
    )
  },
})

const noEntry = (id: string): Refusal => refused("not-found", `entry not found or not verifiable: ${id}`)
const mayNot = (path: string): Refusal =>
  refused("forbidden", `${path}: only leads and owners of the team can verify its entries`)

function whyNotAPerson(actor: Actor): Refusal | null {
  return actor.kind === "person"
    ? null
    : refused("forbidden", "access tokens cannot verify entries. Sign in as a person")
}

const visible = async (actor: Actor, ids: readonly string[]) =>
  verifiableEntries(await readableParts(actor), ids.filter(isId))

/**
 * Verifies entries, with one transaction per team. Returns the outcomes in the given order. Refuses actors
 * that are not people.
 */
async function vouch(
  actor: Actor,
  ids: readonly string[],
  { until: wanted, before }: { until: string | undefined; before: (id: string) => string | undefined },
): Promise<Outcome<VouchOutcome[]>> {
  const found = new Map((await visible(actor, ids)).map((entry) => [entry.id, entry]))
  const person = whyNotAPerson(actor)
  if (person) return found.size === 0 ? noEntry(ids[0] ?? "") : person
  const now = new Date()
  const today = now.toISOString().slice(0, 10)
  if (wanted !== undefined && (wanted <= today || wanted > datePlusDays(today, LONGEST_DAYS)))
    return refused("invalid", `until: must be a day from tomorrow to ${datePlusDays(today, LONGEST_DAYS)}`)
  const outcomes = new Map<string, VouchOutcome>()
  for (const [teamId, entries] of groupBy([...found.values()], (one) => one.teamId)) {
    if (!can(actor, "curate", { teamId })) {
      for (const { id, path } of entries) outcomes.set(id, mayNot(path))
      continue
    }
    const seen = entries.filter((entry) => {
      const changed = whyTextChanged(entry, before(entry.id), entry.path)
      if (changed) outcomes.set(entry.id, changed)
      return changed === null
    })
    if (seen.length === 0) continue
    for (const [id, outcome] of await vouchInTeam(actor, teamId, seen, { wanted, now }))
      outcomes.set(id, outcome)
  }
  return done(ids.map((id) => outcomes.get(id) ?? noEntry(id)))
}

type VouchOutcome = { id: string; until: string } | Refusal

async function vouchInTeam(
  actor: Actor,
  teamId: string,
  entries: Awaited<ReturnType<typeof visible>>,
  { wanted, now }: { wanted: string | undefined; now: Date },
): Promise<[id: string, outcome: VouchOutcome][]> {
  const policies = await readPolicies(visibilityOf(actor, teamId))
  const today = now.toISOString().slice(0, 10)
  const vouches = entries.map((entry): NewVerification => {
    const { verification } = policyOfMemory(policies, entry)
    return {
      entryId: entry.id,
      statement: hashOfStatement(entry.text),
      userId: actor.id,
      name: actor.name,
      until: wanted ?? verifiedUntil(entry, verification, today),
    }
  })
  const subject = entries.length === 1 ? (entries[0]?.path ?? "") : `${vouches.length} entries`
  const committed = await commit(
    actor,
    {
      kind: "entry.vouch",
      teamId,
      subject,
      detail: { entries: vouches.map((one) => one.entryId), until: vouches.map((one) => one.until) },
    },
    async (tx) => done(await addVerifications(tx, teamId, vouches, now)),
  )
  return vouches.map(({ entryId, until }) => [entryId, committed.ok ? { id: entryId, until } : committed])
}

const LONGEST_DAYS = 3_650

/** Schema of a verification: the person and the last day of its validity. */
export const verificationOutput = z.object({ by: z.string(), until: z.string() })
export type VerificationView = z.output<typeof verificationOutput>

/**
 * Returns the newest verification of each entry by entry id. Leaves out entries whose text has changed since.
 */
export async function readVerifications(
  visible: Visibility,
  entries: readonly { readonly id: string; readonly text: string }[],
  tx?: Tx,
): Promise<ReadonlyMap<string, VerificationRow>> {
  const texts = new Map(entries.map((entry) => [entry.id, entry.text]))
  const vouches = await verificationsOf(visible, [...texts.keys()], tx)
  return new Map(
    vouches
      .filter(
        (one) =>
          texts.has(one.entryId) &&
          hexOf(one.statement) === hexOf(hashOfStatement(texts.get(one.entryId) ?? "")),
      )
      .map((one) => [one.entryId, one]),
  )
}

export const viewVerification = (row: VerificationRow | undefined): VerificationView | null =>
  row ? { by: row.by, until: row.until } : null
