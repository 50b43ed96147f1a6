import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { planLookUp } from "@/lib/memory/similarity/look-up"
import { database } from "../infra/client"
import { type PickOptions, type PickedEntries, type LoadedEntry, pickEntries } from "./picked-entries"
import { type Loader, contextFilesOf } from "./loaded-files"
import { vocabularyOf } from "../search/vocabulary"
import { sharedFile } from "../infra/sql-fragments"

/**
 * Returns the entries that an agent loads, with those that probably rank best. They come from own, category,
 * project, team and global memory and from publications of the coach, and include some retired and forgotten
 * entries. Of a large project or team, the query reads only the best entries by each part of the score and
 * those that match the task, so that its cost does not grow with the number of entries. `always`: ids of
 * entries to include in any case.
 */
export async function loadedEntries(
  loader: Loader,
  asked: PickOptions,
  always: readonly string[] = [],
): Promise<PickedEntries> {
  const shelves = await contextFilesOf(loader)
  const telling = asked.task === null || shelves.many.length === 0 ? null : await tellingWords(asked.task)
  return pickEntries(
    wholeTeamUnchecked(loader.teamId),
    {
      ...shelves,
      hits: shelves.many.map(() => telling),
      published: [...new Set([...loader.published.map((one) => one.entry), ...always])],
    },
    asked,
  )
}

/** Returns the entries of all memory of a project, and of team and global memory, that probably rank best. */
export async function projectEntries(
  { teamId, projectId }: Pick<Loader, "teamId" | "projectId">,
  asked: PickOptions,
): Promise<LoadedEntry[]> {
  const files = await database().$queryRawUnsafe<{ id: string; format: string }[]>(
    `SELECT f.id, f.format FROM memory_file f WHERE f.team_id = $1::uuid AND f.state <> 'gone' AND f.scope <> 'session' AND (f.project_id = $2::uuid OR ${sharedFile("f")}) AND f.entries > 0`,
    teamId,
    projectId,
  )
  return (
    await pickEntries(
      wholeTeamUnchecked(teamId),
      {
        few: files.map(({ id }) => id),
        runs: files.filter(({ format }) => format === "run-cache").map(({ id }) => id),
        many: [],
        hits: [],
        published: [],
      },
      asked,
    )
  ).entries
}

/**
 * Returns the ids of those given entries that the agent loads from its own files, or from files of its
 * category, project or team.
 */
export async function loadsAmong(loader: Loader, entryIds: readonly string[]): Promise<Set<string>> {
  if (entryIds.length === 0) return new Set()
  const rows = await database().$queryRawUnsafe<{ id: string }[]>(
    `SELECT x.id FROM entry x WHERE x.team_id = $1::uuid AND x.id = ANY($2::uuid[]) AND $3::uuid[] IS NULL AND ${LOADED}`,
    loader.teamId,
    [...entryIds],
    null,
    ...whose(loader),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns the query parameters of `LOADED`: $4 the agent, $5 its category, $6 its project. */
const whose = ({ agentId, categoryId, projectId }: Loader): (string | null)[] => [
  agentId,
  categoryId,
  projectId,
]

/** SQL condition: the agent loads the entry `x`. */
const LOADED = `(x.agent_id = $4::uuid OR (x.agent_id IS NULL AND (
  SELECT f.state <> 'gone' AND f.scope <> 'session' AND CASE WHEN f.category_id IS NULL THEN f.scope <> 'project' OR f.project_id = $6::uuid ELSE f.category_id = $5::uuid AND f.project_id = $6::uuid END
  FROM memory_file f WHERE f.team_id = x.team_id AND f.id = x.file_id)))`

/**
 * Maximum total number of entries with one of the rare words, for a search in a large project or team.
 * `READ_SOME`: the same limit for the words that are only searched in pairs.
 */
const READ_RARE = 400
const READ_SOME = 3_000

/**
 * Returns a full-text query for the significant words of a task: one rare word, or two of the next four
 * words. Very common words are left out because reading their entries takes too long. Null if no word
 * remains.
 */
async function tellingWords(task: string): Promise<string | null> {
  const vocabulary = await vocabularyOf("entry")
  const terms = (planLookUp(task, vocabulary)?.ranking ?? []).map(({ tsquery, weight }) => ({
    tsquery,
    count: Math.max(vocabulary.entries, 10) / Math.expm1(weight),
  }))
  const rare = within(terms, READ_RARE)
  const some = within(terms.slice(rare.length, rare.length + 4), READ_SOME)
  const pairs = some.flatMap((one, at) =>
    some.slice(at + 1).map((other) => `(${one.tsquery} & ${other.tsquery})`),
  )
  return [...rare.map(({ tsquery }) => tsquery), ...pairs].join(" | ") || null
}

/** Returns the longest prefix of the terms whose total count is at most `most`. */
function within<Term extends { readonly count: number }>(terms: readonly Term[], most: number): Term[] {
  let sum = 0
  const found: Term[] = []
  for (const term of terms)
    if ((sum += term.count) <= most) found.push(term)
    else break
  return found
}
