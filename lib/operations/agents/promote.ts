import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { noteApproved } from "@/lib/db/memory-files/verifications"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { lockPlaces } from "@/lib/db/sources/running-imports"
import { addPromotion, findPromotion } from "@/lib/db/coach/publications"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import { operation } from "../operation"
import { FileWriting } from "../proposals/file-writing"
import { revertDecision } from "../reverts/run"
import { hunk } from "../reverts/reverts-outputs"
import { teamOf } from "../teams/team-and-project"
import { type PlannedFile, planEntryPromotion, type PromotionPlan } from "./promotion-plan"
import { promotionPlace } from "./overlap"

const wanted = {
  team: z.string(),
  entry: z.string().uuid("enter the ID of one of the copies").describe("The ID of one of the copies"),
  to: promotionPlace.describe("A category's memory in a project, or the team's memory"),
}

export const previewPromotion = operation({
  name: "promotion.preview",
  summary:
    "Preview promoting an entry to category or team memory: the target file and the copies that would be removed, line by line.",
  method: "POST",
  path: "/promotions/preview",
  right: "curate",
  input: z.object(wanted),
  output: z.object({
    shown: z.string(),
    text: z.string(),
    path: z.string(),
    agents: z.number(),
    files: z.array(
      z.object({
        file: z.string().nullable(),
        path: z.string(),
        project: z.object({ slug: z.string(), name: z.string() }),
        agent: z.string().nullable(),
        added: z.number(),
        cut: z.number(),
        hunks: z.array(hunk),
      }),
    ),
    left: z.array(z.object({ path: z.string(), agent: z.string().nullable(), why: z.string() })),
  }),
  async run(actor, { team: asked, ...input }) {
    const team = await teamOf(actor, "curate", asked)
    if (!team.ok) return team
    const plan = await planEntryPromotion(actor, team.value, input, new Date())
    if (!plan.ok) return plan
    const { shown, text, target, agents, files, left } = plan.value
    return done({
      shown,
      text,
      path: target.path,
      agents,
      left: [...left],
      files: files.map(({ fileId, path, project, agent, added, cut, hunks }) => ({
        file: fileId,
        path,
        project: { slug: project.slug, name: project.name },
        agent,
        added,
        cut,
        hunks: [...hunks],
      })),
    })
  },
})

export const promoteStatement = operation({
  name: "promotion.run",
  summary:
    "Promote an entry shared by several agents to category or team memory, and remove the copies shown in the preview. Either all files change or none do.",
  method: "POST",
  path: "/promotions",
  right: "curate",
  version: { base: "shown" },
  input: z.object({
    ...wanted,
    shown: z.string().regex(/^[0-9a-f]{64}$/, "send `shown` from the preview"),
    reason: z.string().trim().max(500).default("The same entry from several agents"),
  }),
  output: z.object({ promotion: z.string(), path: z.string(), files: z.number(), removed: z.number() }),
  async run(actor, { team: asked, shown, reason, ...input }) {
    const team = await teamOf(actor, "curate", asked)
    if (!team.ok) return team
    const now = new Date()
    const plan = await planEntryPromotion(actor, team.value, input, now)
    if (!plan.ok) return plan
    if (plan.value.shown !== shown) return STALE
    return carryOut(actor, team.value, { plan: plan.value, reason, now })
  },
})

export const undoPromotion = operation({
  name: "promotion.undo",
  summary:
    "Undo a promotion and restore the copies. If someone else has since changed any of the affected text, nothing is undone.",
  method: "DELETE",
  path: "/promotions/{promotion}",
  right: "curate",
  input: z.object({ team: z.string(), promotion: z.string() }),
  output: z.object({ revert: z.string(), files: z.number() }),
  async run(actor, { team: asked, promotion }) {
    const team = await teamOf(actor, "curate", asked)
    if (!team.ok) return team
    if (!(await findPromotion(visibilityOf(actor, team.value.id), promotion)))
      return refused("not-found", "promotion not found in this team")
    const undone = await revertDecision(
      actor,
      { team: team.value.slug, of: { promotion } },
      { changedByOthers: "refuse" },
    )
    if (!undone.ok) return undone
    if (!undone.value) return refused("conflict", "the promotion has already been undone")
    return done({ revert: undone.value.revert, files: undone.value.totals.files })
  },
})

const STALE = refused(
  "stale",
  "a file has changed since the preview, so nothing was written. Preview the promotion again",
)

interface PromotionRun {
  readonly plan: PromotionPlan
  readonly reason: string
  readonly now: Date
}

interface PromotionResult {
  readonly promotion: string
  readonly path: string
  readonly files: number
  readonly removed: number
}

function carryOut(
  actor: Actor,
  { id: teamId }: VisibleTeam,
  { plan, reason, now }: PromotionRun,
): Promise<Outcome<PromotionResult>> {
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  return commit(
    actor,
    (value: PromotionResult) => ({
      kind: "promotion.run",
      teamId,
      subject: plan.target.path,
      detail: { promotion: value.promotion, to: plan.to, agents: plan.agents, files: value.files },
    }),
    async (tx) => {
      // Locks all paths at once, so that two writers of several files cannot deadlock.
      await lockPlaces(
        tx,
        teamId,
        plan.files.map(({ project, path }) => `${project.name}/${path}`),
      )
      const title = `Promoted to ${plan.target.path}: “${plan.text.replaceAll(/\s+/g, " ").slice(0, 100)}”`
      const writing = { teamId, plan, by, reason: `${title}. ${reason}`.slice(0, 500), now }
      const writes: WrittenRevision[] = []
      for (const planned of plan.files) {
        const written = await writePlannedFile(tx, planned, writing)
        if (!written.ok) return written
        writes.push(written.value)
      }
      const promotion = await addPromotion(tx, teamId, {
        text: plan.text,
        to: plan.to,
        path: plan.target.path,
        agents: plan.agents,
        reason,
        by,
        writes,
      })
      return done({
        promotion,
        path: plan.target.path,
        files: writes.length,
        removed: plan.files.reduce(
          (sum, { changes }) => sum + changes.filter(({ kind }) => kind === "remove").length,
          0,
        ),
      })
    },
  )
}

interface WrittenRevision {
  readonly fileId: string
  readonly revision: number
}

interface Writing {
  readonly teamId: string
  readonly plan: PromotionPlan
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly reason: string
  readonly now: Date
}

/** Writes one file of the plan. Refuses as stale if the file changed since the preview. */
async function writePlannedFile(
  tx: Tx,
  planned: PlannedFile,
  { teamId, plan, by, reason, now }: Writing,
): Promise<Outcome<WrittenRevision>> {
  const file = await openFile(tx, { teamId, plan, now }, planned.fileId)
  if (!file || file.head.revision !== planned.revision) return STALE
  const result = file.write(planned.changes)
  if ("why" in result) return STALE
  const closed = await file.close(by, reason, now)
  if (!closed.ok) return closed
  if (closed.value === null) return STALE
  if (planned.agent === null)
    await noteApproved(
      tx,
      teamId,
      addedEntries(result.inverse).map((entry) => ({ id: entry, confidence: null })),
      { projectId: file.head.projectId, day: now.toISOString().slice(0, 10) },
    )
  return done({ fileId: file.head.id, revision: closed.value.revision })
}

/** Returns the ids of the entries that a write added: those that its inverse removes. */
const addedEntries = (inverse: readonly { readonly kind: string; readonly entry?: string }[]): string[] =>
  inverse.flatMap((change) => (change.kind === "remove" && change.entry !== undefined ? [change.entry] : []))

function openFile(
  tx: Tx,
  { teamId, plan, now }: Pick<Writing, "teamId" | "plan" | "now">,
  fileId: string | null,
): Promise<FileWriting | null> {
  if (fileId !== null) return FileWriting.hold(tx, teamId, fileId)
  const { target, project } = plan
  const { path, format, scope, agent, category } = target
  return FileWriting.open(
    tx,
    teamId,
    { fileId: null, path, format, scope, agent, category, project: project.name, projectId: project.id },
    now,
  )
}
