import type { Visibility } from "@/lib/memory/teams/visibility"
import { keysNear, keysOf } from "@/lib/memory/search/spelling"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

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
