import type { ComparedEntry } from "@/lib/db/conflict-finding"
import { groupBy } from "@/lib/memory/group"
import { choicesOf } from "@/lib/memory/alternatives"
import type { ReadSide } from "@/lib/memory/conflict"
import { statementKey } from "@/lib/memory/pair-key"
import { weightOf } from "@/lib/memory/software-speech"
import { sideOf } from "./pairs"

/** One statement with all that say it. */
export interface PooledStatement {
  readonly key: string
  readonly copies: readonly ComparedEntry[]
}

/** How much is looked at to find what is like one statement: entries that share a word with it, and those that are compared word by word. */
const SCANNED = 4_000
const COMPARED = 32
/** What two statements of one subject have in common at least, of what the shorter one says: the others are not compared word by word. */
const LEAST_SHARED = 0.2
/** Statements that are kept read; the others are read anew. */
const KEPT = 4_000

/**
 * Statements by their telling words, in memory: finds what is like one of them where so many are new that asking the store for each would
 * take minutes. The rarest words count first, as in a look-up in the store.
 */
export class StatementPool {
  private readonly statements: PooledStatement[]
  private readonly places = new Map<string, number>()
  /** Places of the statements that have a word. */
  private readonly postings = new Map<string, number[]>()
  private readonly words: (readonly string[])[] = []
  private readonly read = new Map<number, ReadSide>()

  constructor(entries: readonly ComparedEntry[]) {
    this.statements = [...groupBy(entries, (entry) => statementKey(entry.text))].map(([key, copies]) => ({ key, copies }))
  }

  get size(): number {
    return this.statements.length
  }

  /** Reads the next of its statements; false when all are. To be called until then. */
  index(): boolean {
    const place = this.words.length
    const statement = this.statements[place]
    if (!statement) return false
    const ideas = ideasOf(this.readAt(place))
    this.words.push(ideas)
    this.places.set(statement.key, place)
    for (const idea of ideas) {
      const known = this.postings.get(idea)
      if (known) known.push(place)
      else this.postings.set(idea, [place])
    }
    return true
  }

  statementOf(entry: ComparedEntry): PooledStatement | null {
    return this.statements[this.places.get(statementKey(entry.text)) ?? -1] ?? null
  }

  /** The statements that share the most telling words with one, read: the best first. */
  *like(entry: ComparedEntry): Generator<{ readonly mine: ReadSide; readonly other: ReadSide; readonly statement: PooledStatement }> {
    const own = this.places.get(statementKey(entry.text)) ?? -1
    const mine = own >= 0 ? this.readAt(own) : sideOf(entry)
    const ideas = own >= 0 ? (this.words[own] ?? []) : ideasOf(mine)
    const said = new Set(ideas)
    const weight = weightOfAll(ideas)
    for (const place of this.best(ideas, own)) {
      const others = this.words[place] ?? []
      if (weightOfAll(others.filter((idea) => said.has(idea))) >= LEAST_SHARED * Math.min(weight, weightOfAll(others))) yield { mine, other: this.readAt(place), statement: this.statements[place] as PooledStatement }
    }
  }

  private best(ideas: readonly string[], own: number): number[] {
    const shares = new Map<number, number>()
    let scanned = 0
    for (const places of ideas.flatMap((idea) => [this.postings.get(idea) ?? []]).toSorted((a, b) => a.length - b.length)) {
      if (scanned > 0 && scanned + places.length > SCANNED) break
      scanned += places.length
      const weight = Math.log(1 + this.size / Math.max(1, places.length))
      for (const place of places) if (place !== own) shares.set(place, (shares.get(place) ?? 0) + weight)
    }
    const share = (place: number, weight: number) => weight / (6 + Math.sqrt(this.words[place]?.length ?? 1))
    return [...shares].map(([place, weight]) => [place, share(place, weight)] as const).toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, COMPARED).map(([place]) => place)
  }

  private readAt(place: number): ReadSide {
    const known = this.read.get(place)
    if (known) return known
    const fresh = sideOf(this.statements[place]?.copies[0] as ComparedEntry)
    if (this.read.size >= KEPT) this.read.delete(this.read.keys().next().value as number)
    this.read.set(place, fresh)
    return fresh
  }
}

/** What a statement says, each once, and the choices that it makes: what chooses otherwise may share no word with it. */
function ideasOf({ read }: ReadSide): string[] {
  const ideas = new Set(read.terms.map((term) => term.idea))
  return [...ideas, ...[...ideas].flatMap(choicesOf)]
}

const weightOfAll = (ideas: readonly string[]): number => ideas.reduce((sum, idea) => sum + weightOf(idea), 0)
