import type { Scope } from "../memory-files/scope"

/** What prevails comes first. The narrower a scope, the less it has to say: what a team decided holds over its projects, what a project decided over what holds anywhere. */
export const PRECEDENCE: readonly Scope[] = ["team", "project", "global"]

/** Which of two scopes prevails where their memories contradict each other; null within one scope, and for what only a session remembers. */
export function prevailing(left: Scope, right: Scope): "left" | "right" | null {
  const [one, other] = [PRECEDENCE.indexOf(left), PRECEDENCE.indexOf(right)]
  if (one < 0 || other < 0 || one === other) return null
  return one < other ? "left" : "right"
}

/** Where an entry stands, as far as it decides who loads it. */
export interface Place {
  readonly scope: Scope
  readonly projectId: string
  /** The agent whose memory it is; null for what several load. */
  readonly agent: string | null
  /** Of an agent's memory the category that the agent is in, of a category's memory that category; null where neither is known. */
  readonly category: string | null
  /** The project, team or session that the path itself names; two that name different ones have no reader in common. */
  readonly subject?: string | null
}

/** Whether some agent may load both. */
export function sharesReaders(left: Place, right: Place): boolean {
  return meets(left, right) && sharesAgents(left, right)
}

/**
 * How two entries are compared, null where they are not. Saying a thing twice only costs an agent that reads both; contradicting each other
 * costs a project even where no agent sees both sides. Different projects may differ.
 */
export function comparesAs(
  left: Place,
  right: Place,
  finding: "duplicate" | "contradiction",
): "same-scope" | "cross-scope" | null {
  if (!meets(left, right)) return null
  if (left.scope === right.scope)
    return finding === "contradiction" || sharesAgents(left, right) ? "same-scope" : null
  return finding === "contradiction" && sharesAgents(left, right) ? "cross-scope" : null
}

/** Whether both hold in one place: what a team or everyone remembers holds in all projects. */
function meets(left: Place, right: Place): boolean {
  if (left.scope === "session" || right.scope === "session") return false
  if (left.scope === "project" && right.scope === "project" && left.projectId !== right.projectId)
    return false
  return (
    left.scope !== right.scope ||
    (left.subject ?? null) === null ||
    (right.subject ?? null) === null ||
    left.subject === right.subject
  )
}

function sharesAgents(left: Place, right: Place): boolean {
  if (left.agent !== null && right.agent !== null) return left.agent === right.agent
  if (isForAll(left) || isForAll(right)) return true
  return left.category === right.category
}

const isForAll = ({ agent, category }: Place): boolean => agent === null && category === null
