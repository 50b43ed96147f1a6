import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { entriesByFile, currentFilesById } from "@/lib/db/memory-files/current-revisions"
import { lockMemory } from "@/lib/db/sources/running-imports"
import { readPolicies } from "@/lib/db/policies"
import { addRevert, addRevertWrites, changeRevert, revertAllSince } from "@/lib/db/memory-files/reverts"
import {
  type FileAtInstant,
  filesChangedSince,
  restoreForgottenState,
  textsOfRevisions,
} from "@/lib/db/memory-files/revert-candidates"
import type { Actor } from "@/lib/memory/teams/actor"
import { whyMayNotReject } from "@/lib/memory/policies/rights"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import { operation } from "../operation"
import { projectOf, teamOf } from "../teams/team-and-project"
import { readingOf } from "../writing/revise-head"
import { storeRevisions, type FileChange } from "./store-revisions"
import { Tally } from "./preview"
import { changedFile, instant, startOf, totals } from "./reverts-outputs"

const asked = {
  team: z.string(),
  at: instant.describe("The point in time to restore. A date means the start of that day, UTC"),
  project: z.string().optional(),
}

export const previewRestore = operation({
  name: "team.preview-restore",
  summary: "Preview restoring all memory files of a team or a project to a point in time, line by line.",
  method: "POST",
  path: "/teams/{team}/restore/preview",
  right: "curate",
  input: z.object(asked),
  output: z.object({ at: z.string(), shown: z.string(), files: z.array(changedFile), totals }),
  async run(actor, input) {
    const found = await wantedOf(actor, input)
    if (!found.ok) return found
    const tally = new Tally()
    for await (const portion of planRestore(actor, found.value))
      for (const plan of portion) addPlan(tally, plan)
    return done({ at: found.value.at, shown: tally.shown(), files: tally.files, totals: tally.totals })
  },
})

const output = z.object({ revert: z.string(), at: z.string(), totals })

export const restoreTeam = operation({
  name: "team.restore",
  summary:
    "Restore all memory files of a team or a project to a point in time, as previewed, byte for byte. Either all files change or none do.",
  method: "POST",
  path: "/teams/{team}/restore",
  right: "curate",
  input: z.object({
    ...asked,
    shown: z.string().regex(/^[0-9a-f]{64}$/, "send the hash from the preview"),
    reason: z.string().trim().min(1, "enter a reason").max(500),
  }),
  output,
  async run(actor, input) {
    const found = await wantedOf(actor, input)
    return found.ok ? carryOut(actor, found.value, input) : found
  },
})

interface Wanted {
  readonly teamId: string
  readonly project: { readonly id: string; readonly slug: string } | null
  /** ISO instant with a precision of up to a microsecond. */
  readonly at: string
}

async function wantedOf(
  actor: Actor,
  input: { team: string; at: string; project?: string | undefined },
): Promise<Outcome<Wanted>> {
  const team = await teamOf(actor, "curate", input.team)
  if (!team.ok) return team
  const project = await projectOf(actor, team.value.id, input.project)
  if (!project.ok) return project
  const at = startOf(input.at) ?? ""
  if (new Date(at) > new Date()) return refused("invalid", `at: ${input.at} is in the future`)
  return done({ teamId: team.value.id, project: project.value, at })
}

interface RestorePlan extends FileChange {
  readonly was: FileAtInstant
  /** Reason why the restore is not allowed, or null. */
  readonly why: string | null
}

/** Number of files per portion. Their texts are in memory at the same time. */
const PORTION = 200

async function* planRestore(
  actor: Actor,
  { teamId, project, at }: Wanted,
  tx?: Tx,
): AsyncGenerator<RestorePlan[]> {
  const all = await filesChangedSince(visibilityOf(actor, teamId, project?.id), at, tx)
  const policies = await readPolicies(visibilityOf(actor, teamId), tx)
  for (let place = 0; place < all.length; place += PORTION) {
    const files = all.slice(place, place + PORTION)
    const ids = files.map((one) => one.fileId)
    const texts = files.flatMap(({ fileId, revision, presentThen, differs }) =>
      presentThen && differs && revision !== null ? [{ fileId, revision }] : [],
    )
    const heads = await currentFilesById(visibilityOf(actor, teamId), ids, tx)
    const entries = await entriesByFile(visibilityOf(actor, teamId), ids, tx)
    const past = await textsOfRevisions(visibilityOf(actor, teamId), texts, tx)
    const byId = new Map(heads.map((head) => [head.id, head]))
    const plans: RestorePlan[] = []
    for (const was of files) {
      const head = byId.get(was.fileId)
      if (!head) continue
      const text = past.get(was.fileId)
      const why = whyMayNotReject(actor, { teamId, policy: policyOfMemory(policies, head) })
      const next =
        text === undefined || why !== null
          ? null
          : { text: text.text, ...(text.entryIds.length > 0 ? { ids: text.entryIds } : {}) }
      const present = why !== null || was.presentThen === was.presentNow ? null : was.presentThen
      plans.push({
        standing: {
          head,
          entries: entries.get(head.id) ?? [],
          reading: await readingOf(visibilityOf(actor, teamId), head, tx),
        },
        next,
        present,
        was,
        why,
      })
    }
    yield plans
  }
}

function addPlan(tally: Tally, { standing: { head }, next, present, was, why }: RestorePlan) {
  const writes = next === null && present !== false ? 0 : head.revision - (was.revision ?? 0)
  return tally.add({
    head,
    text: next?.text ?? null,
    present,
    writes,
    left: why === null ? [] : [{ why, line: null, text: "", by: null }],
    gist: [head.id, head.revision, head.state, was.revision, present, why],
  })
}

interface RestoreWriting {
  readonly teamId: string
  /** Id of the revert. */
  readonly revert: string
  /** Instant that memory is restored to. */
  readonly at: string
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly reason: string
  readonly now: Date
}

async function storePortion(
  tx: Tx,
  portion: readonly RestorePlan[],
  tally: Tally,
  { teamId, revert, at, by, reason, now }: RestoreWriting,
): Promise<Outcome<null>> {
  const changing = portion.filter(({ next, present }) => next !== null || present !== null)
  const counts = new Map(portion.map((plan) => [plan.standing.head.id, addPlan(tally, plan)]))
  await revertAllSince(
    tx,
    teamId,
    { id: revert, at },
    changing.flatMap(({ was, next }) =>
      next !== null || was.revision === null ? [{ fileId: was.fileId, revision: was.revision ?? 0 }] : [],
    ),
  )
  const stored = await storeRevisions(tx, teamId, changing, { reason, by, turn: reason, now })
  if (!stored.ok) return stored
  await addRevertWrites(
    tx,
    teamId,
    revert,
    changing.map(({ was: { fileId }, present }) => ({
      fileId,
      revision: stored.value.get(fileId) ?? null,
      present,
      ...(counts.get(fileId) ?? { added: 0, cut: 0 }),
    })),
  )
  return done(null)
}

type RestoreResult = z.input<typeof output>

async function carryOut(
  actor: Actor,
  wanted: Wanted,
  { shown, reason }: { shown: string; reason: string },
): Promise<Outcome<RestoreResult>> {
  const { teamId, project, at } = wanted
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const name = `everything${project ? ` in ${project.slug}` : ""} to ${at}`
  const words = `Restored ${name}: ${reason}`
  return commit(
    actor,
    (value: RestoreResult) => ({
      kind: "team.restore",
      teamId,
      subject: name,
      detail: { revert: value.revert, at, files: value.totals.files },
    }),
    async (tx) => {
      await lockMemory(tx, teamId)
      const tally = new Tally()
      const now = new Date()
      const revert = await addRevert(tx, teamId, {
        of: { at, ...(project ? { project: project.slug } : {}) },
        name,
        reason,
        by,
        writes: 0,
        files: 0,
        rejected: 0,
        left: [],
      })
      const writing = { teamId, revert, at, by, reason: words, now }
      for await (const portion of planRestore(actor, wanted, tx)) {
        const stored = await storePortion(tx, portion, tally, writing)
        if (!stored.ok) return stored
      }
      await restoreForgottenState(tx, teamId, { at, projectId: project?.id ?? null, by: actor.name })
      const { totals: sums } = tally
      if (tally.shown() !== shown)
        return refused("stale", "memory has changed since the preview. Preview again before restoring")
      if (sums.files === 0)
        return refused(
          "conflict",
          sums.left > 0
            ? "you do not have permission to approve changes to any of the files that have changed since then"
            : "nothing has changed since then",
        )
      await changeRevert(tx, teamId, revert, { writes: sums.writes, files: sums.files })
      return done({ revert, at, totals: sums })
    },
  )
}
