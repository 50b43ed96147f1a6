import type { Scope } from "../memory-files/format"

/** Scopes by precedence, the strongest first: team memory outranks project memory, and project memory outranks global memory. */
export const PRECEDENCE: readonly Scope[] = ["team", "project", "global"]

/** Returns which of two scopes prevails in a contradiction; null for equal scopes and for session memory. */
export function prevailingSide(left: Scope, right: Scope): "left" | "right" | null {
  const [one, other] = [PRECEDENCE.indexOf(left), PRECEDENCE.indexOf(right)]
  if (one < 0 || other < 0 || one === other) return null
  return one < other ? "left" : "right"
}

/** The parts of an entry's location that decide which agents load it. */
export interface EntryReaders {
  readonly scope: Scope
  readonly projectId: string
  /** Agent that owns the memory; null for shared memory. */
  readonly agent: string | null
  /** Category of the agent or of the category memory; null if unknown. */
  readonly category: string | null
  /** Project, team or session that the path names. Entries with different subjects have no reader in common. */
  readonly subject?: string | null
}

/** True if some agent may load both entries. */
export function sharesReaders(left: EntryReaders, right: EntryReaders): boolean {
  return meets(left, right) && sharesAgents(left, right)
}

/**
 * Returns how two entries are compared; null if they are not. A duplicate matters only to agents that load both. A contradiction matters
 * within a project even if no agent loads both. Entries of different projects are not compared.
 */
export function comparisonScope(
  left: EntryReaders,
  right: EntryReaders,
  finding: "duplicate" | "contradiction",
): "same-scope" | "cross-scope" | null {
  if (!meets(left, right)) return null
  if (left.scope === right.scope)
    return finding === "contradiction" || sharesAgents(left, right) ? "same-scope" : null
  return finding === "contradiction" && sharesAgents(left, right) ? "cross-scope" : null
}

/** True if both entries apply in the same project. Team and global memory apply in all projects. */
function meets(left: EntryReaders, right: EntryReaders): boolean {
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

function sharesAgents(left: EntryReaders, right: EntryReaders): boolean {
  if (left.agent !== null && right.agent !== null) return left.agent === right.agent
  if (isForAll(left) || isForAll(right)) return true
  return left.category === right.category
}

const isForAll = ({ agent, category }: EntryReaders): boolean => agent === null && category === null
