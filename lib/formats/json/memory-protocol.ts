import {
  type Diagnostic,
  EMPTY_META,
  type Change,
  type MemoryFormat,
  type ParsedEntry,
  type ParsedFile,
  type Scope,
} from "../../memory/memory-files/format"
import { describeBadCount, isCount, describeUnknown, PROTOCOL_TYPES } from "../field-values"
import {
  describeBadJsonDate,
  instantOf,
  isoDateOf,
  placesOf,
  reportProblem,
  type Places,
} from "./json-places"
import { listOf, quote, reviseList, styleOf, writeObject, type ListStyle, reviseInStages } from "./json-edit"
import { mergeJson } from "./json-merge"
import { markRetired, retirementOf, unmarkRetired } from "./json-retirement"
import { readJson, stringOf, valueOf, type JsonArray, type JsonNode, type JsonObject } from "./json-tree"
import { splice, type Splice } from "../markdown/lines"

/** `{version, entries: [{id, type, content, confidence, created_at, accessed_count}]}`: one file per session, project and team, and a global one. */
export const memoryProtocol: MemoryFormat = {
  id: "memory-protocol",
  name: "Memory protocol",
  locate,
  recognizes: (text) => (/"entries"\s*:/.test(text.slice(0, 4096)) ? 1 : 0),
  parse,
  merge: mergeJson,
  revise,
  scaffold: () => `{\n  "version": "1.0",\n  "entries": []\n}\n`,
  limits: () => ({ budget: null, lines: null, bytes: null, characters: null, runs: null }),
}

const PATH =
  /^(?:(.*)\/)?memory\/(?:sessions\/([^/]+)\.json|projects\/([^/]+)\/memory\.json|teams\/([^/]+)\/memory\.json|global\/memory\.json)$/

function locate(path: string) {
  const match = PATH.exec(path)
  if (match === null) return null
  const [, root = "", session, project, team] = match
  const [scope, subject] = scopeOf({ session, project, team })
  return { scope, role: "memory", root, agent: null, category: null, subject } as const
}

function scopeOf({
  session,
  project,
  team,
}: Readonly<Record<"session" | "project" | "team", string | undefined>>): [Scope, string | null] {
  if (session !== undefined) return ["session", session]
  if (project !== undefined) return ["project", project]
  return team === undefined ? ["global", null] : ["team", team]
}

function parse(text: string): ParsedFile {
  const places = placesOf(text)
  const reading = readJson(text)
  const empty = { meta: EMPTY_META, sections: [], entries: [], sessions: [] }
  if (!reading.ok) return { ...empty, diagnostics: [reportProblem(places, reading.problem)] }
  const { root } = reading
  if (root.kind !== "object") {
    return {
      ...empty,
      diagnostics: [
        places.report(root.start, "error", "json-shape", `expected an object with "version" and "entries"`),
      ],
    }
  }
  const diagnostics: Diagnostic[] = []
  diagnostics.push(...versionProblems(root, places))
  const array = valueOf(root, "entries")
  if (array?.kind !== "array") {
    diagnostics.push(
      places.report(
        array?.start ?? root.start,
        "error",
        "entries-missing",
        `"entries" is missing or is not a list`,
      ),
    )
    return { ...empty, meta: metaOf(root), diagnostics }
  }
  const seen = new Map<string, number>()
  const entries: ParsedEntry[] = []
  for (const item of array.items) {
    const entry = readEntry(item, { places, seen, diagnostics })
    if (entry !== null) entries.push(entry)
  }
  return { ...empty, meta: metaOf(root), entries, diagnostics }
}

function versionProblems(root: JsonObject, places: Places): Diagnostic[] {
  const version = valueOf(root, "version")
  if (version === undefined) {
    const message = `"version" is missing; add "version": "1.0"`
    return [places.report(root.start, "warning", "version-missing", message)]
  }
  const stated = version.kind === "scalar" && version.value !== null ? String(version.value) : ""
  if (/^1(?:\.\d+)*$/.test(stated)) return []
  const shown = version.kind === "scalar" ? JSON.stringify(version.value).slice(0, 40) : `an ${version.kind}`
  const message = `"version" is ${shown}, which is not a known version, so the file was read as version 1.0. Check that all entries are listed`
  return [places.report(version.start, "warning", "version-unknown", message)]
}

function metaOf(root: JsonObject) {
  const updated = stringOf(root, "last_updated") ?? stringOf(root, "updated_at")
  return { ...EMPTY_META, lastUpdated: updated !== null && isoDateOf(updated) !== null ? updated : null }
}

/** Returns the content of an element of `entries`. Null if it is empty; the element is then not an entry. */
function statementOf(item: JsonObject): string | null {
  const words = stringOf(item, "content")
  return words === null || words.trim() === "" ? null : words
}

interface Reading {
  readonly places: Places
  /** Line of the first use of each id. */
  readonly seen: Map<string, number>
  readonly diagnostics: Diagnostic[]
}

/**
 * Parses an element of `entries`. Returns null and adds a diagnostic if the element is not an object or has
 * no content.
 */
function readEntry(item: JsonNode, reading: Reading): ParsedEntry | null {
  const { places, diagnostics } = reading
  const skip = (node: JsonNode, code: string, message: string): null => {
    diagnostics.push(places.report(node.start, "error", code, message))
    return null
  }
  if (item.kind !== "object")
    return skip(item, "entry-shape", `an entry must be an object with "id", "type" and "content"`)
  const content = statementOf(item)
  if (content === null)
    return skip(
      valueOf(item, "content") ?? item,
      "content-missing",
      `this entry has no "content" and was skipped`,
    )
  const fields = new FieldReader(item, reading)
  const retirement = retirementOf(item)
  const overrides = stringOf(item, "overrides")
  return {
    key: fields.id(),
    text: content,
    title: null,
    labels: [],
    section: null,
    span: places.span(item),
    state: retirement === null ? "current" : "retired",
    retiredBecause: retirement?.why ?? null,
    type: fields.type(),
    confidence: fields.confidence(),
    date: fields.date(),
    accessedCount: fields.accessedCount(),
    ...(overrides === null || overrides === "" ? {} : { overrides }),
  }
}

/** Reads the fields of an entry. An invalid field is reported and read as null. */
class FieldReader {
  constructor(
    private readonly item: JsonObject,
    private readonly reading: Reading,
  ) {}

  id(): string | null {
    const { places, seen } = this.reading
    const key = idOf(this.item)
    const node = valueOf(this.item, "id") ?? this.item
    if (key === null) this.warn(node, "id-missing", `this entry has no "id"`)
    else if (seen.has(key))
      this.warn(
        node,
        "id-duplicate",
        `the id "${key}" is already used on line ${seen.get(key)}; give this entry a unique id`,
      )
    else seen.set(key, places.line(node.start))
    return key
  }

  /** Returns the type, even an unknown one. A missing or unknown type is reported. */
  type(): string | null {
    const type = stringOf(this.item, "type")
    const unknown = describeUnknown("type", type, PROTOCOL_TYPES)
    if (unknown !== null) this.warn(valueOf(this.item, "type") ?? this.item, "type-unknown", unknown)
    return type
  }

  confidence(): number | null {
    const confidence = numberOf(this.item, "confidence")
    if (confidence !== null && confidence >= 0 && confidence <= 1) return confidence
    const node = valueOf(this.item, "confidence")
    if (node !== undefined) this.warn(node, "confidence-invalid", `"confidence" must be a number from 0 to 1`)
    return null
  }

  date(): string | null {
    const stated = stringOf(this.item, "created_at")
    const date = isoDateOf(stated ?? "")
    const node = valueOf(this.item, "created_at")
    if (node !== undefined && date === null)
      this.warn(node, "date-invalid", describeBadJsonDate("created_at", stated, "2026-02-15T14:20:00Z"))
    return date
  }

  accessedCount(): number | null {
    const count = numberOf(this.item, "accessed_count")
    if (count !== null && isCount(count)) return count
    const node = valueOf(this.item, "accessed_count")
    if (node !== undefined) this.warn(node, "count-invalid", describeBadCount("Access count", statedBy(node)))
    return null
  }

  private warn(node: JsonNode, code: string, message: string): void {
    const { places, diagnostics } = this.reading
    diagnostics.push(places.report(node.start, "warning", code, message))
  }
}

function idOf(item: JsonObject): string | null {
  const id = stringOf(item, "id") ?? numberOf(item, "id")?.toString() ?? ""
  return id === "" ? null : id
}

const statedBy = (node: JsonNode): string =>
  node.kind === "scalar" ? String(node.value) : `(an ${node.kind})`

function numberOf(item: JsonObject, key: string): number | null {
  const node = valueOf(item, key)
  return node?.kind === "scalar" && typeof node.value === "number" ? node.value : null
}

function revise(text: string, _path: string, changes: readonly Change[]): string {
  return reviseInStages(text, changes, reviseOnce)
}

function reviseOnce(text: string, changes: readonly Change[]): string {
  const reading = readJson(text)
  if (!reading.ok || reading.root.kind !== "object")
    throw new RangeError("The file is not valid JSON and cannot be changed")
  const { root } = reading
  const array = valueOf(root, "entries")
  if (array?.kind !== "array") throw new RangeError(`The file has no "entries" list`)
  const items = array.items.flatMap((item, index) =>
    item.kind === "object" && statementOf(item) !== null ? [{ item, index }] : [],
  )
  const style = styleOf(text, array, root, 1)

  const removed = new Set<number>()
  const splices: Splice[] = []
  const added: string[] = []
  const ids = nextIds(array)
  for (const change of changes) {
    if (change.kind === "add") {
      if (change.section !== null) throw new RangeError(`The file has no section "${change.section}"`)
      added.push(writeObject(text, listOf(array), style, fieldsOf(change, ids)))
      continue
    }
    const found = items[change.entry]
    if (found === undefined) throw new RangeError(`The file has no entry ${change.entry}`)
    if (change.kind === "remove") removed.add(found.index)
    else splices.push(...spliceEntry(text, found.item, change, style))
  }
  return splice(text, [...splices, ...reviseList(text, listOf(array), { removed, added, style })])
}

function spliceEntry(
  text: string,
  item: JsonObject,
  change: Exclude<Change, { kind: "add" | "remove" }>,
  style: ListStyle,
): Splice[] {
  switch (change.kind) {
    case "edit": {
      const content = valueOf(item, "content")
      if (change.text.trim() === "") throw new RangeError("An entry cannot be empty; remove it instead")
      return content === undefined || stringOf(item, "content") === change.text
        ? []
        : [{ start: content.start, end: content.end, text: quote(change.text, style.ascii) }]
    }
    case "retire":
      return markRetired(text, item, { why: change.why, style })
    case "restore":
      return unmarkRetired(text, item, style)
  }
}

function fieldsOf(change: Extract<Change, { kind: "add" }>, ids: () => string): [string, string | number][] {
  if (change.text.trim() === "") throw new RangeError("An entry cannot be empty")
  if (change.confidence !== undefined && !(change.confidence >= 0 && change.confidence <= 1))
    throw new RangeError("Confidence must be a number from 0 to 1")
  const fields: [string, string | number][] = [
    ["id", change.key ?? ids()],
    ["type", change.type ?? "pattern"],
    ["content", change.text],
  ]
  if (change.confidence !== undefined) fields.push(["confidence", change.confidence])
  if (change.date !== null) fields.push(["created_at", instantOf(change.date)])
  fields.push(["accessed_count", 0])
  return fields
}

/** Returns a generator of ids that continues the highest numbered id: after `mem-009` comes `mem-010`. */
function nextIds(array: JsonArray): () => string {
  let highest = { prefix: "mem-", number: 0, width: 3 }
  for (const item of array.items) {
    const [, prefix = "", digits] =
      /^(.*?)(\d{1,12})$/.exec(item.kind === "object" ? (idOf(item) ?? "") : "") ?? []
    if (digits !== undefined && Number(digits) > highest.number)
      highest = { prefix, number: Number(digits), width: digits.length }
  }
  return () => {
    highest = { ...highest, number: highest.number + 1 }
    return highest.prefix + String(highest.number).padStart(highest.width, "0")
  }
}
