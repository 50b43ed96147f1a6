import type { Diagnostic } from "../../memory/memory-files/diagnostic"
import {
  EMPTY_META,
  type Change,
  type MemoryFormat,
  type ParsedEntry,
  type ParsedFile,
} from "../../memory/memory-files/format"
import { describeBadCount, isCount } from "../markdown/counts"
import { describeBadJsonDate, instantOf, isoDateOf } from "./json-dates"
import { describeUnknown, PROTOCOL_TYPES } from "../known-types"
import { listOf, quote, reviseList, styleOf, writeObject, type ListStyle } from "./json-edit"
import { mergeJson } from "./json-merge"
import { placesOf, reportProblem, type Places } from "./json-places"
import { markRetired, retirementOf, unmarkRetired } from "./json-retirement"
import { reviseInStages } from "./json-stages"
import { readJson, stringOf, valueOf, type JsonArray, type JsonNode, type JsonObject } from "./json-tree"
import { splice, type Splice } from "../markdown/splices"

/** `{version, entries: [{id, type, content, confidence, created_at, accessed_count}]}`: one file for each session, project and team, and one for all. */
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
  const scope =
    session !== undefined
      ? "session"
      : project !== undefined
        ? "project"
        : team !== undefined
          ? "team"
          : "global"
  return {
    scope,
    role: "memory",
    root,
    agent: null,
    category: null,
    subject: session ?? project ?? team ?? null,
  } as const
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
        `"entries" is missing or not a list`,
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
  const message = `"version" is ${shown}, which is unknown; the file was read as version 1.0. Check that all entries are listed`
  return [places.report(version.start, "warning", "version-unknown", message)]
}

function metaOf(root: JsonObject) {
  const updated = stringOf(root, "last_updated") ?? stringOf(root, "updated_at")
  return { ...EMPTY_META, lastUpdated: updated !== null && isoDateOf(updated) !== null ? updated : null }
}

/** What an element of `entries` states; null where it states nothing and so is no entry. */
function statementOf(item: JsonObject): string | null {
  const words = stringOf(item, "content")
  return words === null || words.trim() === "" ? null : words
}

interface Reading {
  readonly places: Places
  /** Ids and the lines they first stand on. */
  readonly seen: Map<string, number>
  readonly diagnostics: Diagnostic[]
}

function readEntry(item: JsonNode, { places, seen, diagnostics }: Reading): ParsedEntry | null {
  const warn = (node: JsonNode, code: string, message: string) =>
    void diagnostics.push(places.report(node.start, "warning", code, message))
  if (item.kind !== "object") {
    diagnostics.push(
      places.report(
        item.start,
        "error",
        "entry-shape",
        `an entry must be an object with "id", "type" and "content"`,
      ),
    )
    return null
  }
  const content = statementOf(item)
  if (content === null) {
    diagnostics.push(
      places.report(
        valueOf(item, "content")?.start ?? item.start,
        "error",
        "content-missing",
        `this entry has no "content" and was skipped`,
      ),
    )
    return null
  }
  const key = idOf(item)
  const idNode = valueOf(item, "id")
  if (key === null) warn(idNode ?? item, "id-missing", `this entry has no "id"`)
  else if (seen.has(key))
    warn(
      idNode ?? item,
      "id-duplicate",
      `the id "${key}" is already used on line ${seen.get(key)}; give this entry its own id`,
    )
  else seen.set(key, places.line(idNode?.start ?? item.start))

  const type = stringOf(item, "type")
  const unknown = describeUnknown("type", type, PROTOCOL_TYPES)
  if (unknown !== null) warn(valueOf(item, "type") ?? item, "type-unknown", unknown)
  const confidence = numberOf(item, "confidence")
  const sure = confidence !== null && confidence >= 0 && confidence <= 1
  const stated = valueOf(item, "confidence")
  if (stated !== undefined && !sure)
    warn(stated, "confidence-invalid", `"confidence" must be a number from 0 to 1`)

  const created = valueOf(item, "created_at")
  const date = isoDateOf(stringOf(item, "created_at") ?? "")
  if (created !== undefined && date === null)
    warn(
      created,
      "date-invalid",
      describeBadJsonDate("created_at", stringOf(item, "created_at"), "2026-02-15T14:20:00Z"),
    )

  const accessed = numberOf(item, "accessed_count")
  const counted = accessed !== null && isCount(accessed)
  const count = valueOf(item, "accessed_count")
  if (count !== undefined && !counted)
    warn(count, "count-invalid", describeBadCount("Access count", statedBy(count)))

  const retirement = retirementOf(item)
  const overrides = stringOf(item, "overrides")
  return {
    key,
    text: content,
    title: null,
    labels: [],
    section: null,
    span: places.span(item),
    state: retirement === null ? "current" : "retired",
    retiredBecause: retirement?.why ?? null,
    date,
    type,
    confidence: sure ? confidence : null,
    accessedCount: counted ? accessed : null,
    ...(overrides === null || overrides === "" ? {} : { overrides }),
  }
}

function idOf(item: JsonObject): string | null {
  const id = stringOf(item, "id") ?? numberOf(item, "id")?.toString() ?? ""
  return id === "" ? null : id
}

const statedBy = (node: JsonNode): string =>
  node.kind === "scalar" ? String(node.value) : `in an ${node.kind}`

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
  if (array?.kind !== "array") throw new RangeError(`The file has no "entries"`)
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

/** Numbers on from the highest id that ends in a number, in its spelling: after `mem-009` comes `mem-010`. */
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
