import {
  parseInstructions,
  findRestatedInParsed,
  type ParsedInstructions,
} from "../../comparison/restated-instructions"
import { alertOf } from "../rule"
import type { FileFacts, InstructionFacts } from "./facts"
import { aboutEntries, currentOf, isLastingMemory, onNoDay, ofEntries, type FileRule } from "./file-rule"

const LEAST_RESTATED = 2
const LEAST_SHARE = 0.1

/**
 * True if the file is loaded in each session. Topic files are only opened on demand, except in a memory bank.
 */
const isLoaded = (file: FileFacts): boolean =>
  isLastingMemory(file) &&
  file.format !== "mcp-memory-graph" &&
  (file.role !== "topic" || file.format === "cline-memory-bank")

/** Entries that the instructions contain too, so they are loaded twice. */
export const restatesInstructions: FileRule = {
  find(file) {
    if (!isLoaded(file) || file.instructions.length === 0) return []
    const instructions = readOnce(file.instructions)
    const restated = currentOf(file).flatMap((entry) => {
      const found = findRestatedInParsed(entry.text, instructions)
      return found === null ? [] : [{ entry, found }]
    })
    const [first] = restated
    const all = currentOf(file).length
    if (first === undefined || (restated.length < LEAST_RESTATED && restated.length < all * LEAST_SHARE))
      return []
    const paths = [...new Set(restated.map(({ found }) => found.path))]
    const where =
      paths.length === 1
        ? `${paths[0] ?? ""}${restated.length === 1 ? `, line ${first.found.line}` : ""}`
        : `${paths.length} instruction files`
    return [
      alertOf("restates-instructions", {
        message: `${ofEntries(restated.length, all)} ${restated.length === 1 ? "repeats" : "repeat"} ${where}`,
        line: first.entry.line,
        evidence: {
          ...aboutEntries(
            restated.map(({ entry }) => entry),
            { restated: restated.length, entries: all },
          ).evidence,
          names: restated.slice(0, 20).map(({ found }) => `${found.path}:${found.line}`),
        },
      }),
    ]
  },
  turns: onNoDay,
}

/** Returns the parsed instructions. They are cached, because they apply to many files. */
function readOnce(instructions: readonly InstructionFacts[]): readonly ParsedInstructions[] {
  return instructions.map((one) => {
    const known = read.get(one.entries) ?? parseInstructions(one)
    read.set(one.entries, known)
    return known.path === one.path ? known : { ...known, path: one.path }
  })
}

const read = new WeakMap<InstructionFacts["entries"], ParsedInstructions>()
