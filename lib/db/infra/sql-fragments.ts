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

/** Returns the SQL condition for files that all agents of a team share. `file` is the alias of `memory_file`. */
export const sharedFile = (file: string): string =>
  `(${file}.scope IN ('team', 'global') AND ${file}.agent_id IS NULL AND ${file}.category_id IS NULL)`

/** Returns the SQL condition for the readable files: those that `visibleRows` shows, and for bound callers also shared ones. */
export function readableFiles(visible: Visibility | readonly Visibility[], file: string): Prisma.Sql {
  const bound = (isList(visible) ? visible : [visible]).flatMap((one) => (one.bound ? [one.teamId] : []))
  if (bound.length === 0) return visibleRows(visible, file)
  const shared = Prisma.raw(sharedFile(file))
  return Prisma.sql`(${visibleRows(visible, file)} OR ${Prisma.raw(file)}.team_id = ANY(${bound}::uuid[]) AND ${shared})`
}

/**
 * Returns the condition of `readableFiles` without the team, for a prepared statement. `project` and `bound` are its parameters or columns.
 */
export const readableFilesText = (file: string, project: string, bound: string): string =>
  `(${project}::uuid IS NULL OR ${file}.project_id = ${project}::uuid OR (${bound}::bool AND ${sharedFile(file)}))`

/** Returns the condition of `readableFiles` without the team, for the Prisma model. */
export function readableWhere({ projectId, bound }: Visibility) {
  if (projectId === null) return {}
  if (!bound) return { projectId }
  return { OR: [{ projectId }, { scope: { in: ["team", "global"] }, agentId: null, categoryId: null }] }
}

/** Returns a LIKE pattern for any text that contains `text`. */
export const containing = (text: string): string => `%${escapeLike(text)}%`

/**
 * Escapes `%`, `_` and backslashes, which are special in LIKE patterns. Prisma's `contains` needs this, too.
 */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Parameters of a composed statement. $1 is always the team. */
export class Slots {
  readonly values: unknown[]

  constructor(teamId: string) {
    this.values = [teamId]
  }

  /** Adds a value and returns its placeholder: "$4::uuid[]". */
  of(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}
