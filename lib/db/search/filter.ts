import { database } from "../infra/client"
import { sharedFile } from "../teams/visible-teams"
import { marked, markedAs, marksBetween, RETIRED } from "./marks"
import type { Slots } from "./slots"

/** What a search of one team lets through, with everything that was named looked up. Null: not asked for. */
export interface EntryFilter {
  readonly projects: Sides
  /** True: only memory that the whole team shares. */
  readonly shared: boolean
  readonly agents: Sides
  readonly scopes: Sides
  readonly types: Sides
  /** Of their files. */
  readonly categories: Sides
  readonly formats: Sides
  /** ISO days: stated before the one, on the other or after it. */
  readonly before: string | null
  readonly after: string | null
  /** An entry that is current and was stated before this day is stale; `stale` says whether those are wanted or not wanted. */
  readonly staleBefore: string
  readonly stale: boolean | null
  readonly retired: boolean | null
  readonly verified: boolean | null
  /** The entries that somebody vouches for; asked for where `verified` is not null. */
  readonly vouched: readonly string[]
  /** Sections by their name, lower case. */
  readonly section: string | null
}

/** Values of which an entry has one (null: any), and values of which it has none. */
export interface Sides {
  readonly any: readonly string[] | null
  readonly none: readonly string[]
}

export const ANY: Sides = { any: null, none: [] }

/** Whether it lets everything through. */
export function isOpen({
  projects,
  shared,
  agents,
  scopes,
  types,
  categories,
  formats,
  before,
  after,
  stale,
  retired,
  verified,
  section,
}: EntryFilter): boolean {
  return (
    !shared &&
    [projects, agents, scopes, types, categories, formats].every(
      ({ any, none }) => any === null && none.length === 0,
    ) &&
    [before, after, stale, retired, verified, section].every((one) => one === null)
  )
}

/** More files than that are not named one by one. */
const NAMED_FILES = 500

/** What an entry `e` of the team $1 has to be, as SQL. Reads which files are meant by a category or a format. */
export async function conditionsOf(teamId: string, filter: EntryFilter, slots: Slots): Promise<string> {
  const conditions = [
    ...sides("e.project_id", "uuid", filter.projects, slots),
    ...sides("e.agent_id", "uuid", filter.agents, slots),
    ...sides("e.scope", "text", filter.scopes, slots),
    ...sides("e.type", "text", filter.types, slots),
    ...(await ofFiles(teamId, filter, slots)),
  ]
  if (filter.shared)
    conditions.push(
      `e.file_id IN (SELECT common.id FROM memory_file common WHERE common.team_id = $1::uuid AND ${sharedFile("common")})`,
    )
  if (filter.section !== null) conditions.push(`lower(e.section) = ${slots.of(filter.section, "text")}`)
  // The index knows of retired entries only that they are; what is merely older is too much for it to narrow.
  if (filter.after !== null)
    conditions.push(marked([RETIRED, ...marksBetween(filter.after, filter.before)], slots))
  if (filter.before !== null) conditions.push(`e.stated_on < ${slots.of(filter.before, "date")}`)
  if (filter.after !== null) conditions.push(`e.stated_on >= ${slots.of(filter.after, "date")}`)
  const stale =
    filter.stale === null
      ? ""
      : `e.state = 'current' AND e.stated_on < ${slots.of(filter.staleBefore, "date")}`
  if (filter.stale === true) conditions.push(stale)
  if (filter.stale === false) conditions.push(`(${stale}) IS NOT TRUE`)
  if (filter.retired !== null) conditions.push(`e.state ${filter.retired ? "=" : "<>"} 'retired'`)
  if (filter.retired === true) conditions.push(marked([RETIRED], slots))
  if (filter.verified === true) conditions.push(`e.id = ANY(${slots.of(filter.vouched, "uuid[]")})`)
  if (filter.verified === false) conditions.push(`e.id <> ALL(${slots.of(filter.vouched, "uuid[]")})`)
  // Few files are ever gone: looked up once, not for each entry.
  conditions.push(
    "e.file_id NOT IN (SELECT gone.id FROM memory_file gone WHERE gone.team_id = $1::uuid AND gone.state = 'gone')",
  )
  return conditions.join(" AND ")
}

function sides(column: string, type: "uuid" | "text", { any, none }: Sides, slots: Slots): string[] {
  return [
    ...(any === null
      ? []
      : any.length === 1
        ? [`${column} = ${slots.of(any[0], type)}`]
        : [`${column} = ANY(${slots.of(any, `${type}[]`)})`]),
    ...(any === null || !column.startsWith("e.") ? [] : [markedAs(any, type, slots)]),
    // Of no agent at all is not of that agent, too.
    ...(none.length === 0 ? [] : [`(${column} = ANY(${slots.of(none, `${type}[]`)})) IS NOT TRUE`]),
  ]
}

/** Categories and formats belong to files: named one by one where they are few, so that the index of entries by file can be used. */
async function ofFiles(
  teamId: string,
  { categories, formats }: EntryFilter,
  slots: Slots,
): Promise<string[]> {
  if ([categories, formats].every((one) => one.any === null && one.none.length === 0)) return []
  const rows = await database().$queryRawUnsafe<{ id: string }[]>(
    `SELECT id FROM memory_file WHERE team_id = $1::uuid AND state <> 'gone' AND ($2::text[] IS NULL OR category_id::text = ANY($2::text[])) AND (category_id::text = ANY($3::text[])) IS NOT TRUE
       AND ($4::text[] IS NULL OR format = ANY($4::text[])) AND format <> ALL($5::text[]) LIMIT ${NAMED_FILES + 1}`,
    teamId,
    categories.any,
    categories.none,
    formats.any,
    formats.none,
  )
  if (rows.length <= NAMED_FILES)
    return [
      `e.file_id = ANY(${slots.of(
        rows.map((row) => row.id),
        "uuid[]",
      )})`,
    ]
  const own = [
    ...sides("own.category_id", "uuid", categories, slots),
    ...sides("own.format", "text", formats, slots),
  ]
  // IS TRUE keeps the database from joining: the files are read once, and each entry is looked up among them.
  return [
    `(e.file_id IN (SELECT own.id FROM memory_file own WHERE own.team_id = $1::uuid AND ${own.join(" AND ")})) IS TRUE`,
  ]
}

/** Ids of what is named in a team, in any case. Names that are none give none. */
export async function idsOf(
  teamId: string,
  table: "agent" | "category",
  names: readonly string[],
  projectId: string | null,
): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await database().$queryRawUnsafe<{ id: string }[]>(
    table === "agent"
      ? "SELECT id FROM agent WHERE team_id = $1::uuid AND ($3::uuid IS NULL OR project_id = $3::uuid) AND lower(name) = ANY($2::text[])"
      : "SELECT id FROM category WHERE team_id = $1::uuid AND $3::uuid IS NOT DISTINCT FROM $3::uuid AND (lower(slug) = ANY($2::text[]) OR lower(name) = ANY($2::text[]))",
    teamId,
    names.map((name) => name.toLowerCase()),
    projectId,
  )
  return rows.map((row) => row.id)
}
