declare const minted: unique symbol

/** What a person may do in a team, least first. The owner of the deployment stands above all teams. */
export const ROLES = ["viewer", "member", "lead", "owner"] as const
export type Role = (typeof ROLES)[number]

/** What an access token may do. */
export const TOKEN_RIGHTS = ["read", "propose", "sync", "coach", "admin"] as const
export type TokenRight = (typeof TOKEN_RIGHTS)[number]

/** Who asks. Only `lib/auth` mints one; everything that reads or writes takes one. */
export type Actor = (PersonActor | TokenActor | SystemActor) & { readonly [minted]: true }

/** How an actor came in. */
interface CameIn {
  /** By the agents' door: an agent speaks, whoever's key it was given, and decides nothing. */
  readonly asAgent?: true
}

export interface PersonActor extends CameIn {
  readonly kind: "person"
  readonly id: string
  readonly name: string
  /** Owner of the deployment: every team, every right. */
  readonly owner: boolean
  readonly memberships: readonly Membership[]
  /** The command line that they are logged in at; absent in the browser. */
  readonly through?: string
}

export interface Membership {
  readonly teamId: string
  readonly role: Role
  /** Ids of the access tokens whose invitation led to this membership, directly or through people. Absent: none. */
  readonly cameOf?: readonly string[]
}

export interface TokenActor extends CameIn {
  readonly kind: "token"
  readonly id: string
  readonly name: string
  readonly rights: readonly TokenRight[]
  /** Null: all teams (the machine's own token). */
  readonly teamId: string | null
  readonly projectId: string | null
  readonly agent: string | null
  /** Ids of the access tokens above this one: the token that minted it first, the root last. Empty: minted by a person or the machine's own token. */
  readonly ancestors: readonly string[]
  /** Id of the person, or of the machine's own token, who minted the root. Null: the server. */
  readonly mintedBy: string | null
  /** Null: until it is revoked. */
  readonly expiresAt: Date | null
}

export interface SystemActor {
  readonly kind: "system"
  readonly id: "system"
  readonly name: string
}

/** Whether an agent asks: by an access token of a team, or by the agents' door with whatever key. */
export const isAgent = (actor: Actor): boolean =>
  actor.kind !== "system" && (actor.asAgent === true || (actor.kind === "token" && actor.teamId !== null))

/** Returns the agent that an access token is bound to; null if it is bound to none, and for people. */
export const boundAgent = (actor: Actor): string | null => (actor.kind === "token" ? actor.agent : null)

/** What one can want to do. `read` a team's memory, `propose` a write, `sync` files in and out, `coach` (read across the fleet and submit syntheses), `curate` what waits for a decision, `manage` a team, `admit` people and set their roles, `own` a team or the deployment. */
export const VERBS = ["read", "propose", "sync", "coach", "curate", "manage", "admit", "own"] as const
export type Verb = (typeof VERBS)[number]

/** Where: a team (and a project of it), or the deployment as a whole (`teamId: null`). */
export interface Place {
  readonly teamId: string | null
  readonly projectId?: string | null
}

const LEAST_ROLE: Record<Verb, Role> = {
  read: "viewer",
  propose: "member",
  sync: "lead",
  coach: "lead",
  curate: "lead",
  manage: "lead",
  admit: "lead",
  own: "owner",
}

const NEEDED_RIGHT: Record<Verb, readonly TokenRight[]> = {
  read: ["read", "propose", "sync", "coach", "admin"],
  propose: ["propose", "admin"],
  sync: ["sync", "admin"],
  coach: ["coach", "admin"],
  curate: ["admin"],
  manage: ["admin"],
  admit: ["admin"],
  own: ["admin"],
}

/** Verbs that need a person: an access token that had them could become a person, or approve its own proposal. */
const FOR_PEOPLE: readonly Verb[] = ["curate", "admit", "own"]

/** Verbs that an agent never has, whoever's key it uses. */
const NEVER_AS_AGENT: readonly Verb[] = [...FOR_PEOPLE, "manage"]

/** Returns the least role and the token rights that include a verb. No right: access tokens never have it. */
export function whoMay(verb: Verb): { role: Role; rights: readonly TokenRight[] } {
  return { role: LEAST_ROLE[verb], rights: FOR_PEOPLE.includes(verb) ? [] : NEEDED_RIGHT[verb] }
}

/** True for the machine's own token (owner.token): whoever reads that file owns the machine, so the token stands for the owner. */
export const isMachineToken = (actor: Actor): boolean => actor.kind === "token" && actor.teamId === null

/**
 * The one place where rights are decided. The access tokens of a team never decide, admit people or own anything, whatever their rights.
 * The machine's own token acts for the owner at the command line; over MCP it acts for an agent.
 */
export function can(actor: Actor, verb: Verb, place: Place): boolean {
  if (actor.kind !== "system" && actor.asAgent && NEVER_AS_AGENT.includes(verb)) return false
  switch (actor.kind) {
    case "system":
      return true
    case "person": {
      if (actor.owner) return true
      const role = actor.memberships.find((one) => one.teamId === place.teamId)?.role
      return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(LEAST_ROLE[verb])
    }
    case "token":
      if (actor.teamId !== null && actor.teamId !== place.teamId) return false
      if (actor.teamId !== null && FOR_PEOPLE.includes(verb)) return false
      if (actor.projectId !== null && verb !== "read" && actor.projectId !== place.projectId) return false
      return hasRight(actor.rights, verb)
  }
}

/** True if the actor may do it in any place at all. */
export function canSomewhere(actor: Actor, verb: Verb): boolean {
  if (actor.kind === "person" && !actor.owner)
    return actor.memberships.some(({ teamId }) => can(actor, verb, { teamId }))
  const { teamId = null, projectId = null } = actor.kind === "token" ? actor : {}
  return can(actor, verb, { teamId, projectId })
}

const hasRight = (rights: readonly TokenRight[], verb: Verb): boolean =>
  NEEDED_RIGHT[verb].some((right) => rights.includes(right))

/** True if tokens with these rights may do all that the one right allows. */
export const includesRight = (rights: readonly TokenRight[], right: TokenRight): boolean =>
  VERBS.every((verb) => !hasRight([right], verb) || hasRight(rights, verb))
