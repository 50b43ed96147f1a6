import { type Actor, boundAgent } from "@/lib/memory/teams/actor"
import { readAncestors } from "@/lib/db/teams/access-tokens"
import type { Tx } from "@/lib/db/infra/commit"
import type { ProposalRow } from "@/lib/db/proposals/proposals"
import { invitingTokenIds, type Deciding } from "@/lib/memory/policies/rights"
import type { CategoryPolicy } from "@/lib/db/agents/categories"
import { audienceOf } from "@/lib/formats/category-memory"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import type { StoredEntry } from "@/lib/memory/proposals/change-status"

/** The stored author of a proposal. `key` distinguishes supporters. */
export interface ProposalAuthor {
  readonly kind: "person" | "token" | "system"
  readonly id: string
  readonly name: string
  /** Agent that proposes, if an access token acts for an agent. Else null. */
  readonly agent: string | null
  readonly key: string
}

/**
 * Returns the author of a proposal. A token that is bound to an agent acts as that agent. Any other token
 * acts as `author` if the request names one, or else as the agent whose memory it writes.
 */
export function authorOf(
  actor: Actor,
  named: { author?: string | undefined; agent?: string | undefined },
): ProposalAuthor {
  const agent = actor.kind === "person" ? null : (boundAgent(actor) ?? named.author ?? named.agent ?? null)
  return {
    kind: actor.kind,
    id: actor.id,
    name: actor.name,
    agent,
    key: agent === null ? `${actor.kind}:${actor.id}` : `agent:${agent}`,
  }
}

/**
 * True if the actor is the machine's own token without an agent. That token acts for the owner, so the limits
 * of agents do not apply.
 */
export const isMachine = (actor: Actor): boolean =>
  actor.kind === "token" && actor.teamId === null && !actor.asAgent

type Authored = Pick<ProposalRow, "teamId" | "authorKind" | "authorId">

/** Ids of the access tokens that created an author's token, directly or indirectly, by the author's id. */
export type LinesAbove = ReadonlyMap<string, readonly string[]>

/**
 * Returns the ids of the access tokens that created the authors' tokens, directly or indirectly. Only reads
 * them if an access token invited the actor, because other people may approve any proposal.
 */
export async function linesAbove(actor: Actor, rows: readonly Authored[], tx?: Tx): Promise<LinesAbove> {
  const asked = rows.filter(
    (row) => row.authorKind === "token" && invitingTokenIds(actor, row.teamId).length > 0,
  )
  return asked.length === 0
    ? new Map()
    : readAncestors(
        asked.map((row) => row.authorId),
        tx,
      )
}

/** Returns the author of a proposal for the check of the right to decide. */
export const authorWith = (lines: LinesAbove, row: Authored): Deciding["author"] => ({
  kind: row.authorKind,
  id: row.authorId,
  line: lines.get(row.authorId) ?? [],
})

/**
 * Returns why the write policy of a category forbids changes of an agent, or null. People may propose
 * anything. `append-only`: agents can only add entries, to shared sections or to the section of their role.
 * `coordinated`: only the coordinator writes its notes and removes entries. `direct`: each agent writes for
 * itself. Source: category memory, "Write policies".
 */
export function whyNotWritable(
  category: CategoryPolicy | null,
  {
    author,
    changes,
    entries,
  }: { author: string | null; changes: readonly ProposedChange[]; entries: readonly StoredEntry[] },
): string | null {
  if (
    category === null ||
    author === null ||
    category.writePolicy === "direct" ||
    author === category.coordinator
  )
    return null
  for (const change of changes) {
    if (category.writePolicy === "append-only" && change.kind !== "add")
      return `${category.name} is append-only: agents can add entries, but only people can change them`
    for (const section of sectionsOf(change, entries)) {
      const why = whyNotToSection(category, author, section)
      if (why !== null) return why
    }
  }
  return null
}

function whyNotToSection(category: CategoryPolicy, author: string, section: string): string | null {
  const audience = audienceOf(section)
  if (audience?.kind === "coordinator")
    return `${category.name}: only ${category.coordinator ?? "its coordinator"} can write to “${section}”. Choose another section`
  if (audience?.kind === "role" && author !== audience.role && !author.startsWith(`${audience.role}-`))
    return `${category.name}: “${section}” belongs to ${audience.role}. ${author} can write to Shared Patterns or its own section`
  return null
}

/** Returns the sections that a change affects. A move affects two. */
function sectionsOf(change: ProposedChange, entries: readonly StoredEntry[]): string[] {
  const from =
    change.kind === "add" ? null : (entries.find((one) => one.id === change.entry)?.section ?? null)
  const to = change.kind === "add" || change.kind === "move" ? change.section : null
  return [from, to].filter((section) => section !== null)
}
