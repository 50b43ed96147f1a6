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
  readonly memberships: readonly { readonly teamId: string; readonly role: Role }[]
  /** The command line that they are logged in at; absent in the browser. */
  readonly through?: string
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
}

export interface SystemActor {
  readonly kind: "system"
  readonly id: "system"
  readonly name: string
}

/** Whether an agent asks: by an access token of a team, or by the agents' door with whatever key. */
export const isAgent = (actor: Actor): boolean =>
  actor.kind !== "system" && (actor.asAgent === true || (actor.kind === "token" && actor.teamId !== null))

/** What one can want to do. `read` a team's memory, `propose` a write, `sync` files in and out, `coach` (read across the fleet and submit syntheses), `curate` what waits for a decision, `manage` a team, `own` the deployment. */
export const VERBS = ["read", "propose", "sync", "coach", "curate", "manage", "own"] as const
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
  own: "owner",
}

const NEEDED_RIGHT: Record<Verb, readonly TokenRight[]> = {
  read: ["read", "propose", "sync", "coach", "admin"],
  propose: ["propose", "admin"],
  sync: ["sync", "admin"],
  coach: ["coach", "admin"],
  curate: ["admin"],
  manage: ["admin"],
  own: ["admin"],
}

/** Who has a right in a team: the least role of people, and the rights of access tokens that include it (none: no agent's token does). */
export function whoMay(verb: Verb): { role: Role; rights: readonly TokenRight[] } {
  return { role: LEAST_ROLE[verb], rights: verb === "curate" ? [] : NEEDED_RIGHT[verb] }
}

/** What is for people alone: no agent does it, with whatever key. */
const FOR_PEOPLE: readonly Verb[] = ["curate", "manage", "own"]

/**
 * The one place where rights are decided. Agents' tokens never curate: they all belong to a team. The one that belongs to none is
 * the machine's own (owner.token), which stands for the deployment's owner at the command line, and over MCP for an agent.
 */
export function can(actor: Actor, verb: Verb, place: Place): boolean {
  if (actor.kind !== "system" && actor.asAgent && FOR_PEOPLE.includes(verb)) return false
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
      if (verb === "curate" && actor.teamId !== null) return false
      if (actor.projectId !== null && verb !== "read" && actor.projectId !== place.projectId) return false
      return NEEDED_RIGHT[verb].some((right) => actor.rights.includes(right))
  }
}
