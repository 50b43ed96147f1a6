import { createHash } from "node:crypto"
import type { ComparedEntry } from "@/lib/db/conflict-finding"
import { choicesOf } from "@/lib/memory/alternatives"
import type { ReadSide } from "@/lib/memory/conflict"
import { statementKey } from "@/lib/memory/pair-key"
import { weightOf } from "@/lib/memory/software-speech"
import { Numbers, Strings, Texts } from "./columns"
import { sideOf } from "./pairs"

/** How much is looked at to find what is like one statement: entries that share a word with it, and those that are compared word by word. */
const SCANNED = 4_000
const COMPARED = 32
/** What two statements of one subject have in common at least, of what the shorter one says: the others are not compared word by word. */
const LEAST_SHARED = 0.2
/** Characters of the statements that are kept read, which take fifty times as much; the others are read anew. */
const KEPT_CHARACTERS = 400_000

/** What of an entry the pool keeps. */
export type PooledEntry = Pick<ComparedEntry, "id" | "text" | "date" | "section" | "fileId">

/**
 * Statements by their telling words, in memory: finds what is like one of them where so many are new that asking the store for each would
 * take minutes. The rarest words count first, as in a look-up in the store. A statement is known by its place; all that is kept of it lies in
 * columns, as a project may have hundreds of thousands.
 */
export class StatementPool {
  private readonly places = new Map<number, number>()
  /** Of each statement the first entry that says it. */
  private readonly texts = new Texts()
  private readonly dates = new Numbers()
  private readonly sections = new Numbers()
  private readonly files = new Numbers()
  private readonly said = new Strings()
  private readonly newOnes = new Numbers()
  /** Of each statement the first and the last entry that says it; of each entry its id, and the next one that says the same. */
  private readonly first = new Numbers()
  private readonly last = new Numbers()
  private readonly next = new Numbers()
  private readonly ids = new Texts()
  /** The ideas of all statements in a row, and where those of each end. */
  private readonly ideas = new Strings()
  private readonly weights: number[] = []
  private readonly words = new Numbers()
  private readonly ends = new Numbers()
  /** Places of the statements that have an idea, in a row, and where those of each begin; made when all are there. */
  private postings = new Int32Array()
  private starts = new Int32Array()
  private shares = new Float64Array()

  private readonly read = new Map<number, { side: ReadSide; characters: number }>()
  private keptCharacters = 0

  get size(): number {
    return this.first.length
  }

  /** `isNew`: what it says is to be compared. */
  add(entry: PooledEntry, { isNew }: { readonly isNew: boolean }): void {
    const key = keyOf(entry.text)
    const place = this.places.get(key) ?? this.addStatement(key, entry)
    const at = this.next.length
    this.next.push(-1)
    this.ids.push(entry.id)
    if (this.last.at(place) >= 0) this.next.set(this.last.at(place), at)
    else this.first.set(place, at)
    this.last.set(place, at)
    if (isNew) this.newOnes.set(place, 1)
  }

  private addStatement(key: number, entry: PooledEntry): number {
    const place = this.size
    this.places.set(key, place)
    this.texts.push(entry.text)
    this.dates.push(entry.date === null ? -1 : this.said.numberOf(entry.date))
    this.sections.push(entry.section === null ? -1 : this.said.numberOf(entry.section))
    this.files.push(this.said.numberOf(entry.fileId))
    this.first.push(-1)
    this.last.push(-1)
    this.newOnes.push(0)
    for (const idea of ideasOf(sideOf(entry))) {
      const number = this.ideas.numberOf(idea)
      if (number === this.weights.length) this.weights.push(weightOf(idea))
      this.words.push(number)
    }
    this.ends.push(this.words.length)
    return place
  }

  /** To be called when all are added, before any is compared. */
  seal(): void {
    this.places.clear()
    this.starts = new Int32Array(this.ideas.size + 1)
    for (const idea of this.words.part(0, this.words.length))
      this.starts[idea + 1] = (this.starts[idea + 1] ?? 0) + 1
    for (let idea = 0; idea < this.ideas.size; idea += 1)
      this.starts[idea + 1] = (this.starts[idea + 1] ?? 0) + (this.starts[idea] ?? 0)
    const next = this.starts.slice()
    this.postings = new Int32Array(this.words.length)
    for (let place = 0; place < this.size; place += 1) {
      for (const idea of this.wordsOf(place)) {
        const at = next[idea] ?? 0
        this.postings[at] = place
        next[idea] = at + 1
      }
    }
    this.shares = new Float64Array(this.size)
  }

  isNew(place: number): boolean {
    return this.newOnes.at(place) === 1
  }

  isRepeated(place: number): boolean {
    return this.first.at(place) !== this.last.at(place)
  }

  /** The ids of all entries that say a statement. */
  copiesOf(place: number): string[] {
    const ids: string[] = []
    for (let at = this.first.at(place); at >= 0; at = this.next.at(at)) ids.push(this.ids.read(at))
    return ids
  }

  /** Whether an entry, as it was read again, still says a statement. */
  isSaidBy(place: number, { text }: Pick<PooledEntry, "text">): boolean {
    const known = this.texts.read(place)
    return text === known || statementKey(text) === statementKey(known)
  }

  /** The statements that share the most telling words with one, read: the best first. */
  *like(
    place: number,
  ): Generator<{ readonly mine: ReadSide; readonly other: ReadSide; readonly place: number }> {
    const mine = this.readAt(place)
    const ideas = this.wordsOf(place)
    const said = new Set(ideas)
    const weight = this.weightOfAll(ideas)
    for (const other of this.best(place, ideas)) {
      const others = this.wordsOf(other)
      if (
        this.weightOfAll(others.filter((idea) => said.has(idea))) >=
        LEAST_SHARED * Math.min(weight, this.weightOfAll(others))
      )
        yield { mine, other: this.readAt(other), place: other }
    }
  }

  private best(own: number, ideas: Int32Array): number[] {
    const { shares } = this
    const met: number[] = []
    let scanned = 0
    for (const places of Array.from(ideas, (idea) =>
      this.postings.subarray(this.starts[idea], this.starts[idea + 1]),
    ).toSorted((a, b) => a.length - b.length)) {
      if (scanned > 0 && scanned + places.length > SCANNED) break
      scanned += places.length
      const weight = Math.log(1 + this.size / Math.max(1, places.length))
      for (const place of places) {
        if (place === own) continue
        const known = shares[place] ?? 0
        if (known === 0) met.push(place)
        shares[place] = known + weight
      }
    }
    const best = bestOf(
      met,
      (place) => (shares[place] ?? 0) / (6 + Math.sqrt(Math.max(1, this.wordsOf(place).length))),
    )
    for (const place of met) shares[place] = 0
    return best
  }

  private wordsOf(place: number): Int32Array {
    return this.words.part(place === 0 ? 0 : this.ends.at(place - 1), this.ends.at(place))
  }

  private weightOfAll(ideas: Int32Array): number {
    return ideas.reduce((sum, idea) => sum + (this.weights[idea] ?? 0), 0)
  }

  private readAt(place: number): ReadSide {
    const known = this.read.get(place)
    if (known) return known.side
    const text = this.texts.read(place)
    const named = (number: number) => (number < 0 ? null : this.said.at(number))
    const side = sideOf({
      text,
      date: named(this.dates.at(place)),
      section: named(this.sections.at(place)),
      fileId: this.said.at(this.files.at(place)),
    })
    this.read.set(place, { side, characters: text.length })
    this.keptCharacters += text.length
    while (this.keptCharacters > KEPT_CHARACTERS && this.read.size > 1) {
      const [oldest] = this.read.keys()
      this.keptCharacters -= this.read.get(oldest as number)?.characters ?? 0
      this.read.delete(oldest as number)
    }
    return side
  }
}

/** The best so many, the best first; of those that are as good, the one that came first. */
function bestOf(places: readonly number[], shareOf: (place: number) => number): number[] {
  const best: { place: number; share: number }[] = []
  for (const place of places) {
    const share = shareOf(place)
    const isBehind = (one: { place: number; share: number }) =>
      one.share > share || (one.share === share && one.place < place)
    const weakest = best.at(-1)
    if (best.length === COMPARED && weakest && isBehind(weakest)) continue
    let at = best.length
    while (at > 0 && !isBehind(best[at - 1] as { place: number; share: number })) at -= 1
    best.splice(at, 0, { place, share })
    if (best.length > COMPARED) best.pop()
  }
  return best.map(({ place }) => place)
}

/** Tells statements apart by the first 52 bits of a hash. Should two ever have the same, they are told apart when their entries are read again. */
function keyOf(text: string): number {
  const hash = createHash("sha1").update(statementKey(text)).digest()
  return hash.readUInt32BE(0) * 2 ** 20 + (hash.readUInt32BE(4) >>> 12)
}

/** What a statement says, each once, and the choices that it makes: what chooses otherwise may share no word with it. */
function ideasOf({ read }: ReadSide): string[] {
  const ideas = new Set(read.terms.map((term) => term.idea))
  return [...new Set([...ideas, ...[...ideas].flatMap(choicesOf)])]
}
