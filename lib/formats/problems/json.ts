import type { Diagnostic } from "../../memory/memory-files/diagnostic"
import { documentsOf } from "../json/graph-documents"
import { placesOf, type Places } from "../json/json-places"
import type { JsonNode, JsonObject } from "../json/json-tree"
import { describeUnstorable, isStorableText } from "../unstorable"

/** Maximum number of reports per file. */
const MOST = 50

/** Returns keys that repeat in an object, and escaped characters that cannot be stored. Syntax errors are reported by the formats. */
export function listJsonProblems(text: string): Diagnostic[] {
  const found: Diagnostic[] = []
  const walk = { places: placesOf(text), checksTexts: MAY_BE_UNSTORABLE.test(text), found }
  for (const { root } of documentsOf(text)) {
    if (root !== null) inspect(root, walk)
    if (found.length >= MOST) break
  }
  return found
}

/** An escaped NUL or surrogate. Most surrogates come in pairs and are fine. */
const MAY_BE_UNSTORABLE = /\\u(?:0000|d[89a-f])/i

interface Walk {
  readonly places: Places
  readonly checksTexts: boolean
  readonly found: Diagnostic[]
}

/** Inspects a value recursively, up to the nesting limit of the JSON reader. */
function inspect(node: JsonNode, walk: Walk): void {
  if (walk.found.length >= MOST) return
  if (node.kind === "object") {
    reportDuplicates(node, walk)
    for (const { key, start, value } of node.members) {
      checkText(key, start, walk)
      inspect(value, walk)
    }
  } else if (node.kind === "array") for (const item of node.items) inspect(item, walk)
  else if (typeof node.value === "string") checkText(node.value, node.start, walk)
}

function reportDuplicates({ members }: JsonObject, { places, found }: Walk): void {
  const seen = new Map<string, number>()
  for (const { key, start } of members) {
    const first = seen.get(key)
    if (first === undefined) seen.set(key, start)
    else if (found.length < MOST) {
      const message = `The key "${shorten(key)}" is already defined on line ${places.line(first)}, and the last definition is used. Remove one of them`
      found.push(places.report(start, "warning", "json-key-duplicate", message))
    }
  }
}

function checkText(text: string, start: number, { places, checksTexts, found }: Walk): void {
  if (checksTexts && found.length < MOST && !isStorableText(text))
    found.push(places.report(start, "warning", "character-unstorable", describeUnstorable(text)))
}

const shorten = (key: string): string => (key.length > 40 ? `${key.slice(0, 40)}…` : key)
