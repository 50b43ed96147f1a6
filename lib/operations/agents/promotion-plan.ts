import { createHash } from "node:crypto"
import { copiesOf, type HeldCopy, saidOf } from "@/lib/db/agents/redundancy"
import { headsById } from "@/lib/db/memory-files/current-revisions"
import { listProjects } from "@/lib/db/agents/fleet"
import { projectBound, type VisibleTeam } from "@/lib/db/teams/visible-teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { type Copy, isCopyFor } from "@/lib/memory/agents/promotion-places"
import { groupBy } from "@/lib/memory/text/group"
import { hunksBetween } from "@/lib/memory/text/text-hunks"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import { whyNotWritten } from "../conflicts/decide"
import { sectionFor } from "../proposals/section"
import { type Target, targetOf } from "../proposals/target"
import { whyNotDirectly } from "../policies/direct-write"
import { fileWithEntries } from "../writing/file-with-entries"

export type PromoteTo =
  | { readonly kind: "team" }
  | { readonly kind: "category"; readonly category: string; readonly project: string }

/** A file as a promotion changes it. */
export interface PlannedFile {
  /** Null: the promotion makes it. */
  readonly fileId: string | null
  readonly path: string
  readonly project: { readonly slug: string; readonly name: string }
  /** What it is based on; 0 where it is made. */
  readonly revision: number
  readonly agent: string | null
  readonly changes: readonly ProposedChange[]
  readonly added: number
  readonly cut: number
  readonly hunks: readonly { readonly line: number; readonly before: string[]; readonly after: string[] }[]
}

export interface PromotionPlan {
  readonly text: string
  readonly to: string
  readonly target: Target
  readonly project: { readonly id: string; readonly slug: string; readonly name: string }
  /** The target first, where it changes. */
  readonly files: readonly PlannedFile[]
  /** Who had a copy. */
  readonly agents: number
  /** Copies that stay, and why. */
  readonly left: readonly { readonly path: string; readonly agent: string | null; readonly why: string }[]
  /** Hash of all that is above: whoever carries it out carries it. */
  readonly shown: string
}

/** More files than one decision should hold. */
const MOST_FILES = 500

/** What promoting a statement would write: where it comes to stand, and which copies go. Writes nothing. */
export async function planPromotion(
  actor: Actor,
  team: VisibleTeam,
  { entry, to }: { entry: string; to: PromoteTo },
  now: Date,
): Promise<Outcome<PromotionPlan>> {
  const said = await saidOf(team.id, entry)
  if (said === null) return refused("not-found", "entry not found in this team, or it has changed")
  const bound = projectBound(actor)
  const { told: all } = await copiesOf(team.id, [said], { projectId: bound, categoryId: null })
  const held = all.filter((copy): copy is HeldCopy & { agent: string } => copy.agent !== null)
  const copies = held.filter((copy) => isCopyFor(to, copy satisfies Copy))
  const wordings = groupBy(copies, ({ text }) => text)
  const [first] = copies.toSorted(
    (a, b) =>
      (wordings.get(b.text)?.length ?? 0) - (wordings.get(a.text)?.length ?? 0) ||
      (b.confidence ?? 0) - (a.confidence ?? 0) ||
      (b.date ?? "").localeCompare(a.date ?? ""),
  )
  if (!first || new Set(copies.map(({ agent, project }) => `${project}/${agent}`)).size < 2)
    return refused("conflict", "fewer than two agents hold it now: nothing to promote")
  if (new Set(copies.map(({ fileId }) => fileId)).size > MOST_FILES)
    return refused(
      "invalid",
      `more than ${MOST_FILES} files contain it: promote it in one category at a time`,
    )
  const project = await projectFor(team.id, to, copies)
  if (!project) return refused("not-found", "project not found in this team")
  const target = await targetOf(
    { team, project, today: now.toISOString().slice(0, 10) },
    to.kind === "team" ? { scope: "team" } : { category: to.category },
  )
  if (!target.ok) return target
  const why = await whyNot(actor, team.id, target.value, project.slug)
  if (why) return refused("forbidden", why)
  const saysSo = all.some(({ agent, fileId }) => agent === null && fileId === target.value.head?.id)
  const into = saysSo ? done(null) : intoTarget(target.value, project, first, copies)
  if (!into.ok) return into
  const out = await outOfCopies(
    actor,
    team.id,
    copies.filter(({ fileId }) => fileId !== target.value.head?.id),
  )
  if (!out.ok) return out
  const files = [...(into.value === null ? [] : [into.value]), ...out.value.files]
  if (out.value.files.length === 0)
    return refused("conflict", out.value.left[0]?.why ?? "no copy of it can be removed")
  const gist = {
    text: first.text,
    path: target.value.path,
    target: target.value.head?.revision ?? 0,
    files: files.map(({ fileId, path, revision, changes }) => [fileId, path, revision, changes]),
    left: out.value.left,
  }
  return done({
    text: first.text,
    to: to.kind === "team" ? "team" : `category:${to.category}`,
    target: target.value,
    project,
    files,
    left: out.value.left,
    agents: new Set(copies.map(({ agent, project: of }) => `${of}/${agent}`)).size,
    shown: createHash("sha256").update(JSON.stringify(gist)).digest("hex"),
  })
}

/** A team's memory stands in one project and reaches all: the one that most of the copies are of. */
async function projectFor(teamId: string, to: PromoteTo, copies: readonly HeldCopy[]) {
  const most = [...groupBy(copies, ({ project }) => project)].toSorted(
    ([a, one], [b, other]) => other.length - one.length || a.localeCompare(b),
  )[0]?.[0]
  const slug = to.kind === "category" ? to.project : most
  return (await listProjects(teamId)).find((one) => one.slug === slug) ?? null
}

async function whyNot(
  actor: Actor,
  teamId: string,
  { head, path, scope, agent, category }: Target,
  projectSlug: string,
): Promise<string | null> {
  return (
    (head && whyNotWritten(head)) ??
    (await whyNotDirectly(
      actor,
      teamId,
      head ?? { path, scope, agent, category, agentCategory: null, projectSlug },
    ))
  )
}

/** The newest date of a copy stays: promoting says nothing about whether it still holds. */
function intoTarget(
  target: Target,
  project: { slug: string; name: string },
  first: HeldCopy,
  copies: readonly HeldCopy[],
): Outcome<PlannedFile> {
  const date =
    copies
      .map((copy) => copy.date)
      .filter((one) => one !== null)
      .toSorted()
      .at(-1) ?? null
  const add: ProposedChange = {
    kind: "add",
    section: sectionFor(target, {
      text: first.text,
      type: first.type ?? undefined,
      named: null,
      agent: null,
    }),
    text: first.text,
    date,
    ...(first.type ? { type: first.type.slice(0, 60) } : {}),
    ...(first.confidence === null ? {} : { confidence: first.confidence }),
  }
  const written = writeChanges({ ...target.reading, text: target.text }, target.entries, [add])
  if (!written.ok) return refused("invalid", `${target.path}: ${written.why}`)
  const before = target.head === null ? "" : target.text
  return done({
    fileId: target.head?.id ?? null,
    path: target.path,
    project,
    revision: target.head?.revision ?? 0,
    agent: null,
    changes: [add],
    ...diffOf(before, written.text),
  })
}

/** The copies leave their files; what cannot be written stays as it is, and is told. */
async function outOfCopies(
  actor: Actor,
  teamId: string,
  copies: readonly HeldCopy[],
): Promise<Outcome<Pick<PromotionPlan, "files" | "left">>> {
  const byFile = groupBy(copies, ({ fileId }) => fileId)
  const files: PlannedFile[] = []
  const left: PromotionPlan["left"][number][] = []
  for (const found of await headsById(teamId, [...byFile.keys()])) {
    const { head, entries, reading } = await fileWithEntries(teamId, found)
    const hindrance = whyNotWritten(head) ?? (await whyNotDirectly(actor, teamId, head))
    if (hindrance !== null) {
      left.push({ path: head.path, agent: head.agent, why: hindrance })
      continue
    }
    const changes = (byFile.get(head.id) ?? []).map(({ entry, text }): ProposedChange => ({
      kind: "remove",
      entry,
      before: text,
    }))
    const written = writeChanges({ ...reading, text: head.text }, entries, changes)
    if (!written.ok) return refused("stale", `${head.path}: ${written.why}`)
    files.push({
      fileId: head.id,
      path: head.path,
      project: { slug: head.projectSlug, name: head.projectName },
      revision: head.revision,
      agent: head.agent,
      changes,
      ...diffOf(head.text, written.text),
    })
  }
  return done({ files, left })
}

function diffOf(before: string, after: string): Pick<PlannedFile, "added" | "cut" | "hunks"> {
  const { added, cut, hunks } = hunksBetween(before, after)
  return {
    added,
    cut,
    hunks: hunks.map((hunk) => ({ line: hunk.left, before: [...hunk.cut], after: [...hunk.added] })),
  }
}
