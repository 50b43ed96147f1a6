import type { Change } from "../../memory/memory-files/format"
import { PLAIN } from "./entry-shape"
import { insertAt, spotsIn, removeEntries, writtenBefore } from "./insertion-and-removal"
import { readMarkdown } from "./markdown"
import type { MarkdownDocument, Reading } from "./markdown-document"
import { normalizeStatement, editEntries, entryAt, markEntries, normalize, type Mark } from "./rewriting"
import { splice } from "./lines"

/** The changes that a format allows, and its rules for writing. */
export interface Writing {
  readonly reading: Reading
  readonly allows: "all changes" | "additions" | "nothing"
  /** "where usual": new entries get a date only if most entries of the file have one. */
  readonly dates: "always" | "where usual"
  /** Order of the format's sections. A new section goes before later ones; an unknown one before the last. */
  readonly order: readonly string[]
  /** True for an append-only file: entries without a section go to its end. */
  readonly appends: boolean
}

type Add = Extract<Change, { kind: "add" }>

/**
 * Applies changes to a Markdown text. Indexes refer to the entries of the given text. Additions keep their
 * order. Throws a `RangeError` for a change that the format does not allow.
 */
export function reviseMarkdown(text: string, changes: readonly Change[], writing: Writing): string {
  if (changes.length === 0) return text
  const read = (words: string) => readMarkdown(words, writing.reading)
  let document = read(text)
  check(document, changes, writing)
  const { edits, marks, removed, adds } = sorted(changes)
  if (edits.size > 0) document = read(editEntries(document, edits, writing.reading))
  if (marks.size > 0) document = read(markEntries(document, [...marks.values()], writing.reading))
  if (removed.size > 0) document = read(removeEntries(document, removed, writing.reading))
  for (const add of adds) document = addEntry(document, add, writing)
  return document.text
}

function sorted(changes: readonly Change[]) {
  const edits = new Map<number, string>()
  const marks = new Map<number, Mark>()
  const removed = new Set<number>()
  const adds: Add[] = []
  for (const change of changes) {
    if (change.kind === "add") adds.push(change)
    else if (change.kind === "edit") edits.set(change.entry, change.text)
    else if (change.kind === "remove") removed.add(change.entry)
    else marks.set(change.entry, { entry: change.entry, why: change.kind === "retire" ? change.why : null })
  }
  return { edits, marks, removed, adds }
}

function check(document: MarkdownDocument, changes: readonly Change[], { allows }: Writing): void {
  for (const change of changes) {
    if (allows === "nothing") throw new RangeError("This file is read-only; change it at its source")
    if (allows === "additions" && change.kind !== "add")
      throw new RangeError("This file is a log: entries can be added but not changed")
    if (change.kind !== "add") entryAt(document, change.entry)
  }
}

function addEntry(document: MarkdownDocument, change: Add, writing: Writing): MarkdownDocument {
  const statement = normalize(change.text)
  if (statement === "") throw new RangeError("An entry cannot be empty")
  const section = findSection(document, change.section, writing)
  if (section === "missing") return addSection(document, change, writing)
  const body = dateTag(document, change.date, writing) + statement
  let readable: MarkdownDocument | null = null
  for (const spot of spotsIn(document, section, body)) {
    const insertion = insertAt(document, spot, body)
    const added = readMarkdown(splice(document.text, [insertion]), writing.reading)
    const index = document.entries.filter((entry) => entry.span.start < insertion.start).length
    if (!standsAlone(document, added, { index, section, body, reading: writing.reading })) continue
    if (removeEntries(added, new Set([index]), writing.reading) === document.text) return added
    readable ??= added
  }
  if (readable !== null) return readable
  throw new RangeError(
    `The text cannot be added to ${change.section === null ? "the top of the file" : `“${change.section}”`} as a single entry; shorten it to one paragraph`,
  )
}

function findSection(
  { sections }: MarkdownDocument,
  name: string | null,
  { appends }: Writing,
): number | null | "missing" {
  if (name === null) return appends && sections.length > 0 ? sections.length - 1 : null
  const wanted = name.trim()
  const indices = sections.map((_, index) => index).filter((index) => sections[index]?.name === wanted)
  const found =
    (appends ? indices.at(-1) : indices[0]) ??
    sections.findIndex((one) => one.name.toLowerCase() === wanted.toLowerCase())
  if (found < 0) return "missing"
  if (sections[found]?.isLog)
    throw new RangeError(`“${wanted}” contains session records; close a session to add one`)
  return found
}

function dateTag(document: MarkdownDocument, date: string | null, { dates, reading }: Writing): string {
  if (date === null || date === (reading.day ?? null)) return ""
  const dated = document.entries.filter((entry) => entry.date !== null).length
  const usual =
    reading.day !== null && reading.day !== undefined
      ? true
      : dated > 0 && dated * 2 >= document.entries.length
  return dates === "always" || usual ? `[${date}] ` : ""
}

/** True if the file is parsed as before, with one more entry. */
function standsAlone(
  before: MarkdownDocument,
  after: MarkdownDocument,
  {
    index,
    section,
    body,
    reading,
  }: { index: number; section: number | null; body: string; reading: Reading },
): boolean {
  const entry = after.entries[index]
  const wanted = normalizeStatement(body)
  if (
    entry === undefined ||
    entry.section !== section ||
    entry.text !== wanted.text ||
    entry.date !== (wanted.date ?? reading.day ?? null)
  )
    return false
  return readsSame(before, after, index)
}

function readsSame(before: MarkdownDocument, after: MarkdownDocument, added: number): boolean {
  return (
    after.entries.length === before.entries.length + 1 &&
    after.sections.length === before.sections.length &&
    before.entries.every(
      (entry, index) => after.entries[index < added ? index : index + 1]?.text === entry.text,
    )
  )
}

/** Adds a section with an entry, at its position in the format's order or at the end. */
function addSection(document: MarkdownDocument, change: Add, writing: Writing): MarkdownDocument {
  const { lines, text } = document
  const name = (change.section ?? "").replace(/\s+/g, " ").trim()
  const body = sectionDateTag(document, change.date, writing) + normalize(change.text)
  const later = laterSection(document, name, writing.order)
  const entry = `- ${body.split("\n").join("\n  ")}`.replace(/\n +(?=\n)/g, "\n")
  for (const line of linesToHeadAt(document, later)) {
    const insertion = insertAt(
      document,
      { after: writtenBefore(lines, line), gap: "blank line above", shape: PLAIN },
      `## ${name}\n\n${entry}`,
    )
    const after = readMarkdown(splice(text, [insertion]), writing.reading)
    const index = document.entries.filter((one) => one.span.start < insertion.start).length
    const isOnlyNew = after.entries.length === document.entries.length + 1
    if (isOnlyNew && hasEntry(after, index, { section: name, text: normalizeStatement(body).text }))
      return after
  }
  throw new RangeError(`The section “${name}” cannot be created in this file; choose an existing section`)
}

function sectionDateTag(document: MarkdownDocument, date: string | null, writing: Writing): string {
  if (date === null) return ""
  return writing.dates === "always" ? `[${date}] ` : dateTag(document, date, writing)
}

function hasEntry(
  { entries, sections }: MarkdownDocument,
  index: number,
  { section, text }: { readonly section: string; readonly text: string },
): boolean {
  const entry = entries[index]
  if (typeof entry?.section !== "number" || entry.text !== text) return false
  return sections[entry.section]?.name === section
}

/** Returns lines that a new section may be inserted before, best first. If the file ends in an open code block, it must be further up. */
function linesToHeadAt({ lines, sections, blocks }: MarkdownDocument, later: number | null): number[] {
  if (later === null)
    return [
      lines.count + 1,
      blocks.at(-1)?.line ?? 1,
      ...sections
        .slice(-3)
        .map((one) => one.heading.line)
        .toReversed(),
    ]
  return sections
    .slice(Math.max(0, later - 2), later + 1)
    .map((one) => one.heading.line)
    .toReversed()
}

function laterSection({ sections }: MarkdownDocument, name: string, order: readonly string[]): number | null {
  const known = order.findIndex((one) => one.toLowerCase() === name.toLowerCase())
  const rank = known < 0 ? order.length - 1 : known
  const later = new Set(order.slice(known < 0 ? rank : rank + 1).map((one) => one.toLowerCase()))
  const found = sections.findIndex((one) => later.has(one.name.toLowerCase()))
  return found < 0 ? null : found
}
