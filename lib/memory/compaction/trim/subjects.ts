import { indexLine } from "../../alerts/fixes/topic-fixes"
import { formatCount, capitalize } from "../../text/sentence"
import { weightOf } from "../../lexicon/software"
import { readStatement, type Term } from "../../similarity/statement"
import { stemOf } from "../../text/stems"
import { shortened } from "../known-memory"
import { distinctiveStems } from "../section-for"
import type { TrimEntry } from "./trim-entry"
import entryLabels from "../../lexicon/words/entry-labels.json" with { type: "json" }

/** Entries about one subject, with the title of its topic file. */
export interface TrimSubject {
  readonly title: string
  readonly entries: readonly TrimEntry[]
  /** Number of lines that the entries take. */
  readonly lines: number
}

/** Minimum number of entries of a subject. */
export const FEWEST = 3
/** Maximum share of a file's entries that contain the word of a subject, 0–1. */
const MOST_SHARE = 0.4
/** Maximum number of entries in one topic file. */
const MOST = 40

/**
 * Returns the subjects of some entries, the largest first. An entry is in at most one subject. Entries belong
 * together if at least three share a distinctive word: a name, or a word of a heading. The other entries are
 * grouped by heading.
 */
export function listSubjects(entries: readonly TrimEntry[]): TrimSubject[] {
  const shared = listShared(entries)
  const placed = new Set(shared.flatMap((subject) => subject.entries))
  const own = listSections(
    entries.filter((entry) => !placed.has(entry) && distinctiveStems(entry.section ?? "").length > 0),
  ).filter((subject) => subject.entries.length >= FEWEST)
  return [...shared, ...own].toSorted((a, b) => b.lines - a.lines || (a.title < b.title ? -1 : 1))
}

function listSections(entries: readonly TrimEntry[]): TrimSubject[] {
  const bySection = new Map<string, TrimEntry[]>()
  for (const entry of inFileOrder(entries))
    bySection.set(entry.section ?? "", [...(bySection.get(entry.section ?? "") ?? []), entry])
  return [...bySection].map(([title, some]) => ({ title, entries: some, lines: lineCountOf(some) }))
}

/** A word that entries share. */
interface Shared {
  /** Number of uses by spelling. */
  readonly shown: Map<string, number>
  readonly entries: Set<TrimEntry>
  /** Entries that write the word as a name. */
  readonly named: Set<TrimEntry>
  /** Entries below a heading with the word. */
  readonly headed: Set<TrimEntry>
}

function listShared(entries: readonly TrimEntry[]): TrimSubject[] {
  const words = [...wordsOf(entries)].filter(
    ([, shared]) => shared.entries.size >= FEWEST && (shared.headed.size > 0 || isName(shared)),
  )
  const most = Math.max(FEWEST, Math.floor(entries.length * MOST_SHARE))
  const left = new Set(entries)
  const subjects: TrimSubject[] = []
  for (;;) {
    const best = words
      .map(([idea, shared]) => ({
        idea,
        shared,
        some: [...shared.entries].filter((entry) => left.has(entry)),
      }))
      .filter(({ some }) => some.length >= FEWEST && some.length <= most)
      .toSorted((a, b) => weightIn(b) - weightIn(a) || (a.idea < b.idea ? -1 : 1))[0]
    if (best === undefined) return subjects
    const some = best.some.slice(0, MOST)
    const second = words.find(
      ([idea, { entries: others }]) =>
        idea !== best.idea && some.filter((entry) => others.has(entry)).length * 4 >= some.length * 3,
    )
    subjects.push({
      title:
        headingOf(some) ?? titleOf([best.shared.shown, ...(second === undefined ? [] : [second[1].shown])]),
      entries: some,
      lines: lineCountOf(some),
    })
    for (const entry of some) left.delete(entry)
  }
}

/** True if a word is a name: half of the entries capitalize it inside a sentence, or some do and none writes it in lower case. */
const isName = ({ entries, named, shown }: Shared): boolean =>
  named.size * 2 >= entries.size ||
  (named.size > 0 &&
    ![...shown.keys()].some((word) =>
      [...entries].some(({ text }) =>
        new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "u").test(text),
      ),
    ))

/** Returns the number of lines that share a word. Entries below a heading with the word count twice. */
const weightIn = ({
  shared,
  some,
}: {
  readonly shared: Shared
  readonly some: readonly TrimEntry[]
}): number => some.reduce((sum, entry) => sum + entry.lines * (shared.headed.has(entry) ? 2 : 1), 0)

/** Returns the distinctive words of entries by meaning, sorted. Words in code are left out, because they name details. */
function wordsOf(entries: readonly TrimEntry[]): Map<string, Shared> {
  const words = new Map<string, Shared>()
  const add = (entry: TrimEntry, { idea, shown, kind, stem, named }: Term, headed: boolean) => {
    if (
      kind !== "word" ||
      weightOf(idea) < 1 ||
      LABELS.has(stem) ||
      !/^\p{L}[\p{L}\p{N} -]{2,}$/u.test(shown)
    )
      return
    const known = words.get(idea) ?? {
      shown: new Map<string, number>(),
      entries: new Set<TrimEntry>(),
      named: new Set<TrimEntry>(),
      headed: new Set<TrimEntry>(),
    }
    known.shown.set(shown, (known.shown.get(shown) ?? 0) + 1)
    if (named) known.named.add(entry)
    if (headed) known.headed.add(entry)
    known.entries.add(entry)
    words.set(idea, known)
  }
  for (const entry of inFileOrder(entries)) {
    const telling = new Set(distinctiveStems(entry.section ?? ""))
    for (const term of readStatement(entry.section ?? "").terms)
      if (telling.has(term.stem)) add(entry, term, true)
    for (const term of readStatement(entry.text).terms) if (!term.within) add(entry, term, false)
  }
  return new Map([...words].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Words that name the kind of an entry, not its subject. */
const LABELS: ReadonlySet<string> = new Set(entryLabels.terms.map(stemOf))

/** Returns the index line of a topic without its link: the number of entries and the first of them. */
export const hookOf = ({ title, entries }: TrimSubject): string =>
  indexLine({
    name: "topic.md",
    title,
    hook: `${formatCount(entries.length, "entry")}: ${shortened(entries[0]?.text ?? "")}`,
  }).replace(/^\[[^\]]*\]\([^)]*\) — /, "")

export const lineCountOf = (entries: readonly TrimEntry[]): number =>
  entries.reduce((sum, { lines }) => sum + lines, 0)

const inFileOrder = (entries: readonly TrimEntry[]): TrimEntry[] =>
  entries.toSorted((a, b) => a.line - b.line || (a.id < b.id ? -1 : 1))

/** Returns the heading of at least two thirds of the entries if it has a distinctive word, else null. */
function headingOf(entries: readonly TrimEntry[]): string | null {
  const [most] = listSections(entries).toSorted((a, b) => b.entries.length - a.entries.length)
  return most !== undefined &&
    most.entries.length * 3 >= entries.length * 2 &&
    distinctiveStems(most.title).length > 0
    ? most.title
    : null
}

/** Returns the words in their most common spelling, joined by “and”. */
function titleOf(words: readonly ReadonlyMap<string, number>[]): string {
  const title = words
    .map((shown) => [...shown].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0] ?? "")
    .join(" and ")
  return capitalize(title)
}
