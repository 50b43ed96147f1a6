import {
  stringOf,
  valueOf,
  type JsonNode,
  type JsonArray,
  type JsonObject,
  type JsonProblem,
} from "./json-tree"

/** One JSON value of a text that may have many, or a problem in its place. */
export type GraphDocument =
  | { readonly root: JsonNode; readonly problem: null }
  | { readonly root: null; readonly problem: JsonProblem }

/** An entity with observations. `depth`: how many brackets are open around the observations. */
export interface Entity {
  readonly root: JsonNode
  readonly node: JsonObject
  readonly name: string
  readonly entityType: string | null
  readonly observations: JsonArray
  readonly depth: number
}

/** Maximum number of invalid lines. Reading stops after more. */
export const MAX_BROKEN = 10_000

/** Returns the entities of a document: the document itself, its items, or the items of `entities`. */
export function entitiesOf(root: JsonNode): Entity[] {
  if (root.kind === "array") return root.items.flatMap((item) => entityOf(item, root, 2))
  if (root.kind !== "object") return []
  const listed = valueOf(root, "entities")
  if (listed?.kind === "array") return listed.items.flatMap((item) => entityOf(item, root, 3))
  return entityOf(root, root, 1)
}

function entityOf(node: JsonNode, root: JsonNode, depth: number): Entity[] {
  if (node.kind !== "object") return []
  const [name, observations] = [stringOf(node, "name"), valueOf(node, "observations")]
  const type = stringOf(node, "type")
  if (name === null || observations?.kind !== "array" || (type !== null && type !== "entity" && depth < 3))
    return []
  return [{ root, node, name, entityType: stringOf(node, "entityType"), observations, depth }]
}

/** True for a part of a knowledge graph: an entity, a relation, a list of these, or both lists in one object. */
export function isGraph(root: JsonNode): boolean {
  if (root.kind === "array") return root.items.some(isNodeOrEdge)
  if (root.kind !== "object") return false
  const [entities, relations] = [valueOf(root, "entities"), valueOf(root, "relations")]
  if (entities?.kind !== "array") return isNodeOrEdge(root)
  return entitiesOf(root).length > 0 || (entities.items.length === 0 && relations?.kind === "array")
}

export function isNodeOrEdge(node: JsonNode): boolean {
  if (node.kind !== "object") return false
  const type = stringOf(node, "type")
  if (type === "entity") return stringOf(node, "name") !== null
  return type === "relation" && stringOf(node, "from") !== null && stringOf(node, "to") !== null
}

export function skipBlank(text: string, from: number): number {
  let at = from
  while (at < text.length && " \t\r\n".includes(text[at] ?? "")) at++
  return at
}

export function lineAfter(text: string, from: number): number | null {
  BREAK.lastIndex = from
  return BREAK.exec(text) === null ? null : BREAK.lastIndex
}

const BREAK = /\r\n|\n|\r/g
