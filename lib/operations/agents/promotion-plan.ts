import { sha256OfJson } from "@/lib/files/sha256"
import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { copiesOf, type LoadedCopy, textIdOf } from "@/lib/db/agents/redundancy"
import { currentFilesById } from "@/lib/db/memory-files/current-revisions"
import { listProjects } from "@/lib/db/agents/fleet"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { type Copy, isCopyFor } from "@/lib/memory/agents/promotion"
import { groupBy } from "@/lib/memory/text/aggregates"
import { hunksBetween } from "@/lib/memory/text/line-differences"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import { whyNotWritten } from "../conflicts/decide"
import { sectionFor } from "../proposals/section"
import { type Target, targetOf } from "../proposals/target"
import { whyNotDirectly } from "../policies/places"
import { fileWithEntries } from "../writing/revise-head"

export type PromoteTo =
  | { readonly kind: "team" }
  | { readonly kind: "category"; readonly category: string; readonly project: string }

/** A file that a promotion changes or creates. */
export interface PlannedFile {
  /** Null if the promotion creates the file. */
  readonly fileId: string | null
  readonly path: string
  readonly project: { readonly slug: string; readonly name: string }
  /** The revision that the changes are based on, or 0 for a new file. */
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
  /** Files that the promotion changes. The target comes first, unless it already has the entry. */
  readonly files: readonly PlannedFile[]
  /** Number of agents that have a copy. */
  readonly agents: number
  /** Files whose copies cannot be removed, with the reason. */
  readonly left: readonly { readonly path: string; readonly agent: string | null; readonly why: string }[]
  /** Hash of the plan. A caller sends it back to run exactly this plan. */
  readonly shown: string
}

/** Maximum number of files that one promotion may change. */
const MOST_FILES = 500

/**
 * Plans the promotion of an entry: the change of the target and the files that lose their copy. Refuses if no
 * copy can be removed. Writes nothing.
 */
export async function planEntryPromotion(
  actor: Actor,
  team: VisibleTeam,
  { entry, to }: { entry: string; to: PromoteTo },
  now: Date,
): Promise<Outcome<PromotionPlan>> {
  const found = await findCopies(actor, team.id, { entry, to })
  if (!found.ok) return found
  const { all, copies, first } = found.value
  const place = await writableTarget(actor, team, { to, copies, today: now.toISOString().slice(0, 10) })
  if (!place.ok) return place
  const { project, target } = place.value
  const targetId = target.head?.id
  const alreadyThere = all.some(({ agent, fileId }) => agent === null && fileId === targetId)
  const into = alreadyThere ? done(null) : intoTarget(target, project, first, copies)
  if (!into.ok) return into
  const out = await outOfCopies(
    actor,
    team.id,
    copies.filter(({ fileId }) => fileId !== targetId),
  )
  if (!out.ok) return out
  if (out.value.files.length === 0)
    return refused("conflict", out.value.left[0]?.why ?? "no copies of the entry can be removed")
  const plan = {
    text: first.text,
    to: to.kind === "team" ? "team" : `category:${to.category}`,
    target,
    project,
    files: into.value === null ? out.value.files : [into.value, ...out.value.files],
    left: out.value.left,
    agents: countAgents(copies),
  }
  return done({ ...plan, shown: hashOfPlan(plan) })
}

interface FoundCopies {
  /** Every copy in the team, also those in shared memory. */
  readonly all: readonly LoadedCopy[]
  /** The agents' copies that the promotion replaces. */
  readonly copies: readonly LoadedCopy[]
  /** The copy whose wording is promoted. */
  readonly first: LoadedCopy
}

async function findCopies(
  actor: Actor,
  teamId: string,
  { entry, to }: { entry: string; to: PromoteTo },
): Promise<Outcome<FoundCopies>> {
  const said = await textIdOf(visibilityOf(actor, teamId), entry)
  if (said === null) return refused("not-found", "entry not found in this team, or it has changed")
  const { told: all } = await copiesOf([said], {
    visible: visibilityOf(actor, teamId),
    categoryId: null,
  })
  const held = all.filter((copy): copy is LoadedCopy & { agent: string } => copy.agent !== null)
  const copies = held.filter((copy) => isCopyFor(to, copy satisfies Copy))
  const first = bestCopy(copies)
  if (!first || countAgents(copies) < 2)
    return refused("conflict", "fewer than two agents have the entry now, so there is nothing to promote")
  if (new Set(copies.map(({ fileId }) => fileId)).size > MOST_FILES)
    return refused(
      "invalid",
      `more than ${MOST_FILES} files contain the entry. Promote it one category at a time`,
    )
  return done({ all, copies, first })
}

/**
 * Returns the copy with the most common wording, then the highest confidence, then the newest date. Undefined
 * without copies.
 */
function bestCopy(copies: readonly LoadedCopy[]): LoadedCopy | undefined {
  const wordings = groupBy(copies, ({ text }) => text)
  const [best] = copies.toSorted(
    (a, b) =>
      (wordings.get(b.text)?.length ?? 0) - (wordings.get(a.text)?.length ?? 0) ||
      (b.confidence ?? 0) - (a.confidence ?? 0) ||
      (b.date ?? "").localeCompare(a.date ?? ""),
  )
  return best
}

const countAgents = (copies: readonly LoadedCopy[]): number =>
  new Set(copies.map(({ agent, project }) => `${project}/${agent}`)).size

function hashOfPlan({ text, target, files, left }: Omit<PromotionPlan, "shown">): string {
  const gist = {
    text,
    path: target.path,
    target: target.head?.revision ?? 0,
    files: files.map(({ fileId, path, revision, changes }) => [fileId, path, revision, changes]),
    left,
  }
  return sha256OfJson(gist)
}

/**
 * Returns the project whose folder gets the entry. For team memory: the project with the most copies. Null if
 * the project does not exist.
 */
async function projectFor(visible: Visibility, to: PromoteTo, copies: readonly LoadedCopy[]) {
  const most = [...groupBy(copies, ({ project }) => project)].toSorted(
    ([a, one], [b, other]) => other.length - one.length || a.localeCompare(b),
  )[0]?.[0]
  const slug = to.kind === "category" ? to.project : most
  return (await listProjects(visible)).find((one) => one.slug === slug) ?? null
}

/**
 * Returns the file that gets the entry, with its project. Refuses if the actor cannot write the file
 * directly.
 */
async function writableTarget(
  actor: Actor,
  team: VisibleTeam,
  { to, copies, today }: { to: PromoteTo; copies: readonly LoadedCopy[]; today: string },
): Promise<Outcome<Pick<PromotionPlan, "project" | "target">>> {
  const project = await projectFor(visibilityOf(actor, team.id), to, copies)
  if (!project) return refused("not-found", "project not found in this team")
  const target = await targetOf(
    { team, project, today },
    to.kind === "team" ? { scope: "team" } : { category: to.category },
  )
  if (!target.ok) return target
  const { head, path, scope, agent, category } = target.value
  const why =
    (head && whyNotWritten(head)) ??
    (await whyNotDirectly(
      actor,
      team.id,
      head ?? { path, scope, agent, category, agentCategory: null, projectSlug: project.slug },
    ))
  return why ? refused("forbidden", why) : done({ project, target: target.value })
}

/**
 * Plans the addition of the entry to the target, with the newest date of its copies, because a promotion does
 * not verify an entry.
 */
function intoTarget(
  target: Target,
  project: { slug: string; name: string },
  first: LoadedCopy,
  copies: readonly LoadedCopy[],
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

/**
 * Plans the removal of the copies from their files. Files that the actor cannot write are listed in `left`.
 */
async function outOfCopies(
  actor: Actor,
  teamId: string,
  copies: readonly LoadedCopy[],
): Promise<Outcome<Pick<PromotionPlan, "files" | "left">>> {
  const byFile = groupBy(copies, ({ fileId }) => fileId)
  const files: PlannedFile[] = []
  const left: PromotionPlan["left"][number][] = []
  for (const found of await currentFilesById(visibilityOf(actor, teamId), [...byFile.keys()])) {
    const { head, entries, reading } = await fileWithEntries(visibilityOf(actor, teamId), found)
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
