import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { noteApproved } from "@/lib/db/memory-files/verifications"
import { lockSynthesis } from "@/lib/db/coach/claim-decisions"
import { commit, type Tx } from "@/lib/db/infra/commit"
import {
  lockPublishing,
  publishedSynthesisAt,
  entriesOfOtherSyntheses,
  setPublished,
} from "@/lib/db/coach/publications"
import type { SynthesisRow } from "@/lib/db/coach/syntheses"
import type { Actor } from "@/lib/memory/teams/actor"
import { formatCount } from "@/lib/memory/text/sentence"
import { COACH } from "@/lib/memory/coach/synthesis"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../../operation"
import { optedOutMessage } from "../../sessions/session-place"
import { reviseHead, type LockedFile } from "../../writing/revise-head"
import {
  summarizeAdjacent,
  published,
  publishPreview,
  type FoundSynthesis,
  findSynthesisFor,
  type Publishing,
  publishingOf,
  shownOfPublishing,
  whyNotPublished,
  whyNotByOne,
} from "./publication"
import {
  type CoachText,
  lockCoachMemory,
  readCoachMemory,
  composeCoachMemory,
  publishedClaims,
} from "./coach-memory"

export const previewPublish = operation({
  name: "synthesis.preview",
  summary:
    "Preview publishing a synthesis: which entries are added to the coach's own memory file, and which earlier entries are removed.",
  method: "GET",
  path: "/syntheses/{synthesis}/publish",
  right: "curate",
  version: { of: "shown" },
  input: z.object({ synthesis: z.string() }),
  output: publishPreview,
  async run(actor, { synthesis }) {
    const found = await findSynthesisFor(actor, synthesis, "curate")
    if (!found.ok) return found
    const { team, row } = found.value
    const publishing = await publishingOf(found.value, new Date())
    if (!publishing.ok) return publishing
    const { memory, replaced } = publishing.value
    const now = await readCoachMemory(visibilityOf(actor, team.id), memory)
    const composed = composeCoachMemory(now, {
      row,
      ...publishing.value,
      others: await othersOf(row, replaced, now),
      project: memory.project.slug,
    })
    const { adds, removes, keeps, lines } = composed.ok
      ? {
          adds: composed.value.plan.added.length,
          removes: composed.value.plan.removed,
          keeps: composed.value.plan.stays,
          lines: countLines(composed.value.text),
        }
      : { adds: 0, removes: 0, keeps: 0, lines: now.lines }
    return done({
      id: row.id,
      path: memory.path,
      project: memory.project.slug,
      makes: now.lines === 0,
      claims: publishedClaims(row).length,
      adds,
      removes,
      keeps,
      lines,
      budget: now.budget,
      replaces: replaced && summarizeAdjacent(replaced),
      hindrance: whyNotPublished(row)?.message ?? (composed.ok ? null : composed.message),
      shown: shownOfPublishing(row, publishing.value, now.revision),
    })
  },
})

export const publishSynthesis = operation({
  name: "synthesis.publish",
  summary:
    "Publish a reviewed synthesis: accepted claims are written to the coach's own memory file and sent to agents. The earlier synthesis with the same scope, kind and agent is replaced.",
  method: "POST",
  path: "/syntheses/{synthesis}/publish",
  right: "curate",
  version: { base: "shown" },
  input: z.object({
    synthesis: z.string(),
    shown: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "send the hash from the preview")
      .optional(),
  }),
  output: published,
  async run(actor, { synthesis, shown }) {
    const found = await findSynthesisFor(actor, synthesis, "curate")
    if (!found.ok) return found
    const why = whyNotPublished(found.value.row)
    if (why) return why
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const now = new Date()
      const publishing = await publishingOf(found.value, now)
      if (!publishing.ok) return publishing
      const outcome = await publish(actor, found.value, { ...publishing.value, shown, now })
      if (outcome !== AGAIN) return outcome
    }
    return AGAIN
  },
})

/**
 * Maximum number of attempts to publish. If another publication to the same file comes first, the next
 * attempt starts.
 */
const MOST_TRIES = 5
const AGAIN = refused(
  "conflict",
  "another synthesis is being published to the same file, so nothing was written. Try again",
)
const STALE = refused(
  "stale",
  "the synthesis, the coach's memory or its published claims have changed since the preview, so nothing was written. Preview again",
)

interface PublishRequest extends Publishing {
  readonly shown: string | undefined
  readonly now: Date
}

type Published = z.output<typeof published>

function publish(
  actor: Actor,
  found: FoundSynthesis,
  { memory, cited, day, shown, now, replaced: known }: PublishRequest,
): Promise<Outcome<Published>> {
  const { team } = found
  const { id } = found.row
  return commit(actor, publishEvent(found, memory.project.name), async (tx) => {
    await lockPublishing(tx, team.id)
    const row = await lockSynthesis(tx, team.id, id)
    if (!row) return refused("not-found", `synthesis not found: ${id}`)
    const why = whyNotPublished(row)
    if (why) return why
    const replaced = await replacedBy(tx, row)
    // Another synthesis was published or withdrawn before the lock. The target file may be another one, too.
    if (replaced?.id !== known?.id) return shown === undefined ? AGAIN : STALE
    const standing = await lockCoachMemory(tx, team, memory)
    const { head } = standing
    if (shown !== undefined && shown !== shownOfPublishing(row, { replaced, memory }, head.revision))
      return STALE
    const hindrance = head.optedOut ? optedOutMessage(COACH) : await whyNotByOne(tx, actor, team.id, head)
    if (hindrance !== null) return refused("forbidden", hindrance)
    const project = memory.project.slug
    return writePublication(tx, actor, { row, replaced, standing, cited, project, day, now })
  })
}

const publishEvent =
  ({ team, row: { id, kind, title } }: FoundSynthesis, project: string) =>
  (value: Published) => ({
    kind: "synthesis.publish",
    teamId: team.id,
    subject: title,
    detail: {
      kind,
      claims: value.claims,
      path: value.path,
      project,
      revision: value.revision,
      replaced: value.replaced,
      syntheses: [
        { id, state: "published" },
        ...(value.replaced === null ? [] : [{ id: value.replaced, state: "replaced" }]),
      ],
    },
  })

interface Publication {
  readonly row: SynthesisRow
  readonly replaced: SynthesisRow | null
  readonly standing: LockedFile
  readonly cited: Publishing["cited"]
  /** Slug of the project of the file. */
  readonly project: string
  /** ISO day. */
  readonly day: string
  readonly now: Date
}

/**
 * Writes the accepted claims to the locked file, and marks the synthesis as published and the `replaced` one
 * as replaced. Refuses if the file cannot be composed or written.
 */
async function writePublication(
  tx: Tx,
  actor: Actor,
  { row, replaced, standing, cited, project, day, now }: Publication,
): Promise<Outcome<Published>> {
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const { head } = standing
  const composed = composeCoachMemory(
    { ...standing, text: head.text },
    {
      row,
      replaced,
      cited,
      others: await othersOf(row, replaced, standing, tx),
      project,
      day,
    },
  )
  if (!composed.ok) return composed
  const { text, ids, claims } = composed.value
  const count = publishedClaims(row).length
  const reason = `Published: ${row.title}, ${formatCount(count, "claim")}`.slice(0, 500)
  const revised = await reviseHead(tx, row.teamId, standing, { text, ids, reason, by, now })
  if (!revised.ok) return revised
  const confidences = new Map(row.claims.map((one) => [one.position, one.confidence]))
  await noteApproved(
    tx,
    row.teamId,
    claims.map(({ position, entry }) => ({ id: entry, confidence: confidences.get(position) ?? null })),
    { projectId: head.projectId, day },
  )
  const { revision } = revised.value
  const replacedId = replaced?.id ?? null
  await setPublished(tx, {
    synthesis: row,
    by,
    at: now,
    fileId: head.id,
    revision,
    replaced: replacedId,
    claims,
  })
  return done({
    id: row.id,
    state: "published" as const,
    path: head.path,
    revision,
    claims: count,
    replaced: replacedId,
  })
}

/** Returns the entries in the file that other published syntheses still need. */
const othersOf = (
  { teamId, id }: SynthesisRow,
  replaced: SynthesisRow | null,
  { entries }: Pick<CoachText, "entries">,
  tx?: Tx,
) =>
  entriesOfOtherSyntheses(
    wholeTeamUnchecked(teamId),
    entries.map((one) => one.id),
    { but: [id, ...(replaced ? [replaced.id] : [])] },
    tx,
  )

async function replacedBy(tx: Tx, row: SynthesisRow): Promise<SynthesisRow | null> {
  const replaced = await publishedSynthesisAt(row, tx)
  return replaced && lockSynthesis(tx, row.teamId, replaced.id)
}

const countLines = (text: string): number => text.split("\n").length - (text.endsWith("\n") ? 1 : 0)
