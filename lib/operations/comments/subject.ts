import type { Discussed } from "@/lib/memory/comments/subject"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { type Actor, boundAgent, can, isAgent } from "@/lib/memory/teams/actor"
import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { visibleAlert } from "../alerts/visible-alert"
import { visibleConflict } from "../conflicts/visible-conflict"
import { visibleProposal } from "../proposals/find"

/** An item that people discuss, as the actor sees it. */
export interface Subject {
  readonly kind: Discussed
  readonly id: string
  readonly teamId: string
  readonly projectId: string | null
  readonly visible: Visibility
  /** The path or agent, for the audit log and notifications. */
  readonly place: string
  readonly state: string
  /** People who follow the item without a comment: the assignee and the author. */
  readonly people: readonly string[]
}

const NOT_OWN = refused(
  "not-found",
  "proposal not found among your own proposals: agents can comment only on their own proposals",
)

/** Returns the item if the actor may read its comments. Agents may read those of their own proposals. */
export async function visibleSubject(actor: Actor, kind: Discussed, id: string): Promise<Outcome<Subject>> {
  if (kind === "proposal") return proposalSubject(actor, id)
  if (isAgent(actor)) return NOT_OWN
  return kind === "conflict" ? conflictSubject(actor, id) : alertSubject(actor, id)
}

async function proposalSubject(actor: Actor, id: string): Promise<Outcome<Subject>> {
  const found = await visibleProposal(actor, id)
  if (!found.ok) return found
  const { teamId, projectId, path, state, assigneeId, authorKind, authorId, authorAgent } = found.value
  const isOwn = authorKind === actor.kind && authorId === actor.id
  const isOfAgent = authorAgent !== null && authorAgent === boundAgent(actor)
  if (isAgent(actor) && !((isOwn || isOfAgent) && can(actor, "propose", { teamId, projectId })))
    return NOT_OWN
  return done({
    kind: "proposal",
    id: found.value.id,
    teamId,
    projectId,
    visible: visibilityOf(actor, teamId),
    place: path,
    state,
    people: [...(assigneeId === null ? [] : [assigneeId]), ...(authorKind === "person" ? [authorId] : [])],
  })
}

async function conflictSubject(actor: Actor, id: string): Promise<Outcome<Subject>> {
  const found = await visibleConflict(actor, id)
  if (!found.ok) return found
  const { teamId, projectId, project, state, assigneeId } = found.value
  return done({
    kind: "conflict",
    id: found.value.id,
    teamId,
    projectId,
    visible: visibilityOf(actor, teamId),
    place: project,
    state,
    people: assigneeId === null ? [] : [assigneeId],
  })
}

async function alertSubject(actor: Actor, id: string): Promise<Outcome<Subject>> {
  const found = await visibleAlert(actor, id)
  if (!found.ok) return found
  const { teamId, path, agent, project, state, assignee, visible } = found.value
  return done({
    kind: "alert",
    id: found.value.id,
    teamId,
    projectId: null,
    visible,
    place: path ?? agent ?? project?.name ?? "the team",
    state,
    people: assignee === null ? [] : [assignee.id],
  })
}
