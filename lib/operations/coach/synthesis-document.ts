import { type Visibility, visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findCurrentFile } from "@/lib/db/memory-files/current-revisions"
import { listProjects } from "@/lib/db/agents/fleet"
import { previouslyPublished } from "@/lib/db/coach/publications"
import type { SynthesisRow } from "@/lib/db/coach/syntheses"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import { type PrintedSynthesis, writeSynthesis } from "@/lib/memory/coach/synthesis-text"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { Actor } from "@/lib/memory/teams/actor"
import { compareSyntheses } from "@/lib/memory/coach/claim-comparison"
import type { ClaimKind } from "@/lib/memory/coach/synthesis"
import { operation } from "../operation"
import { reviewedClaims } from "./review/synthesis-review"
import { citationsOf, claimView, claimText } from "./coach-outputs"
import {
  findSynthesisFor,
  synthesisText,
  summarizeAdjacent,
  type SynthesisChanges,
  synthesisChanges,
} from "./publish/publication"

export const showSynthesisText = operation({
  name: "synthesis.text",
  summary:
    "Return a synthesis as Markdown for printing or saving: author, source, reviewer, claims with citations, and changes since the previous synthesis.",
  method: "GET",
  path: "/syntheses/{synthesis}/text",
  right: "read",
  input: z.object({ synthesis: z.string() }),
  output: synthesisText,
  async run(actor, { synthesis }) {
    const found = await findSynthesisFor(actor, synthesis, "read")
    if (!found.ok) return found
    const { team, row } = found.value
    return done({
      title: row.title,
      kind: row.kind as PrintedSynthesis["kind"],
      markdown: writeSynthesis(await printed(team, row, visibilityOf(actor, team.id))),
    })
  },
})

async function printed(team: VisibleTeam, row: SynthesisRow, visible: Visibility): Promise<PrintedSynthesis> {
  const [statements, before, projects, head] = await Promise.all([
    reviewedClaims(visible, row.claims),
    previouslyPublished(row),
    listProjects(wholeTeamUnchecked(team.id)),
    row.fileId === null ? null : findCurrentFile(wholeTeamUnchecked(team.id), row.fileId),
  ])
  const project = projects.find((one) => one.id === row.projectId)
  const { since, new: added, gone, reworded, same } = changesBetween(before, row)
  return {
    title: row.title,
    kind: row.kind as PrintedSynthesis["kind"],
    state: row.state as PrintedSynthesis["state"],
    agent: row.agentName,
    place: project ? `project ${project.name} in ${team.name}` : `all projects in ${team.name}`,
    made: {
      on: dayOf(row.createdAt),
      by: row.authorName,
      source: row.source as PrintedSynthesis["made"]["source"],
      model: row.model,
      asOf: row.asOf && dayOf(row.asOf),
    },
    decided: row.decidedAt && { on: dayOf(row.decidedAt), by: row.decidedBy ?? "someone" },
    reason: row.reason,
    reviewers: [...new Set(row.claims.flatMap((one) => one.decidedBy ?? []))],
    file: head && row.revision !== null ? { path: head.path, revision: row.revision } : null,
    claims: statements.map(({ text, kind, confidence, state, original, becomes, citations }) => ({
      text,
      kind,
      confidence,
      state,
      original,
      promoted: becomes === "promotion",
      citations: citations.map(({ path, line, lineNow, text: quoted, agent, stands, now }) => ({
        path,
        line: lineNow ?? line,
        text: quoted,
        agent,
        stands,
        now,
      })),
    })),
    changes: since && {
      since: { title: since.title, on: since.at.slice(0, 10) },
      added: added.map((one) => one.text),
      gone: gone.map((one) => one.text),
      reworded: reworded.map(({ from, to }) => ({ from: from.text, to: to.text })),
      same: same.length,
    },
    notes: row.notes as string[],
  }
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export const showChanges = operation({
  name: "synthesis.changes",
  summary:
    "Compare a synthesis with the previous one: added, removed and changed claims. For published syntheses, only accepted claims count.",
  method: "GET",
  path: "/syntheses/{synthesis}/changes",
  right: "read",
  input: z.object({
    synthesis: z.string(),
    since: z
      .string()
      .optional()
      .describe(
        "Another synthesis to compare with. Defaults to the previously published synthesis with the same scope, kind and agent",
      ),
  }),
  output: synthesisChanges,
  async run(actor, { synthesis, since }) {
    const found = await findSynthesisFor(actor, synthesis, "read")
    if (!found.ok) return found
    const before = await comparedWith(actor, found.value.row, since)
    return before.ok ? done(changesBetween(before.value, found.value.row)) : before
  },
})

async function comparedWith(
  actor: Actor,
  row: SynthesisRow,
  since: string | undefined,
): Promise<Outcome<SynthesisRow | null>> {
  if (since === undefined) return done(await previouslyPublished(row))
  const named = await findSynthesisFor(actor, since, "read")
  if (!named.ok) return refused(named.reason, `since: ${named.message}`)
  return named.value.row.teamId === row.teamId
    ? done(named.value.row)
    : refused("invalid", `since: “${named.value.row.title}” belongs to another team`)
}

/** Compares the claims of two syntheses. `before` is null for the first one. */
function changesBetween(before: SynthesisRow | null, after: SynthesisRow): SynthesisChanges {
  const [old, now] = [before === null ? [] : saidBy(before), saidBy(after)]
  const { added, same, gone, reworded } = compareSyntheses(old.map(compared), now.map(compared))
  const view = (claims: readonly ClaimRow[], at: number) => claims.slice(at, at + 1).map(claimView)
  return {
    since: before && summarizeAdjacent(before),
    new: added.flatMap((at) => view(now, at)),
    same: same.flatMap(({ to }) => view(now, to)),
    gone: gone.flatMap((at) => view(old, at)),
    reworded: reworded.flatMap(({ from, to }) =>
      view(old, from).flatMap((one) => view(now, to).map((other) => ({ from: one, to: other }))),
    ),
  }
}

type ClaimRow = SynthesisRow["claims"][number]

/**
 * Returns the claims of a synthesis: the accepted ones if it is published, or else all that are not rejected.
 */
function saidBy({ state, claims }: SynthesisRow): ClaimRow[] {
  const was = state === "published" || state === "replaced"
  return claims.filter((one) =>
    was ? one.state === "accepted" || one.state === "edited" : one.state !== "rejected",
  )
}

const compared = (row: ClaimRow) => ({
  text: claimText(row),
  kind: row.kind as ClaimKind,
  cites: citationsOf(row).map(({ entry }) => entry),
})
