import type { Visibility } from "@/lib/memory/teams/visibility"
import { visibleRowsText, sharedFile, type Slots } from "../infra/sql-fragments"
import { database } from "../infra/client"
import { type PlacedStaleness, staleCondition } from "../staleness"
import { hasMark, mayHaveValue, marksBetween, RETIRED } from "./marks"

/** A filter on entries of one team, with names resolved to ids. Null means any. */
export interface SearchFilter {
  readonly projects: FilterValues
  /** True: only memory that the whole team shares. */
  readonly shared: boolean
  readonly agents: FilterValues
  readonly scopes: FilterValues
  readonly types: FilterValues
  /** Ids of the categories of the files. */
  readonly categories: FilterValues
  readonly formats: FilterValues
  /** ISO day. Only entries dated before it. `after`: only entries dated on or after this ISO day. */
  readonly before: string | null
  readonly after: string | null
  readonly stale: StaleFilter | null
  readonly retired: boolean | null
  readonly verified: boolean | null
  /** Ids of the verified entries. Used only if `verified` is not null. */
  readonly vouched: readonly string[]
  /** Section name in lower case. */
  readonly section: string | null
}

/** `isStale`: true selects stale entries, false other entries. `placed`: the age limits of all memories of the team. */
export interface StaleFilter {
  readonly isStale: boolean
  readonly placed: readonly PlacedStaleness[]
}

/** Values of a filter. `any`: allowed values, or null for all. `none`: excluded values. */
export interface FilterValues {
  readonly any: readonly string[] | null
  readonly none: readonly string[]
}

export const ANY_VALUE: FilterValues = { any: null, none: [] }

/** True if the filter allows everything. */
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
}: SearchFilter): boolean {
  return (
    !shared &&
    [projects, agents, scopes, types, categories, formats].every(
      ({ any, none }) => any === null && none.length === 0,
    ) &&
    [before, after, stale, retired, verified, section].every((one) => one === null)
  )
}

/** Maximum number of files that are listed in a query. */
const NAMED_FILES = 500

function dateConditions({ after, before }: SearchFilter, slots: Slots): string[] {
  const conditions: string[] = []
  // The index marks retired entries without their date. "Older than" would match too many marks to be worth a condition.
  if (after !== null) conditions.push(hasMark([RETIRED, ...marksBetween(after, before)], slots))
  if (before !== null) conditions.push(`e.stated_on < ${slots.of(before, "date")}`)
  if (after !== null) conditions.push(`e.stated_on >= ${slots.of(after, "date")}`)
  return conditions
}

function stateConditions(filter: SearchFilter, slots: Slots): string[] {
  const conditions: string[] = []
  if (filter.stale !== null) {
    const stale = staleCondition(filter.stale.placed, slots)
    conditions.push(filter.stale.isStale ? stale : `(${stale}) IS NOT TRUE`)
  }
  if (filter.retired !== null) conditions.push(`e.state ${filter.retired ? "=" : "<>"} 'retired'`)
  if (filter.retired === true) conditions.push(hasMark([RETIRED], slots))
  if (filter.verified === true) conditions.push(`e.id = ANY(${slots.of(filter.vouched, "uuid[]")})`)
  if (filter.verified === false) conditions.push(`e.id <> ALL(${slots.of(filter.vouched, "uuid[]")})`)
  return conditions
}

/** Returns the SQL conditions on an entry `e` of the team $1. Reads the files of the filter's categories and formats. */
export async function conditionsOf(visible: Visibility, filter: SearchFilter, slots: Slots): Promise<string> {
  const conditions = [
    ...sides("e.project_id", "uuid", filter.projects, slots),
    ...sides("e.agent_id", "uuid", filter.agents, slots),
    ...sides("e.scope", "text", filter.scopes, slots),
    ...sides("e.type", "text", filter.types, slots),
    ...(await ofFiles(visible, filter, slots)),
  ]
  if (filter.shared)
    conditions.push(
      `e.file_id IN (SELECT common.id FROM memory_file common WHERE common.team_id = $1::uuid AND ${sharedFile("common")})`,
    )
  if (filter.section !== null) conditions.push(`lower(e.section) = ${slots.of(filter.section, "text")}`)
  conditions.push(...dateConditions(filter, slots), ...stateConditions(filter, slots))
  // Few files are removed: the subquery runs once, not for each entry.
  conditions.push(
    "e.file_id NOT IN (SELECT gone.id FROM memory_file gone WHERE gone.team_id = $1::uuid AND gone.state = 'gone')",
  )
  return conditions.join(" AND ")
}

function sides(column: string, type: "uuid" | "text", { any, none }: FilterValues, slots: Slots): string[] {
  const conditions: string[] = []
  if (any?.length === 1) conditions.push(`${column} = ${slots.of(any[0], type)}`)
  else if (any !== null) conditions.push(`${column} = ANY(${slots.of(any, `${type}[]`)})`)
  if (any !== null && column.startsWith("e.")) conditions.push(mayHaveValue(any, type, slots))
  // Entries without an agent match "not of this agent".
  if (none.length > 0) conditions.push(`(${column} = ANY(${slots.of(none, `${type}[]`)})) IS NOT TRUE`)
  return conditions
}

/**
 * Returns the SQL conditions for categories and formats, which belong to files. Up to 500 matching files are
 * listed by id, so that PostgreSQL uses the index of entries by file.
 */
async function ofFiles(
  { teamId }: Visibility,
  { categories, formats }: SearchFilter,
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
  // IS TRUE prevents a join: files are read once, and each entry is looked up among them.
  return [
    `(e.file_id IN (SELECT own.id FROM memory_file own WHERE own.team_id = $1::uuid AND ${own.join(" AND ")})) IS TRUE`,
  ]
}

/**
 * Returns the ids of agents by name, or of categories by slug or name, ignoring case. Unknown names are left
 * out.
 */
export async function idsOf(
  { teamId, projectId }: Visibility,
  table: "agent" | "category",
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await database().$queryRawUnsafe<{ id: string }[]>(
    table === "agent"
      ? `SELECT a.id FROM agent a WHERE ${visibleRowsText("a", "$1", "$3")} AND lower(a.name) = ANY($2::text[])`
      : "SELECT id FROM category WHERE team_id = $1::uuid AND $3::uuid IS NOT DISTINCT FROM $3::uuid AND (lower(slug) = ANY($2::text[]) OR lower(name) = ANY($2::text[]))",
    teamId,
    names.map((name) => name.toLowerCase()),
    projectId,
  )
  return rows.map((row) => row.id)
}

/** Queries for the existing values of each filter. */
const VALUES = {
  agent: `SELECT a.name AS value FROM agent a WHERE ${visibleRowsText("a", "$1", "$2")}`,
  category: `SELECT c.slug AS value FROM category c WHERE c.team_id = $1::uuid AND $2::uuid IS NOT DISTINCT FROM $2::uuid`,
  format: `SELECT DISTINCT f.format AS value FROM memory_file f WHERE ${visibleRowsText("f", "$1", "$2")}`,
  type: `SELECT DISTINCT e.type AS value FROM entry e WHERE ${visibleRowsText("e", "$1", "$2")} AND e.type IS NOT NULL LIMIT 1000`,
  section: `SELECT DISTINCT s.name AS value FROM section s JOIN memory_file f ON f.team_id = s.team_id AND f.id = s.file_id WHERE ${visibleRowsText("f", "$1", "$2")} LIMIT 5000`,
} as const
export type ValuedBy = keyof typeof VALUES

/**
 * Returns the existing values that are visible. Types are read from all entries: call it only if a search
 * found nothing.
 */
export async function knownValues({ teamId, projectId }: Visibility, of: ValuedBy): Promise<string[]> {
  const rows = await database().$queryRawUnsafe<{ value: string }[]>(VALUES[of], teamId, projectId)
  return rows.map(({ value }) => value)
}
