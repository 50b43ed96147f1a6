declare const minted: unique symbol

/** Roles of a person in a team, by rights, the lowest first. The owner of the deployment has all rights in all teams. */
export const ROLES = ["viewer", "member", "lead", "owner"] as const
export type Role = (typeof ROLES)[number]

/** Rights of an access token. */
export const TOKEN_RIGHTS = ["read", "propose", "sync", "coach", "admin"] as const
export type TokenRight = (typeof TOKEN_RIGHTS)[number]

/** The authenticated caller. Only `lib/auth` creates actors; everything that reads or writes takes one. */
export type Actor = (PersonActor | TokenActor | SystemActor) & { readonly [minted]: true }

interface Caller {
  /** True if the caller uses MCP. Such a caller is treated as an agent, with any token, and may not make decisions. */
  readonly asAgent?: true
}

export interface PersonActor extends Caller {
  readonly kind: "person"
  readonly id: string
  readonly name: string
  /** True for the owner of the deployment, who has every right in every team. */
  readonly owner: boolean
  readonly memberships: readonly Membership[]
  /** Command line login that the request came through; undefined in the browser. */
  readonly through?: string
}

export interface Membership {
  readonly teamId: string
  readonly role: Role
  /** Ids of the access tokens whose invitation led to this membership, directly or through other people. */
  readonly cameOf?: readonly string[]
}

export interface TokenActor extends Caller {
  readonly kind: "token"
  readonly id: string
  readonly name: string
  readonly rights: readonly TokenRight[]
  /** Null: all teams (the machine's own token). */
  readonly teamId: string | null
  readonly projectId: string | null
  readonly agent: string | null
  /** Ids of the access tokens that created this one: parent first, root last. Empty if a person or the machine's own token did. */
  readonly ancestors: readonly string[]
  /** Id of the person or machine token that created the root. Null: the server. */
  readonly mintedBy: string | null
  /** Time of expiry. Null: valid until revoked. */
  readonly expiresAt: Date | null
}

export interface SystemActor {
  readonly kind: "system"
  readonly id: "system"
  readonly name: string
}

/** True if the caller is an agent: with an access token of a team, or over MCP with any token. */
export const isAgent = (actor: Actor): boolean =>
  actor.kind !== "system" && (actor.asAgent === true || (actor.kind === "token" && actor.teamId !== null))

/** Returns the agent that an access token is bound to; null if it is bound to none, and for people. */
export const boundAgent = (actor: Actor): string | null => (actor.kind === "token" ? actor.agent : null)

/**
 * Kinds of access. `read` memory, `propose` changes, `sync` files, `coach` (read the whole fleet and submit syntheses), `curate` (decide
 * proposals), `manage` a team, `admit` people and set their roles, `own` a team or the deployment.
 */
export const VERBS = ["read", "propose", "sync", "coach", "curate", "manage", "admit", "own"] as const
export type Verb = (typeof VERBS)[number]

/** A team, a project of a team, or the whole deployment. */
export interface AccessScope {
  /** Null: the whole deployment. */
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

/** Verbs for people only. With them an access token could invite itself as a person or approve its own proposals. */
const FOR_PEOPLE: readonly Verb[] = ["curate", "admit", "own"]

/** Verbs that agents never have, whichever token they use. */
const NEVER_AS_AGENT: readonly Verb[] = [...FOR_PEOPLE, "manage"]

/**
 * Returns the lowest role that has a right, and the token rights that include it. An empty list: no access
 * token has it.
 */
export function requirementOf(verb: Verb): { role: Role; rights: readonly TokenRight[] } {
  return { role: LEAST_ROLE[verb], rights: FOR_PEOPLE.includes(verb) ? [] : NEEDED_RIGHT[verb] }
}

/** True for the machine's own token (owner.token). It acts for the owner, because only the owner of the machine can read the file. */
export const isMachineToken = (actor: Actor): boolean => actor.kind === "token" && actor.teamId === null

/**
 * True if the actor has the right. All rights are decided here. Access tokens of a team never curate, admit people or own anything. The
 * machine's own token acts for the owner at the command line; over MCP it acts for an agent.
 */
export function can(actor: Actor, verb: Verb, scope: AccessScope): boolean {
  if (actor.kind === "system") return true
  if (actor.asAgent && NEVER_AS_AGENT.includes(verb)) return false
  return actor.kind === "person" ? personCan(actor, verb, scope) : tokenCan(actor, verb, scope)
}

function personCan({ owner, memberships }: PersonActor, verb: Verb, { teamId }: AccessScope): boolean {
  if (owner) return true
  const role = memberships.find((one) => one.teamId === teamId)?.role
  return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(LEAST_ROLE[verb])
}

function tokenCan(token: TokenActor, verb: Verb, { teamId, projectId }: AccessScope): boolean {
  if (token.teamId !== null && token.teamId !== teamId) return false
  if (token.teamId !== null && FOR_PEOPLE.includes(verb)) return false
  if (token.projectId !== null && verb !== "read" && token.projectId !== projectId) return false
  return hasRight(token.rights, verb)
}

/** True if the actor has the right in any team, or in the deployment. */
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

/** A requested access token. */
export interface WantedToken {
  readonly rights: readonly TokenRight[]
  readonly projectId: string | null
  readonly agent: string | null
  /** Null: no expiry was requested. The token then expires with the token that creates it, or never. */
  readonly expiresAt: Date | null
}

/**
 * Returns why an actor may not create this access token, or null. An access token cannot create a token with
 * more rights, a wider project, another agent or a later expiry. People and the machine's own token are
 * limited by `can` alone.
 */
export function whyMayNotMint(
  actor: Actor,
  { rights, projectId, agent, expiresAt }: WantedToken,
): string | null {
  if (actor.kind !== "token" || isMachineToken(actor)) return null
  const beyond = rights.find((right) => !includesRight(actor.rights, right))
  if (beyond) return `rights: an access token cannot grant a permission that it does not have (${beyond})`
  if (actor.projectId !== null && projectId !== actor.projectId)
    return "project: an access token bound to a project can only create tokens for that project"
  if (actor.agent !== null && agent !== actor.agent)
    return `agent: an access token bound to ${actor.agent} can only create tokens for ${actor.agent}`
  if (actor.expiresAt !== null && expiresAt !== null && expiresAt > actor.expiresAt)
    return `expiresAt: the new token must not outlive the access token that creates it, which expires on ${actor.expiresAt.toISOString()}`
  return null
}

/**
 * Returns the expiry of a new token: the requested one, else that of the token that creates it. Null: never.
 * Does not check the requested expiry; `whyMayNotMint` does.
 */
export function endOfMinted(actor: Actor, wanted: Date | null): Date | null {
  return actor.kind === "token" ? (wanted ?? actor.expiresAt) : wanted
}

/**
 * Returns the ancestors and the root creator of a token that an actor creates. The machine's own token is a
 * root creator, as a person is.
 */
export function tokenAncestry(actor: Actor): { ancestors: string[]; mintedBy: string | null } {
  if (actor.kind === "system") return { ancestors: [], mintedBy: null }
  if (actor.kind === "person" || isMachineToken(actor)) return { ancestors: [], mintedBy: actor.id }
  return { ancestors: [actor.id, ...actor.ancestors], mintedBy: actor.mintedBy }
}
