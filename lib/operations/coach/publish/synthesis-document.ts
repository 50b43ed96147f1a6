import { type Visibility, visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findCurrentFile } from "@/lib/db/memory-files/current-revisions"
import { listProjects } from "@/lib/db/agents/fleet"
import { previouslyPublished } from "@/lib/db/coach/published-claims"
import type { SynthesisRow } from "@/lib/db/coach/syntheses"
import { type VisibleTeam } from "@/lib/db/teams/visible-teams"
import { type PrintedSynthesis, writeSynthesis } from "@/lib/memory/coach/synthesis-text"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../../operation"
import { changesBetween } from "../changes"
import { reviewedClaims } from "../reviewed"
import { findSynthesisFor } from "./visible-synthesis"
import { synthesisText } from "./publication-outputs"

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
    decided: row.decidedAt && { on: dayOf(row.decidedAt), by: row.decidedBy ?? "somebody" },
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
