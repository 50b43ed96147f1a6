import { Prisma } from "@/generated/prisma/client"
import type { Visibility } from "@/lib/memory/teams/visibility"

/** Returns the SQL condition for the visible rows of a table with team and project. `row` is the table's alias. */
export function visibleRows(visible: Visibility | readonly Visibility[], row: string): Prisma.Sql {
  const team = Prisma.raw(`${row}.team_id`)
  if (!isList(visible)) return inTeam(visible, team, row)
  const bound = visible.filter((one) => one.projectId !== null).map((one) => inTeam(one, team, row))
  const whole = visible.flatMap((one) => (one.projectId === null ? [one.teamId] : []))
  if (bound.length === 0) return Prisma.sql`${team} = ANY(${whole}::uuid[])`
  return Prisma.sql`(${Prisma.join([...bound, Prisma.sql`${team} = ANY(${whole}::uuid[])`], " OR ")})`
}

function inTeam({ teamId, projectId }: Visibility, team: Prisma.Sql, row: string): Prisma.Sql {
  const inTeamAlone = Prisma.sql`${team} = ${teamId}::uuid`
  return projectId === null
    ? inTeamAlone
    : Prisma.sql`${inTeamAlone} AND ${Prisma.raw(row)}.project_id = ${projectId}::uuid`
}

const isList = (visible: Visibility | readonly Visibility[]): visible is readonly Visibility[] =>
  Array.isArray(visible)

/** Returns the condition of `visibleRows` for a prepared statement. `team` and `project` are its parameters, such as "$1". */
export const visibleRowsText = (row: string, team: string, project: string): string =>
  `${row}.team_id = ${team}::uuid AND (${project}::uuid IS NULL OR ${row}.project_id = ${project}::uuid)`

/** Returns the condition for the visible rows of a Prisma model with team and project. */
export const visibleWhere = ({ teamId, projectId }: Visibility) => ({
  teamId,
  ...(projectId === null ? {} : { projectId }),
})
