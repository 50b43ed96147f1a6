import { setTimeout as pause } from "node:timers/promises"
import { ownTeams } from "../../infra/choose-team"
import { CommandError } from "../../infra/exit-codes"
import type { Server } from "../../infra/server"

/** Time limit in milliseconds. The installation does not depend on the answer. */
const PATIENCE_MS = 10_000

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
    const found = await Promise.race([find(server, team, project), pause(PATIENCE_MS, null, { ref: false })])
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
