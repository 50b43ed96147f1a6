import { indexLine } from "../../alerts/cure/index-line"
import { counted } from "../../alerts/counted"
import { weightOf } from "../../lexicon/software"
import { readStatement, type Term } from "../../similarity/statement"
import { stemOf } from "../../text/stems"
import { shortened } from "../barriers"
import { tellingWords } from "../section-for"
import type { TrimEntry } from "./trim-entry"
import { capitalize } from "../../text/sentence"

/** Entries that speak of one thing, and what it is called. */
export interface Subject {
  readonly title: string
  readonly entries: readonly TrimEntry[]
  /** How many lines they take. */
  readonly lines: number
}

export const FEWEST = 3
/** What half of a file speaks of is no subject of its own. */
const MOST_SHARE = 0.4
/** One topic holds no more. */
const MOST = 40

/**
 * The subjects of some entries, each entry in one at most: first what at least three share by a telling word, of their own or of the heading
 * that they stand under; a word of their own tells where it is a name, or some heading has it too. Then what is left under one heading.
 */
export function listSubjects(entries: readonly TrimEntry[]): Subject[] {
  const shared = listShared(entries)
  const placed = new Set(shared.flatMap((subject) => subject.entries))
  const own = listSections(
    entries.filter((entry) => !placed.has(entry) && tellingWords(entry.section ?? "").length > 0),
  ).filter((subject) => subject.entries.length >= FEWEST)
  return [...shared, ...own].toSorted((a, b) => b.lines - a.lines || (a.title < b.title ? -1 : 1))
}

function listSections(entries: readonly TrimEntry[]): Subject[] {
  const bySection = new Map<string, TrimEntry[]>()
  for (const entry of inFileOrder(entries))
    bySection.set(entry.section ?? "", [...(bySection.get(entry.section ?? "") ?? []), entry])
  return [...bySection].map(([title, some]) => ({ title, entries: some, lines: linesOf(some) }))
}

interface Shared {
  readonly shown: Map<string, number>
  readonly entries: Set<TrimEntry>
  /** Those that write it as a name. */
  readonly named: Set<TrimEntry>
  /** Those under a heading that has it. */
  readonly headed: Set<TrimEntry>
}

function listShared(entries: readonly TrimEntry[]): Subject[] {
  const words = [...wordsOf(entries)].filter(
    ([, shared]) => shared.entries.size >= FEWEST && (shared.headed.size > 0 || isName(shared)),
  )
  const most = Math.max(FEWEST, Math.floor(entries.length * MOST_SHARE))
  const left = new Set(entries)
  const subjects: Subject[] = []
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
      lines: linesOf(some),
    })
    for (const entry of some) left.delete(entry)
  }
}

/** Whether a word names something: where it begins no sentence it is written so, and nobody writes it otherwise. */
const isName = ({ entries, named, shown }: Shared): boolean =>
  named.size * 2 >= entries.size ||
  (named.size > 0 &&
    ![...shown.keys()].some((word) =>
      [...entries].some(({ text }) =>
        new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "u").test(text),
      ),
    ))

/** A heading's word holds what stands under it together more surely than one that is said in passing. */
const weightIn = ({
  shared,
  some,
}: {
  readonly shared: Shared
  readonly some: readonly TrimEntry[]
}): number => some.reduce((sum, entry) => sum + entry.lines * (shared.headed.has(entry) ? 2 : 1), 0)

/** Words that tell what a statement is about, by what they mean; what is set off as code names a detail. In one order for all. */
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
    const telling = new Set(tellingWords(entry.section ?? ""))
    for (const term of readStatement(entry.section ?? "").terms)
      if (telling.has(term.stem)) add(entry, term, true)
    for (const term of readStatement(entry.text).terms) if (!term.within) add(entry, term, false)
  }
  return new Map([...words].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Words that say what kind of statement it is, not what it is about. */
const LABELS: ReadonlySet<string> = new Set(
  "critical major minor moderate missing bug gap full complete completed partial top high low highest note key path returns value blocker fix fixed done zero always never must only all not pattern example see also rule lesson issue problem important warning todo next new open change direct main exploration codebase behavior behaviour structure cli command old first second last may march june july monday friday"
    .split(" ")
    .map(stemOf),
)

/** What the index says of a topic: its title, how much it holds, and how it begins. */
export const hookOf = ({ title, entries }: Subject): string =>
  indexLine({
    name: "topic.md",
    title,
    hook: `${counted(entries.length, "entry", "entries")}: ${shortened(entries[0]?.text ?? "")}`,
  }).replace(/^\[[^\]]*\]\([^)]*\) — /, "")

export const linesOf = (entries: readonly TrimEntry[]): number =>
  entries.reduce((sum, { lines }) => sum + lines, 0)

const inFileOrder = (entries: readonly TrimEntry[]): TrimEntry[] =>
  entries.toSorted((a, b) => a.line - b.line || (a.id < b.id ? -1 : 1))

/** The heading that most of them stand under, where it says what they are about. */
function headingOf(entries: readonly TrimEntry[]): string | null {
  const [most] = listSections(entries).toSorted((a, b) => b.entries.length - a.entries.length)
  return most !== undefined &&
    most.entries.length * 3 >= entries.length * 2 &&
    tellingWords(most.title).length > 0
    ? most.title
    : null
}

/** As most of the entries write it. */
function titleOf(words: readonly ReadonlyMap<string, number>[]): string {
  const title = words
    .map((shown) => [...shown].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0] ?? "")
    .join(" and ")
  return capitalize(title)
}
