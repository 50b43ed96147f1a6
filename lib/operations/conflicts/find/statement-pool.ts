import type { ComparedEntry } from "@/lib/db/conflicts/comparable-entries"
import { weightOf } from "@/lib/memory/lexicon/software"
import type { Closeness, EmbeddedNearness, Nearness } from "@/lib/memory/conflicts/closest-pairs"
import { cosineOf, type Quantised } from "@/lib/memory/search/vectors"
import type { ComparedStatement, StatementIndex } from "./analyses"

/**
 * A growing column of numbers outside the JavaScript heap. An array of hundreds of thousands of objects would
 * take ten times as much memory.
 */
class Numbers {
  private values = new Int32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Int32Array(this.length * 2)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.length] = value
    this.length += 1
  }

  at(place: number): number {
    return this.values[place] ?? -1
  }

  set(place: number, value: number): void {
    this.values[place] = value
  }

  part(from: number, to: number): Int32Array {
    return this.values.subarray(from, Math.min(to, this.length))
  }
}

const BLOCK = 1024 * 1024

/** Texts by index, outside the JavaScript heap. */
class Texts {
  private readonly blocks: Buffer[] = []
  private used = BLOCK
  private readonly starts = new Numbers()
  private readonly sizes = new Numbers()
  private readonly at = new Numbers()

  push(text: string): void {
    const size = Buffer.byteLength(text)
    if (this.used + size > BLOCK || this.blocks.length === 0) {
      this.blocks.push(Buffer.allocUnsafeSlow(Math.max(BLOCK, size)))
      this.used = 0
    }
    this.at.push(this.blocks.length - 1)
    this.starts.push(this.used)
    this.sizes.push(size)
    this.blocks.at(-1)?.write(text, this.used)
    this.used += size
  }

  read(place: number): string {
    const start = this.starts.at(place)
    return this.blocks[this.at.at(place)]?.toString("utf8", start, start + this.sizes.at(place)) ?? ""
  }
}

/** Assigns a number to each distinct string. */
class Strings {
  private readonly numbers = new Map<string, number>()
  private readonly all: string[] = []

  numberOf(text: string): number {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    this.numbers.set(text, this.all.length)
    return this.all.push(text) - 1
  }

  at(number: number): string {
    return this.all[number] ?? ""
  }

  get size(): number {
    return this.all.length
  }
}

/** Limits of a lookup: entries that share a word, and entries compared in full. */
const SCANNED = 4_000
const COMPARED = 32
/**
 * Minimum overlap of two statements on the same subject, as a share of the shorter one. Others are not
 * compared in full.
 */
const LEAST_SHARED = 0.2
/** Number of nearest statements that are compared to see how much a pair stands out. */
const NEIGHBORS = 6
/** Minimum number of statements for a pair to stand out from. */
const LEAST_STATEMENTS = 50
/** Added to the mean similarities of two statements, so that a single shared word does not stand out. */
const LEAST_MEAN = 0.2
/** Added to the mean similarities of two embeddings, which are further apart from 0. */
const LEAST_EMBEDDED_MEAN = 0.1
/** Maximum number of statements whose neighbors and embeddings are kept, about 50 MB. */
const MOST_NEIGHBORS = 50_000

/** The statements that share most with one, best first, and the weight that they share. */
interface Best {
  readonly places: readonly number[]
  readonly shares: readonly number[]
}

/** The statements nearest to one, nearest first. */
interface Neighbors {
  readonly places: readonly number[]
  /** Cosine of the shared ideas, weighted by rarity, 0–1, or of the embeddings. */
  readonly similarities: readonly number[]
  readonly mean: number
}

interface BothNeighbors {
  readonly byWords: Neighbors
  /** Null if the statement has no embedding. */
  readonly byEmbedding: Neighbors | null
}

/** The data of a statement that `add` stores. */
export interface PooledStatement extends StatementIndex {
  /** True: the statement will be compared with the others. */
  readonly isNew: boolean
  readonly embedding?: Quantised | null
}

/** The data of an entry in the pool. */
export type PooledEntry = ComparedStatement & Pick<ComparedEntry, "id">

/**
 * Finds similar statements in memory by their characteristic words, rarest first, as the database lookup
 * does. Used if so many statements are new that lookups would take minutes. Statements are identified by
 * index and stored in columns, because a project may have hundreds of thousands.
 */
export class StatementPool {
  private readonly places = new Map<number, number>()
  /** Text of each statement, from its first entry. */
  private readonly texts = new Texts()
  private readonly dates = new Numbers()
  private readonly sections = new Numbers()
  private readonly files = new Numbers()
  private readonly paths = new Numbers()
  private readonly said = new Strings()
  private readonly newOnes = new Numbers()
  /**
   * Linked lists: first and last entry of each statement, and for each entry its id and the next entry with
   * the same statement.
   */
  private readonly first = new Numbers()
  private readonly last = new Numbers()
  private readonly next = new Numbers()
  private readonly ids = new Texts()
  /** Ideas of all statements in one column, with the end of each statement. */
  private readonly ideas = new Strings()
  private readonly weights: number[] = []
  private readonly words = new Numbers()
  private readonly ends = new Numbers()
  /** Inverted index: statements by idea, in one column with the start of each idea. Built by `seal`. */
  private postings = new Int32Array()
  private starts = new Int32Array()
  private shares = new Float64Array()
  private readonly neighbors = new Map<number, BothNeighbors>()
  private readonly embeddings: (Quantised | null)[] = []

  get size(): number {
    return this.first.length
  }

  /** Adds an entry with the data of its statement. */
  add(entry: PooledEntry, { isNew, embedding = null, ...index }: PooledStatement): void {
    const place = this.places.get(index.key) ?? this.addStatement(entry, index)
    if (place < MOST_NEIGHBORS) this.embeddings[place] ??= embedding
    const at = this.next.length
    this.next.push(-1)
    this.ids.push(entry.id)
    if (this.last.at(place) >= 0) this.next.set(this.last.at(place), at)
    else this.first.set(place, at)
    this.last.set(place, at)
    if (isNew) this.newOnes.set(place, 1)
  }

  private addStatement(entry: PooledEntry, { key, ideas, choices }: StatementIndex): number {
    const place = this.size
    this.places.set(key, place)
    this.texts.push(entry.text)
    this.dates.push(entry.date === null ? -1 : this.said.numberOf(entry.date))
    this.sections.push(entry.section === null ? -1 : this.said.numberOf(entry.section))
    this.files.push(this.said.numberOf(entry.fileId))
    this.paths.push(this.said.numberOf(entry.path))
    this.first.push(-1)
    this.last.push(-1)
    this.newOnes.push(0)
    for (const idea of new Set([...ideas, ...choices])) {
      const number = this.ideas.numberOf(idea)
      if (number === this.weights.length) this.weights.push(weightOf(idea))
      this.words.push(number)
    }
    this.ends.push(this.words.length)
    return place
  }

  /** Builds the inverted index. Must be called after all entries are added and before any comparison. */
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

  /** Returns the ids of all entries of a statement. */
  copiesOf(place: number): string[] {
    const ids: string[] = []
    for (let at = this.first.at(place); at >= 0; at = this.next.at(at)) ids.push(this.ids.read(at))
    return ids
  }

  statementAt(place: number): ComparedStatement {
    const named = (number: number) => (number < 0 ? null : this.said.at(number))
    return {
      text: this.texts.read(place),
      date: named(this.dates.at(place)),
      section: named(this.sections.at(place)),
      fileId: this.fileOf(place),
      path: this.said.at(this.paths.at(place)),
    }
  }

  /** Returns the file of the first entry of a statement. */
  fileOf(place: number): string {
    return this.said.at(this.files.at(place))
  }

  /**
   * Returns the indexes of the statements that share the most characteristic words, best first, at most
   * COMPARED.
   */
  like(place: number): number[] {
    const ideas = this.wordsOf(place)
    const said = new Set(ideas)
    const weight = this.weightOfAll(ideas)
    const best = this.best(place, ideas)
    const known =
      this.size < LEAST_STATEMENTS
        ? null
        : (this.neighbors.get(place) ?? this.keepNeighbors(place, ideas, best))
    return best.places.filter((other) => {
      if (known?.byEmbedding?.places.includes(other)) return true
      const others = this.wordsOf(other)
      const shared = this.weightOfAll(others.filter((idea) => said.has(idea)))
      return shared >= LEAST_SHARED * Math.min(weight, this.weightOfAll(others))
    })
  }

  /**
   * Returns how much two statements stand out from all others of the pool. Null if they are far from each
   * other's nearest statements, or if the pool is too small to tell.
   */
  closeness(one: number, other: number): Closeness | null {
    if (this.size < LEAST_STATEMENTS) return null
    const [mine, its] = [this.neighborsOf(one), this.neighborsOf(other)]
    const byWords = nearnessOf([one, mine.byWords], [other, its.byWords], LEAST_MEAN)
    const embedded = this.embeddedNearness([one, mine.byEmbedding], [other, its.byEmbedding])
    return byWords === null && embedded === null ? null : { ...(byWords ?? FAR), embedded }
  }

  private embeddedNearness(
    [one, mine]: readonly [number, Neighbors | null],
    [other, its]: readonly [number, Neighbors | null],
  ): EmbeddedNearness | null {
    if (mine === null || its === null) return null
    const similarity = this.cosine(one, other) ?? 0
    const nearness = nearnessOf([one, mine], [other, its], LEAST_EMBEDDED_MEAN) ?? {
      ...FAR,
      margin: marginOf(similarity, mine.mean + its.mean + LEAST_EMBEDDED_MEAN),
    }
    return { ...nearness, similarity, lead: similarity - (nextBest(mine, other) + nextBest(its, one)) / 2 }
  }

  private cosine(one: number, other: number): number | null {
    const [mine, its] = [this.embeddings[one], this.embeddings[other]]
    return mine && its ? cosineOf(mine, its) : null
  }

  private neighborsOf(place: number): BothNeighbors {
    const known = this.neighbors.get(place)
    if (known) return known
    const ideas = this.wordsOf(place)
    return this.keepNeighbors(place, ideas, this.best(place, ideas))
  }

  private keepNeighbors(place: number, ideas: Int32Array, { places, shares }: Best): BothNeighbors {
    const own = this.rarityOfAll(ideas)
    const found = {
      byWords: nearestOf(
        places.map((other, at) => [
          other,
          (shares[at] ?? 0) / Math.sqrt(own * this.rarityOfAll(this.wordsOf(other)) || 1),
        ]),
      ),
      byEmbedding: this.embeddings[place]
        ? nearestOf(
            places.flatMap((other) => {
              const cosine = this.cosine(place, other)
              return cosine === null ? [] : [[other, cosine] as const]
            }),
          )
        : null,
    }
    if (this.neighbors.size >= MOST_NEIGHBORS) this.neighbors.clear()
    this.neighbors.set(place, found)
    return found
  }

  private best(own: number, ideas: Int32Array): Best {
    const { shares } = this
    const met: number[] = []
    let scanned = 0
    for (const places of Array.from(ideas, (idea) =>
      this.postings.subarray(this.starts[idea], this.starts[idea + 1]),
    ).toSorted((a, b) => a.length - b.length)) {
      if (scanned > 0 && scanned + places.length > SCANNED) break
      scanned += places.length
      const weight = this.rarityOf(places.length)
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
    const found = { places: best, shares: best.map((place) => shares[place] ?? 0) }
    for (const place of met) shares[place] = 0
    return found
  }

  private rarityOf(statements: number): number {
    return Math.log(1 + this.size / Math.max(1, statements))
  }

  private rarityOfAll(ideas: Int32Array): number {
    return ideas.reduce(
      (sum, idea) => sum + this.rarityOf((this.starts[idea + 1] ?? 0) - (this.starts[idea] ?? 0)),
      0,
    )
  }

  private wordsOf(place: number): Int32Array {
    return this.words.part(place === 0 ? 0 : this.ends.at(place - 1), this.ends.at(place))
  }

  private weightOfAll(ideas: Int32Array): number {
    return ideas.reduce((sum, idea) => sum + (this.weights[idea] ?? 0), 0)
  }
}

/** Nearness of two statements that are not among the nearest of each other. */
const FAR: Nearness = { margin: 0, ranks: [NEIGHBORS + 1, NEIGHBORS + 1] }

const nearestOf = (candidates: readonly (readonly [place: number, similarity: number])[]): Neighbors => {
  const nearest = candidates.toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, NEIGHBORS)
  return {
    places: nearest.map(([place]) => place),
    similarities: nearest.map(([, similarity]) => similarity),
    mean: nearest.reduce((sum, [, similarity]) => sum + similarity, 0) / NEIGHBORS,
  }
}

/** Returns the nearness of two statements. Null if one is not among the nearest of the other. */
function nearnessOf(
  [one, mine]: readonly [number, Neighbors],
  [other, its]: readonly [number, Neighbors],
  leastMean: number,
): Nearness | null {
  const [rank, back] = [mine.places.indexOf(other) + 1, its.places.indexOf(one) + 1]
  if (rank === 0 || back === 0) return null
  const similarity = mine.similarities[rank - 1] ?? 0
  return {
    margin: marginOf(similarity, mine.mean + its.mean + leastMean),
    ranks: [Math.min(rank, back), Math.max(rank, back)],
  }
}

const marginOf = (similarity: number, means: number): number => (2 * similarity) / means

/** Returns the similarity of the nearest statement except one; 0 if there is none. */
const nextBest = ({ places, similarities }: Neighbors, except: number): number =>
  similarities[places[0] === except ? 1 : 0] ?? 0

/**
 * Returns the places with the largest shares, at most COMPARED, largest first. Of equal shares, the lower
 * place is first.
 */
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
