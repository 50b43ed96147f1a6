import * as fc from "fast-check"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import type { StoredEntry } from "@/lib/memory/proposals/change-status"
import type { RevisionPart, PastRevision } from "@/lib/memory/reverts/revert-part"
import { inverseOf, writeChanges } from "@/lib/memory/proposals/write-changes"
import { plainWords, StoredFile, storedFiles } from "../../proposals/support/stored-file"

const WRITERS = ["A", "B", "C"] as const
type Writer = (typeof WRITERS)[number]

const wish = fc.record({
  kind: fc.constantFrom("add", "add", "edit", "edit", "retire", "restore", "remove", "move"),
  pick: fc.nat(50),
  words: plainWords,
  into: fc.nat(5),
})
type Wish = typeof wish extends fc.Arbitrary<infer One> ? One : never

const happening = fc.record({
  by: fc.constantFrom(...WRITERS),
  /** Changes approved together become one revision; null means a person writes the text directly. */
  parts: fc.option(fc.array(fc.tuple(fc.constantFrom(...WRITERS), wish), { maxLength: 2 }), { freq: 2 }),
  wishes: fc.array(wish, { minLength: 1, maxLength: 3 }),
  swap: fc.boolean(),
})
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never

interface Happens extends Omit<Happening, "parts"> {
  readonly parts: readonly (readonly [Writer, Wish])[] | null
}

export const histories = storedFiles
export const happenings = fc.array(happening, { minLength: 1, maxLength: 6 })

interface Written extends Omit<PastRevision, "parts"> {
  readonly parts: readonly { readonly by: string; readonly inverse: RevisionPart["inverse"] }[]
}

/** The revisions of a file, with the author of each change to an entry. */
export class History {
  private readonly stored: StoredFile
  private readonly written: Written[] = []
  private readonly touches = new Map<string, Set<string>>()
  private readonly losses = new Map<string, { entry: StoredEntry; by: string }>()
  private readonly texts = new Map<string, Set<string>>()

  constructor({ place, text }: { place: StoredFile["place"]; text: string }, events: readonly Happens[]) {
    this.stored = new StoredFile(place, text)
    this.keep([{ by: "B", inverse: null }])
    for (const { id } of this.stored.entries) this.touch(id, "source")
    for (const event of events) this.happen(event)
  }

  get reading() {
    return this.stored.file
  }

  get text() {
    return this.stored.text
  }

  get head() {
    return this.stored.entries
  }

  get lost() {
    return [...this.losses.values()].map(({ entry }) => entry)
  }

  revisions(taken: string): PastRevision[] {
    return this.written.map((one) => ({
      ...one,
      parts: one.parts.map((part, at) => ({
        ...part,
        id: `${one.number}:${at}`,
        fate: part.by === taken && one.number > 1 ? "taken" : "kept",
      })),
    }))
  }

  entriesOf(text: string) {
    return this.stored.format.parse(text, this.stored.place.path).entries
  }

  touched(id: string): ReadonlySet<string> {
    return this.touches.get(id) ?? new Set()
  }

  isOnly(by: string, id: string): boolean {
    return this.touched(id).size === 1 && this.touched(id).has(by)
  }

  /** All entries that ever had a text. */
  sayersOf(text: string): string[] {
    return [...this.texts].flatMap(([id, said]) => (said.has(text) ? [id] : []))
  }

  /** True if the entry came from the source and only `by` changed it, by removing it. */
  wasOnlyLostBy(by: string, id: string): boolean {
    return (
      this.losses.get(id)?.by === by &&
      [...this.touched(id)].every((one) => one === "source" || one === by) &&
      this.texts.get(id)?.size === 1 &&
      this.touched(id).has("source")
    )
  }

  private happen({ by, parts, wishes, swap }: Happens): void {
    if (parts === null) {
      const other = new StoredFile(this.stored.place, this.stored.text)
      for (const one of wishes) {
        const written = writeChanges(other.file, other.entries, [changeIn(other.entries, one)])
        if (written.ok) other.store(written.text, written.ids)
      }
      const text = swap
        ? other.text.replace("# Memory", `# Memory of ${by} ${this.written.length}`)
        : other.text
      if (text === this.stored.text) return
      const before = this.stored.entries
      this.stored.takeOver(text)
      this.note(before, by)
      this.keep([{ by, inverse: null }])
      return
    }
    const done: { by: string; inverse: RevisionPart["inverse"] }[] = []
    for (const [author, one] of [[by, wishes[0] as Wish] as const, ...parts]) {
      const before = this.stored.entries
      const written = writeChanges(this.stored.file, before, [changeIn(before, one)])
      if (!written.ok || written.text === this.stored.text) continue
      this.stored.store(written.text, written.ids)
      done.push({
        by: author,
        inverse: inverseOf(
          before,
          written,
          this.stored.entries.map(({ id }) => id),
        ),
      })
      this.note(before, author)
    }
    if (done.length > 0) this.keep(done)
  }

  private keep(parts: Written["parts"]): void {
    this.written.push({
      number: this.written.length + 1,
      text: this.stored.text,
      ids: this.stored.entries.map(({ id }) => id),
      parts,
      undoes: [],
    })
  }

  private touch(id: string, by: string): void {
    this.touches.set(id, new Set([...this.touched(id), by]))
    const text = this.stored.entries.find((entry) => entry.id === id)?.text
    if (text !== undefined) this.texts.set(id, new Set([...(this.texts.get(id) ?? []), text]))
  }

  private note(before: readonly StoredEntry[], by: string): void {
    const after = new Map(this.stored.entries.map((entry) => [entry.id, entry]))
    for (const entry of before) {
      const now = after.get(entry.id)
      if (now === undefined) this.losses.set(entry.id, { entry, by })
      if (
        now === undefined ||
        now.text !== entry.text ||
        now.state !== entry.state ||
        now.section !== entry.section
      )
        this.touch(entry.id, by)
    }
    const known = new Set(before.map(({ id }) => id))
    for (const { id } of this.stored.entries) if (!known.has(id)) this.touch(id, by)
  }
}

export const isBy =
  (by: string) =>
  ({ parts }: PastRevision) =>
    parts.some((part) => part.by === by && part.fate === "taken")

function changeIn(entries: readonly StoredEntry[], { kind, pick, words, into }: Wish): ProposedChange {
  const sections = [...new Set(entries.map((entry) => entry.section))]
  const section = sections[into % Math.max(1, sections.length)] ?? null
  const entry = entries[pick % Math.max(1, entries.length)]
  if (kind === "add" || entry === undefined) return { kind: "add", section, text: words, date: null }
  const target = { entry: entry.id, before: entry.text }
  if (kind === "edit") return { kind, ...target, text: `${words} ${pick}` }
  if (kind === "retire") return { kind, ...target, why: "it changed" }
  if (kind === "move") return { kind, ...target, section }
  return { kind: kind as "restore" | "remove", ...target }
}
