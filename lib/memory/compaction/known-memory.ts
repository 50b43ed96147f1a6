import {
  compareByMatch,
  compareParsed,
  MIN_DUPLICATE_SIMILARITY,
  type StatementComparison,
  isSameStatement,
} from "../comparison/compare-statements"
import { matchTerms, scoreOf, plainStatement } from "../similarity/matching"
import { weightOf } from "../lexicon/software"
import { readStatement, type Statement } from "../similarity/statement"
import { findNoise } from "../memory-files/session-noise-patterns"
import { findRestatedInParsed, type ParsedInstructions } from "../comparison/restated-instructions"
import { findSecrets } from "../secrets/secrets"
import { bareStatement } from "../similarity/statement-words"
import type { Barrier, CuratedEntry, LogEntry } from "./scored-log-entry"

/** Returns the key of a rejected entry. Texts that differ only in layout have the same key. */
export const refusedKey = (text: string): string => plainStatement(text)

interface Indexed<Item> {
  readonly item: Item
  readonly read: Statement
  readonly ideas: ReadonlySet<string>
}

/** Entries by the meanings of their words, so that an entry is compared only with those that may be similar. */
export interface StatementIndex<Item> {
  readonly told: readonly Indexed<Item>[]
  readonly byIdea: ReadonlyMap<string, readonly number[]>
}

/** Returns an index of items by the words of their text. */
export function indexStatements<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
): StatementIndex<Item> {
  const told = items.map((item) => {
    const read = readStatement(textOf(item))
    return { item, read, ideas: ideasOf(read) }
  })
  const byIdea = new Map<string, number[]>()
  for (const [place, { ideas }] of told.entries()) {
    for (const idea of ideas) {
      const places = byIdea.get(idea)
      if (places === undefined) byIdea.set(idea, [place])
      else places.push(place)
    }
  }
  return { told, byIdea }
}

export interface Near<Item> {
  readonly item: Item
  readonly likeness: StatementComparison
}

/** Returns the duplicates, contradictions and related entries of a statement, in the order of the index. */
export const findRelated = <Item>(read: Statement, index: StatementIndex<Item>): Near<Item>[] =>
  sharing(read, index).flatMap(({ item, read: other }) => {
    const likeness = compareParsed(read, other)
    return likeness.kind === "none" ? [] : [{ item, likeness }]
  })

/** Returns only the duplicates of a statement (see `isSame`). Faster than `findRelated`: most candidates fail on their shared words. */
export const findDuplicates = <Item>(read: Statement, index: StatementIndex<Item>): Near<Item>[] =>
  sharing(read, index).flatMap(({ item, read: other }) => {
    const match = isSameStatement(read, other) ? null : matchTerms(read, other, weightOf)
    if (match !== null && scoreOf(match) < MIN_DUPLICATE_SIMILARITY) return []
    const likeness = match === null ? compareParsed(read, other) : compareByMatch(read, other, match)
    return isSame(likeness) ? [{ item, likeness }] : []
  })

/**
 * Returns the items that share at least a third of the meanings with a statement, counted on the side with
 * fewer meanings. Keeps the order of the index.
 */
function sharing<Item>(read: Statement, { told, byIdea }: StatementIndex<Item>): Indexed<Item>[] {
  const ideas = ideasOf(read)
  const shared = new Map<number, number>()
  for (const idea of ideas)
    for (const place of byIdea.get(idea) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1)
  return [...shared]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([place, count]) => {
      const other = told[place]
      return other === undefined || count * 3 < Math.min(ideas.size, other.ideas.size) ? [] : [other]
    })
}

export const isSame = ({ kind, score }: StatementComparison): boolean =>
  kind === "same" || (kind === "duplicate" && score >= MIN_DUPLICATE_SIMILARITY)

/** Returns the meanings of the words. Common words count only if the statement has no others. */
function ideasOf(read: Statement): Set<string> {
  const telling = read.terms.filter(({ idea }) => weightOf(idea) >= 0.5)
  return new Set((telling.length > 0 ? telling : read.terms).map(({ idea }) => idea))
}

/** Memory that log entries are compared with. */
export interface KnownMemory {
  readonly curated: StatementIndex<CuratedEntry>
  readonly instructions: readonly ParsedInstructions[]
  /** Lines of the instructions. Ids are "path:line". */
  readonly told: StatementIndex<{ readonly id: string; readonly text: string }>
  readonly refusedKeys: ReadonlySet<string>
  readonly refused: StatementIndex<string>
}

/** Rules that keep a log entry out of the proposals. The first rule that applies decides. */
const RULES: readonly ((entry: LogEntry, known: KnownMemory) => Barrier | null)[] = [
  ({ text, flagged }) => {
    if (flagged) return barrier("flagged", flagged)
    const isSecret = findSecrets(text).length > 0 || mayHoldSecret(text)
    return isSecret ? barrier("flagged", "contains a secret") : null
  },
  ({ text }) => (METADATA.test(bareStatement(text)) ? barrier("metadata", "is session metadata") : null),
  ({ text, section }) =>
    SPOKEN.test(bareStatement(text)) || TRANSCRIPT.test(section ?? "")
      ? barrier("conversation", "is part of a conversation")
      : null,
  ({ text }) => (isHeading(text) ? barrier("heading", "contains too little information") : null),
  ({ text }) =>
    /^\s*(?:\||`{3}|~{3}|[{[]\s*"|!\[)/.test(text) ? barrier("data", "is a table or code") : null,
  ({ text }) =>
    /^\s*(?:[-*+]\s+)?\[[ xX~-]\]\s/.test(text)
      ? barrier("noise", "A task, not a finding. Put tasks in the issue tracker.")
      : null,
  ({ text }) => noiseOf(text),
  isRefused,
  (entry, { curated }) => {
    const near = findDuplicates(readStatement(entry.text), curated).toSorted(
      (a, b) => b.likeness.score - a.likeness.score,
    )[0]
    return near === undefined
      ? null
      : { ...barrier("known", `is a duplicate of “${shortened(near.item.text)}”`), by: near.item.id }
  },
  ({ text }, { instructions }) => {
    const said = findRestatedInParsed(text, instructions)
    return said === null ? null : barrier("instructions", `is already in ${said.path}:${said.line}`)
  },
]

/** Returns the barrier that keeps a log entry from being proposed; null if there is none. */
export function findBarrier(entry: LogEntry, known: KnownMemory): Barrier | null {
  for (const rule of RULES) {
    const found = rule(entry, known)
    if (found !== null) return found
  }
  return null
}

/** Returns the key by which a log entry is looked up among rejected entries. */
export const keyOf = ({ key, text }: LogEntry): string => key ?? refusedKey(text)

function isRefused(entry: LogEntry, { refusedKeys, refused }: KnownMemory): Barrier | null {
  const again =
    refusedKeys.has(keyOf(entry)) ||
    refusedKeys.has(refusedKey(entry.text)) ||
    refusedKeys.has(refusedKey(asStatement(entry.text))) ||
    findDuplicates(readStatement(entry.text), refused).length > 0
  return again ? barrier("refused", "was previously rejected") : null
}

const SECRET_WORD = /\b(?:tokens?|passwords?|passphrases?|passwort|secrets?|api[ _-]?keys?|credentials?)\b/i

/**
 * True if a word such as "token" is followed by at least 20 letters, digits, "_" or "-" without a space, with
 * a letter and at least 4 digits among them.
 */
function mayHoldSecret(text: string): boolean {
  const named = SECRET_WORD.exec(text)
  if (named === null) return false
  const behind = text.slice(named.index + named[0].length)
  return (behind.match(/[\w/.-]{20,}/g) ?? []).some(
    (run) => /^[\w-]+$/.test(run) && /[A-Za-z]/.test(run) && (run.match(/\d/g) ?? []).length >= 4,
  )
}

const METADATA =
  /^(?:session(?: ?key| ?id)?|channel|model|source|sources|date(?: range)?|time|day|agent|run ?id|message(?: id)?|sender|timestamp|status|branch|author|version|started|ended|duration|tags?|participants|labels?|topics?|output(?: target)?|confidence|priority|mood|weather|来源|时间|状态|任务)\s*[:：]\s*\S*(?:\s+\S+){0,7}$/i
const SPOKEN =
  /^(?:user|assistant|human|ai|bot|system|agent|claude|chatgpt|me|you)\s*[:：]|^>\s|^["“][^"”]{0,200}["”]\.?$/i
const TRANSCRIPT = /^(?:conversation|chat|transcript|dialog(?:ue)?|messages)(?: (?:summary|log))?$/i

/**
 * True for a Markdown heading, a text of fewer than four words, or a text that ends with a colon. Two East
 * Asian characters count as one word.
 */
function isHeading(text: string): boolean {
  const bare = bareStatement(text)
  const han = bare.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const words = bare.split(/[\s/]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length + Math.floor(han / 2)
  return words < 4 || /[:：]\s*$/.test(bare) || /^#{1,6}\s/.test(text)
}

function noiseOf(text: string): Barrier | null {
  const noise = text.trim() === "" ? { message: "The entry is empty." } : findNoise(text)
  return noise && barrier("noise", noise.message)
}

const barrier = (kind: Barrier["kind"], words: string): Barrier => ({ kind, words })

const SHOWN = 80

/** Returns a text on one line of at most 80 characters, with an ellipsis if it is longer. */
export const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim()
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN - 1).trimEnd()}…`
}

/** Returns a log line without its bullet, date and label. Returns the trimmed line if nothing else would be left. */
export function asStatement(text: string): string {
  const said = text
    .replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, "")
    .replace(/^\s*[[(]\d{4}-\d{2}-\d{2}[\])]:?\s+/, "")
    .replace(/^\[[A-Z]\d\]\s*/, "")
    .trim()
  return bareStatement(said) === "" ? text.trim() : said
}
