import { visibilityOf } from "@/lib/memory/teams/visibility"
import { type SimilarProposal } from "@/lib/db/similarity/similar-proposals"
import { idsOfProject } from "@/lib/db/teams/ids-of-project"
import type { ProposalRow } from "@/lib/db/proposals/list"
import { projectBound } from "@/lib/db/teams/visible-teams"
import type { Actor } from "@/lib/memory/teams/actor"
import type { ProposalFinding } from "./proposal-outputs"

/**
 * Returns the findings that the actor may see. Proposals are compared with the whole team. For a token that
 * is bound to a project, findings that name a file or proposal outside that project are left out.
 */
export async function visibleFindings(
  actor: Actor,
  teamId: string,
  findings: readonly ProposalFinding[],
): Promise<ProposalFinding[]> {
  const [own = []] = await visibleFindingsOfEach(actor, teamId, [findings])
  return own
}

/**
 * Returns the findings that the actor may see, for several proposals in the same order. Uses one lookup for
 * all. See `visibleFindings`.
 */
export async function visibleFindingsOfEach(
  actor: Actor,
  teamId: string,
  found: readonly (readonly ProposalFinding[])[],
): Promise<ProposalFinding[][]> {
  const bound = projectBound(actor)
  const all = found.flat()
  if (bound === null || all.length === 0) return found.map((findings) => [...findings])
  const known = await idsOfProject(visibilityOf(actor, teamId), bound, {
    files: all.flatMap((one) => one.entry?.fileId ?? []),
    proposals: all.flatMap((one) => one.proposal?.id ?? []),
  })
  return found.map((findings) =>
    findings.filter(
      (one) =>
        (one.entry === null || known.has(one.entry.fileId)) &&
        (one.proposal === null || known.has(one.proposal.id)),
    ),
  )
}

/** Returns the earlier proposals that the actor may see as examples. */
export async function visibleExamples(
  actor: Actor,
  teamId: string,
  examples: readonly SimilarProposal[],
): Promise<SimilarProposal[]> {
  const bound = projectBound(actor)
  if (bound === null || examples.length === 0) return [...examples]
  const known = await idsOfProject(visibilityOf(actor, teamId), bound, {
    files: [],
    proposals: examples.map((one) => one.id),
  })
  return examples.filter((one) => known.has(one.id))
}

/**
 * Returns the file that the decision on a proposal wrote. Null if nothing was written or the actor may not
 * see the file. A merge can write to a file of another project.
 */
export function visibleWrite(
  actor: Actor,
  review: ProposalRow["review"],
): { fileId: string; path: string } | null {
  const bound = projectBound(actor)
  return review?.wrote && (bound === null || review.wrote.projectId === bound) ? review.wrote : null
}
