import type { OutputOf } from "@/lib/http/contract"
import { setTimeout as pause } from "node:timers/promises"
import { ROLES, requirementOf } from "@/lib/memory/teams/actor"
import { isOutOfReach } from "../infra/http-client"
import { CommandError } from "../infra/exit-codes"
import type { Server } from "../infra/server"
import { ownTeams } from "../infra/team-and-project"

type Me = OutputOf<"me.show">

/** The project and agent for which a hook writes. */
export interface Target {
  readonly team: string | undefined
  /** Null if the hook uses the project of its folder, which is known only when the hook runs. */
  readonly project: string | null
  /**
   * Null if the hook names no agent. The hook then uses the access token's agent, else the harness's name.
   */
  readonly agent: string | null
}

/** The result of checking the rights of a hook's key. */
export interface KeyCheck {
  readonly reachable: boolean
  /** Source of the key, for messages. Null if there is no key, the server rejects it or is unreachable. */
  readonly from: string | null
  /** The name of the person or access token. */
  readonly name: string | null
  /** The agent that the token is bound to. Null for any. */
  readonly agent: string | null
  /** True if there is a key, and the server rejects it. */
  readonly rejected: boolean
  /** Missing rights, or why the server is unreachable. */
  readonly problems: readonly string[]
}

/** Maximum time in milliseconds until the server responds. */
const PATIENCE_MS = 10_000

export async function checkKey(server: Server, targets: readonly Target[]): Promise<KeyCheck> {
  try {
    const me = await Promise.race([server.call("me.show", {}), pause(PATIENCE_MS, null, { ref: false })])
    if (me === null) return { ...UNKNOWN, reachable: false, problems: [`${server.url} timed out`] }
    const lacks = await Promise.all(
      targets.map(async (target) => lacking(me, target, await teamOf(server, target))),
    )
    return {
      reachable: true,
      rejected: false,
      from: server.key().from,
      name: nameOf(me),
      agent: me.agent,
      problems: [...new Set([...lacksAnywhere(me), ...lacks.flat()])],
    }
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause
    const rejected = cause.reason === "unauthenticated" && hasKey(server)
    return { ...UNKNOWN, reachable: !isOutOfReach(cause), rejected, problems: [cause.message] }
  }
}

const UNKNOWN = { from: null, name: null, agent: null, rejected: false }

function hasKey(server: Server): boolean {
  try {
    server.key()
    return true
  } catch (cause) {
    if (cause instanceof CommandError) return false
    throw cause
  }
}

const nameOf = (me: Me): string =>
  me.kind === "person" ? `${me.name} <${me.email}>` : `access token ${me.name}`

function lacksAnywhere(me: Me): string[] {
  if (me.kind !== "token" || me.rights.some((right) => requirementOf("propose").rights.includes(right)))
    return []
  return [
    `access token ${me.name} has only these permissions: ${me.rights.join(", ")}. Hooks need the propose permission. Create another token in Settings > Access tokens`,
  ]
}

/** Returns a project's name in the form of its slug, to compare names with slugs. */
const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-")

/**
 * Returns the slug of the project's team, or null without a project. Returns a message if the team cannot be
 * found.
 */
async function teamOf(server: Server, { team, project }: Target): Promise<{ slug: string | null } | string> {
  if (project === null) return { slug: null }
  const { team: slug, warnings } = await lookForProject(server, { team, project })
  return warnings[0] ?? { slug }
}

function lacking(me: Me, { project, agent }: Target, team: { slug: string | null } | string): string[] {
  if (typeof team === "string") return [team]
  return me.kind === "token" ? lackingToken(me, project, agent) : lackingRole(me, project, team.slug)
}

/** Returns why a token cannot write in the project or for the agent. */
function lackingToken(me: Me, project: string | null, agent: string | null): string[] {
  const lacks: string[] = []
  if (me.project !== null && project !== null && slugOf(me.project) !== slugOf(project))
    lacks.push(
      `access token ${me.name} is restricted to the project ${me.project} and cannot write to ${project}. Use a token for this project`,
    )
  if (me.agent !== null && agent !== null && me.agent !== agent)
    lacks.push(
      `access token ${me.name} belongs to the agent ${me.agent} and cannot write for ${agent}. Use a token for this agent`,
    )
  return lacks
}

/** Returns why a person cannot propose in the team. */
function lackingRole(me: Me, project: string | null, slug: string | null): string[] {
  const team = me.teams.find((one) => one.slug === slug)
  if (me.owner || !team) return []
  const { role } = team
  const needed = requirementOf("propose").role
  if (role !== null && ROLES.indexOf(role) >= ROLES.indexOf(needed)) return []
  return [
    `${me.name} has ${role === null ? "no role" : `the ${role} role`} in ${slug} and cannot propose changes${project === null ? "" : ` in ${project}`}: the ${needed} role is required. Ask a team lead for that role`,
  ]
}

/** Time limit in milliseconds. The installation does not depend on the answer. */
const PROJECT_PATIENCE_MS = 10_000

export interface ProjectLookup {
  /** Messages for the user. */
  readonly warnings: readonly string[]
  /** The slug of the project's team, or null. */
  readonly team: string | null
}

/**
 * Returns the team of a project. Returns a warning instead if the server is unreachable or does not have the
 * project. If `project` is null, returns the user's only team, or null.
 */
export async function lookForProject(
  server: Server,
  { team, project }: { team: string | undefined; project: string | null },
): Promise<ProjectLookup> {
  try {
    const found = await Promise.race([
      find(server, team, project),
      pause(PROJECT_PATIENCE_MS, null, { ref: false }),
    ])
    return found ?? warned(`${server.url} timed out while looking up the project`)
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause
    return warned(
      cause.reason === "unavailable"
        ? `${cause.message}. Until then, writes from hooks are queued on this machine`
        : cause.message,
    )
  }
}

async function find(
  server: Server,
  team: string | undefined,
  project: string | null,
): Promise<ProjectLookup> {
  const teams = team === undefined ? (await ownTeams(server)).map((one) => one.slug) : [team]
  if (project === null) return { warnings: [], team: teams.length === 1 ? (teams[0] ?? null) : null }
  const wanted = project.toLowerCase()
  const known = await Promise.all(
    teams.map(async (slug) => ({
      slug,
      projects: (await server.call("project.list", { team: slug })).projects,
    })),
  )
  const at = known.find(({ projects }) =>
    projects.some(({ slug, name }) => slug === project || name.toLowerCase() === wanted),
  )
  return at
    ? { warnings: [], team: at.slug }
    : warned(
        `project not found at ${server.url}: ${JSON.stringify(project)}. Create it with quarterdeck import, or choose another project with --project`,
      )
}

const warned = (warning: string): ProjectLookup => ({ warnings: [warning], team: null })
