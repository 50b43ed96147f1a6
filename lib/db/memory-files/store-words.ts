import { keysNear, keysOf } from "@/lib/memory/search/spelling"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

/**
 * Notes words that entries of a team have, in the transaction that writes the entries. A word that two writers bring at once is noted twice:
 * a unique one would let the second wait for the first, and each for the other.
 */
export async function keepWords(tx: Tx, teamId: string, words: readonly string[]): Promise<void> {
  if (words.length === 0) return
  const keys = words.map(keysOf)
  await tx.$executeRaw`
    INSERT INTO word (team_id, word, beginning, ending) SELECT ${teamId}::uuid, word, beginning, ending
    FROM unnest(${[...words]}::text[], ${keys.map((one) => one.beginning)}::text[], ${keys.map((one) => one.ending)}::text[]) AS new(word, beginning, ending)
    WHERE NOT EXISTS (SELECT 1 FROM word known WHERE known.team_id = ${teamId}::uuid AND known.word = new.word)`
}

/** Of some words those that no entry of these teams ever had. */
export async function unknownWords(teamIds: readonly string[], words: readonly string[]): Promise<string[]> {
  const known = await database().$queryRaw<
    { word: string }[]
  >`SELECT DISTINCT word FROM word WHERE team_id = ANY(${[...teamIds]}::uuid[]) AND word = ANY(${[...words]}::text[])`
  return words.filter((word) => !known.some((one) => one.word === word))
}

/** Words of these teams that begin or end as one does, and are about as long. */
export async function wordsLike(teamIds: readonly string[], word: string): Promise<string[]> {
  const { beginnings, endings } = keysNear(word)
  const rows = await database().$queryRaw<{ word: string }[]>`
    SELECT word FROM word WHERE team_id = ANY(${[...teamIds]}::uuid[]) AND beginning = ANY(${beginnings}::text[]) AND length(word) BETWEEN ${word.length - 2} AND ${word.length + 2}
    UNION SELECT word FROM word WHERE team_id = ANY(${[...teamIds]}::uuid[]) AND ending = ANY(${endings}::text[]) AND length(word) BETWEEN ${word.length - 2} AND ${word.length + 2}`
  return rows.map((row) => row.word)
}
