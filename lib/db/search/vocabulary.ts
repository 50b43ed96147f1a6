import type { Vocabulary } from "@/lib/memory/similarity/look-up"
import { conceptOf, weightOf } from "@/lib/memory/lexicon/software"
import { stemOf } from "@/lib/memory/text/stems"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { keysNear, keysOf } from "@/lib/memory/search/spelling"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

const KEPT_MS = 60_000
interface Held {
  readonly at: number
  readonly known: Promise<Vocabulary>
}
/** Cached vocabularies by database client and table. */
const held = new WeakMap<object, Map<string, Held>>()

/**
 * Returns the word frequencies of a table's `search` column from PostgreSQL's statistics, which are read once
 * a minute. The most common words are listed with their counts; all others count as rarer. Before the first
 * ANALYZE, typical frequencies of software teams are used.
 */
export function vocabularyOf(table: "entry" | "proposal"): Promise<Vocabulary> {
  const tables = held.get(database()) ?? new Map<string, Held>()
  held.set(database(), tables)
  const last = tables.get(table)
  const now = performance.now()
  if (last !== undefined && now - last.at < KEPT_MS) return last.known
  const known = readVocabulary(table)
  tables.set(table, { at: now, known })
  known.catch(() => tables.delete(table))
  return known
}

async function readVocabulary(table: string): Promise<Vocabulary> {
  const [row] = await database().$queryRawUnsafe<
    { entries: number; words: string[] | null; shares: number[] | null }[]
  >(
    `SELECT c.reltuples::float8 AS entries, s.most_common_elems::text::text[] AS words, s.most_common_elem_freqs::float8[] AS shares
     FROM pg_class c LEFT JOIN pg_stats s ON s.schemaname = c.relnamespace::regnamespace::text AND s.tablename = c.relname AND s.attname = 'search'
     WHERE c.oid = $1::regclass`,
    table,
  )
  const entries = Math.max(0, row?.entries ?? 0)
  const { words, shares } = row ?? {}
  if (entries === 0 || !words || !shares)
    return {
      entries: GUESSED_ENTRIES,
      listed: () => [],
      unlisted: (word) => GUESSED_ENTRIES * 0.2 * (1 - weightOf(conceptOf(stemOf(word)))) ** 2 + 20,
    }
  const common = words
    .map((word, at) => ({ word, count: (shares[at] ?? 0) * entries }))
    .toSorted((a, b) => (a.word < b.word ? -1 : 1))
  // Assumes half the frequency of the rarest listed word, as PostgreSQL does.
  const rarest = (shares[words.length] ?? 0) * entries * 0.5
  return {
    entries,
    unlisted: () => rarest,
    listed(text, open) {
      const from = placeOf(common, text)
      let to = from
      while (to < common.length && (open ? common[to]?.word.startsWith(text) : common[to]?.word === text))
        to += 1
      return common.slice(from, to)
    },
  }
}

const GUESSED_ENTRIES = 20_000

/** Returns the index of the first word that is not before `text`. */
function placeOf(words: readonly { readonly word: string }[], text: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] as { word: string }).word < text) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Stores words of a team's entries, in the transaction that writes the entries. Duplicates are allowed: with
 * a unique index, concurrent writers would wait for each other.
 */
export async function keepWords(tx: Tx, teamId: string, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  const keys = words.map(keysOf)
  await tx.$executeRaw`
    INSERT INTO word (team_id, word, beginning, ending) SELECT ${teamId}::uuid, word, beginning, ending
    FROM unnest(${[...words]}::text[], ${keys.map((one) => one.beginning)}::text[], ${keys.map((one) => one.ending)}::text[]) AS new(word, beginning, ending)
    WHERE NOT EXISTS (SELECT 1 FROM word known WHERE known.team_id = ${teamId}::uuid AND known.word = new.word)`
}

/** Returns those of the words that no entry of these teams ever had. Words have no project: check each word before a bound caller sees it. */
export async function unknownWords(
  visible: readonly Visibility[],
  words: readonly string[],
): Promise<string[]> {
  const known = await database().$queryRaw<
    { word: string }[]
  >`SELECT DISTINCT word FROM word WHERE team_id = ANY(${visible.map(({ teamId }) => teamId)}::uuid[]) AND word = ANY(${[...words]}::text[])`
  return words.filter((word) => !known.some((one) => one.word === word))
}

/** Returns words of these teams, of any project, with the same beginning or end and a similar length. */
export async function wordsLike(visible: readonly Visibility[], word: string): Promise<string[]> {
  const { beginnings, endings } = keysNear(word)
  const rows = await database().$queryRaw<{ word: string }[]>`
    SELECT word FROM word WHERE team_id = ANY(${visible.map(({ teamId }) => teamId)}::uuid[]) AND beginning = ANY(${beginnings}::text[]) AND length(word) BETWEEN ${word.length - 2} AND ${word.length + 2}
    UNION SELECT word FROM word WHERE team_id = ANY(${visible.map(({ teamId }) => teamId)}::uuid[]) AND ending = ANY(${endings}::text[]) AND length(word) BETWEEN ${word.length - 2} AND ${word.length + 2}`
  return rows.map((row) => row.word)
}
