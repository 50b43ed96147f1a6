import type { OutputOf } from "@/lib/http/contract"
import { refuse } from "./exit-codes"
import type { Server } from "./server"

export type TeamName = OutputOf<"team.list">["teams"][number]

/** Returns all teams except sample teams, or the sample teams if there are no others. */
export async function ownTeams(server: Server): Promise<readonly TeamName[]> {
  const { teams } = await server.call("team.list", {})
  const own = teams.filter((team) => !team.sample)
  return own.length > 0 ? own : teams
}

/**
 * Returns the given team, else the team of the given project, else the only team. Throws if there are several
 * teams or none.
 */
export async function oneTeam(
  server: Server,
  named: { readonly team?: string | undefined; readonly project?: string | undefined },
): Promise<string> {
  if (named.team !== undefined) return named.team
  if (named.project !== undefined)
    return (await server.call("context.rank", { project: named.project, limit: 1 })).team
  const teams = await ownTeams(server)
  const [only, another] = teams
  if (only && !another) return only.slug
  throw refuse(
    "invalid",
    only
      ? `there are several teams: choose a team with --team (${teams.map((team) => team.name).join(", ")}) or a project with --project`
      : "you are not a member of any team. Ask a lead to invite you",
  )
}
