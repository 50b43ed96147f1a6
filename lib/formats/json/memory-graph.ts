import { formatCount } from "../../memory/text/sentence"
import {
  type Diagnostic,
  EMPTY_META,
  type Change,
  type MemoryFormat,
  type ParsedEntry,
  type ParsedFile,
  type ParsedSection,
} from "../../memory/memory-files/format"
import { listOf, quote, reviseList, styleOf, reviseInStages } from "./json-edit"
import { mergeJson } from "./json-merge"
import { placesOf, type Places } from "./json-places"
import { readStruck, strike, unstrike } from "./json-retirement"
import { stringOf, valueOf, type JsonNode, type JsonScalar, readJsonAt, startOfText } from "./json-tree"
import { splice, type Splice } from "../markdown/lines"
import {
  type GraphDocument,
  type Entity,
  MAX_BROKEN,
  entitiesOf,
  isGraph,
  isNodeOrEdge,
  skipBlank,
  lineAfter,
} from "./graph-documents"

/**
 * Knowledge graph of the MCP memory server: one object per line (`{"type":"entity","name":…,"entityType":…,"observations":[]}`,
 * `{"type":"relation","from":…,"to":…,"relationType":…}`), or both lists in one JSON value. Each observation is an entry, in the section of its
 * entity.
 */
export const memoryGraph: MemoryFormat = {
  id: "mcp-memory-graph",
  name: "MCP memory graph",
  locate,
  recognizes,
  parse,
  merge: mergeJson,
  revise: (text, _path, changes) => reviseInStages(text, changes, reviseOnce),
  scaffold: ({ agent, project }) =>
    `${JSON.stringify({ type: "entity", name: agent ?? project ?? "project", entityType: agent === null ? "project" : "agent", observations: [] })}\n`,
  limits: () => ({ budget: null, lines: null, bytes: null, characters: null, runs: null }),
}

const MAX_REPORTED = 50

const PROBED_DOCUMENTS = 100

/** Possible file names. Only the text shows if a file is a graph. */
const NAME = /^(?:.*[-_. ])?(?:memory|knowledge)(?:[-_. ].*)?\.jsonl?$/i

function locate(path: string) {
  const folders = path.split("/")
  const name = folders.pop() ?? ""
  if (!NAME.test(name)) return null
  const root = (folders.at(-1)?.startsWith(".") ? folders.slice(0, -1) : folders).join("/")
  return { scope: "project", role: "memory", root, agent: null, category: null, subject: null } as const
}

/** Returns 2 for a graph, 0 for an empty `memory.jsonl` (a new store), and a negative number for other files with such a name. */
function recognizes(text: string, path: string): number {
  if (text.trim() === "") return /(?:^|\/)memory\.jsonl$/i.test(path) ? 0 : -1
  let probed = 0
  let broken = false
  for (const { root } of documentsOf(text)) {
    if (root === null) broken = true
    else if (isGraph(root)) return 2
    if (++probed === PROBED_DOCUMENTS) break
  }
  return broken &&
    /"entityType"\s*:/.test(text.slice(0, 65_536)) &&
    /"observations"\s*:\s*\[/.test(text.slice(0, 65_536))
    ? 1
    : -1
}

function parse(text: string): ParsedFile {
  const places = placesOf(text)
  const sections: ParsedSection[] = []
  const entries: ParsedEntry[] = []
  const diagnostics: Diagnostic[] = []
  let unread = 0
  for (const document of documentsOf(text)) {
    const reports =
      document.root === null ? [reportUnread(document, places)] : reportOdd(document.root, places)
    unread += Math.max(0, diagnostics.length + reports.length - MAX_REPORTED)
    diagnostics.push(...reports.slice(0, Math.max(0, MAX_REPORTED - diagnostics.length)))
    if (document.root === null) continue
    for (const entity of entitiesOf(document.root)) {
      sections.push({
        name: entity.name,
        level: 0,
        span: places.span(entity.node),
        audience: { kind: "everyone" },
        description: null,
      })
      for (const observation of observationsOf(entity))
        entries.push(entryOf(observation, { entity, section: sections.length - 1, places }))
    }
  }
  if (unread > 0)
    diagnostics.push(
      places.report(
        text.length,
        "error",
        "json-invalid",
        `${formatCount(unread, "more part")} of the file could not be read`,
      ),
    )
  return { meta: EMPTY_META, sections, entries, sessions: [], diagnostics }
}

type Observation = JsonScalar & { readonly value: string }

const isObservation = (node: JsonNode): node is Observation =>
  node.kind === "scalar" && typeof node.value === "string" && node.value.trim() !== ""

const observationsOf = ({ observations }: Entity): Observation[] => observations.items.filter(isObservation)

function entryOf(
  observation: Observation,
  { entity, section, places }: { entity: Entity; section: number; places: Places },
): ParsedEntry {
  const struck = readStruck(observation.value)
  return {
    key: null,
    text: struck?.text ?? observation.value,
    title: null,
    labels: [],
    section,
    span: places.span(observation),
    state: struck === null ? "current" : "retired",
    retiredBecause: struck?.why ?? null,
    date: null,
    type: entity.entityType,
    confidence: null,
    accessedCount: null,
  }
}

function reportUnread({ problem }: GraphDocument & { root: null }, places: Places): Diagnostic {
  return places.report(
    problem.offset,
    "error",
    problem.code,
    `${problem.message}; this part of the file was skipped`,
  )
}

/** Reports values that are neither entity nor relation, and empty observations. */
function reportOdd(root: JsonNode, places: Places): Diagnostic[] {
  const nodes = graphNodes(root)
  const known = new Set(entitiesOf(root).map((entity) => entity.node as JsonNode))
  const odd = nodes.filter(
    (node) => !known.has(node) && !(isNodeOrEdge(node) && stringOfType(node) === "relation"),
  )
  const silent = entitiesOf(root).flatMap((entity) =>
    entity.observations.items.filter((item) => !isObservation(item)),
  )
  return [
    ...odd.map((node) => places.report(node.start, "warning", "entity-shape", wordsForOdd(node))),
    ...silent.map((node) =>
      places.report(
        node.start,
        "warning",
        "observation-shape",
        "an observation must be a non-empty string; this one was skipped",
      ),
    ),
  ]
}

function graphNodes(root: JsonNode): readonly JsonNode[] {
  if (root.kind === "array") return root.items
  const listed = root.kind === "object" ? valueOf(root, "entities") : undefined
  return listed?.kind === "array" ? listed.items : [root]
}

const stringOfType = (node: JsonNode): string | null =>
  node.kind === "object" ? stringOf(node, "type") : null

function wordsForOdd(node: JsonNode): string {
  const type = stringOfType(node)
  if (type === "entity" || type === "relation")
    return `this ${type} is incomplete: ${type === "entity" ? `it needs "name" and "observations"` : `it needs "from" and "to"`}`
  return `${type === null ? "this" : `"${type.slice(0, 40)}"`} is neither an entity nor a relation and is kept unchanged`
}

function reviseOnce(text: string, changes: readonly Change[]): string {
  const entities = [...documentsOf(text)].flatMap(({ root }) => (root === null ? [] : entitiesOf(root)))
  const entries = entities.flatMap((entity) =>
    entity.observations.items.flatMap((node, index) =>
      isObservation(node) ? [{ entity, node, index }] : [],
    ),
  )
  const lists = new Map<Entity, { removed: Set<number>; added: string[] }>()
  const listFor = (entity: Entity) => {
    const list = lists.get(entity) ?? { removed: new Set<number>(), added: [] }
    lists.set(entity, list)
    return list
  }
  const style = ({ observations, root, depth }: Entity) => styleOf(text, observations, root, depth)
  const splices: Splice[] = []
  for (const change of changes) {
    if (change.kind === "add") {
      const entity = entities.find((one) => one.name === change.section)
      if (entity === undefined)
        throw new RangeError(
          change.section === null
            ? "An observation must belong to an entity"
            : `The file has no entity "${change.section}"`,
        )
      if (change.text.trim() === "") throw new RangeError("An observation cannot be empty")
      listFor(entity).added.push(quote(change.text, style(entity).ascii))
      continue
    }
    const found = entries[change.entry]
    if (found === undefined) throw new RangeError(`The file has no entry ${change.entry}`)
    const { entity, node, index } = found
    switch (change.kind) {
      case "remove":
        listFor(entity).removed.add(index)
        break
      case "edit":
        splices.push(...edit(node, change.text, style(entity).ascii))
        break
      case "retire":
        splices.push(...strike(node, { why: change.why, style: style(entity) }))
        break
      case "restore":
        splices.push(...unstrike(text, node, style(entity)))
    }
  }
  for (const [entity, { removed, added }] of lists)
    splices.push(...reviseList(text, listOf(entity.observations), { removed, added, style: style(entity) }))
  return splice(text, splices)
}

function edit({ start, end, value }: Observation, words: string, ascii: boolean): Splice[] {
  if (words.trim() === "") throw new RangeError("An observation cannot be empty; remove it instead")
  const struck = readStruck(value)
  if ((struck?.text ?? value) === words) return []
  return [{ start, end, text: quote(struck?.around(words) ?? words, ascii) }]
}

/**
 * Reads values one after the other, on one line or several. An invalid line is skipped. Reading ends at a value of several lines that is
 * incomplete.
 */
export function* documentsOf(text: string): Generator<GraphDocument> {
  const count = { values: 0 }
  let broken = 0
  let at = startOfText(text)
  for (;;) {
    const reading = readJsonAt(text, at, count)
    if (reading === null) return
    if (reading.ok) {
      yield { root: reading.root, problem: null }
      at = reading.root.end
      continue
    }
    yield { root: null, problem: reading.problem }
    if (reading.problem.code === "json-too-large" || ++broken === MAX_BROKEN) return
    const from = skipBlank(text, at)
    const next = lineAfter(text, from)
    if (next === null) return
    const objectsByLine = text[from] === "{" && text[next] === "{"
    if (reading.problem.offset >= next && !objectsByLine) return
    at = next
  }
}
