import { alertOf } from "../rule"
import {
  parseInstructions,
  findRestatedInParsed,
  type ParsedInstructions,
} from "../../comparison/restated-instructions"
import { findNoise } from "../../memory-files/session-noise-patterns"
import {
  type EntryFacts,
  aboutEntries,
  isLastingMemory,
  onNoDay,
  ofEntries,
  type FileRule,
  type FileFacts,
  type InstructionFacts,
  currentOf,
} from "./file-rule"
import { isPlaceholder, informativeEntries } from "./empty-or-removed"

/** Minimum number of words. Shorter entries match by chance. */
const LEAST_WORDS = 4

/** Minimum number of copies for an alert, unless half of the entries are copies. */
const LEAST_SHARED = 3
const LEAST_SHARE = 0.5

/**
 * True if an entry is long enough for duplicates to matter. Ignores case, spaces and ASCII punctuation, as `entry.said` does. Two
 * characters of a script without spaces count as a word.
 */
export function isLongEnough(text: string): boolean {
  const words = text.split(/[\s!-/:-@[-`{-~]+/).filter((word) => word !== "").length
  return words + Math.floor((text.match(WITHOUT_SPACES)?.length ?? 0) / 2) >= LEAST_WORDS
}

const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu

/** Entries of an agent that other agents have word for word. They belong in shared memory. */
export const duplicateEntries: FileRule = {
  find(file) {
    if (!isLastingMemory(file) || file.agent === null) return []
    const telling = informativeEntries(file)
    const shared = telling.filter(isCopy)
    const all = telling.length
    if (shared.length === 0 || (shared.length < LEAST_SHARED && shared.length < all * LEAST_SHARE)) return []
    return [
      alertOf("duplicate", {
        message: `${ofEntries(shared.length, all)} ${shared.length === 1 ? "is a word-for-word duplicate" : "are word-for-word duplicates"} of other agents’ entries in this project`,
        ...aboutEntries(shared, { shared: shared.length, entries: all }),
      }),
    ]
  },
  turns: onNoDay,
}

/** True if the entry is a copy. Index lines with links do not count. */
const isCopy = ({ saidElsewhere, text }: EntryFacts): boolean =>
  saidElsewhere &&
  isLongEnough(text) &&
  !isPlaceholder(text) &&
  !/^\[[^\]\n]*\]\([^()\s]+\.(?:md|markdown)\)/i.test(text)

/** A file whose entries could not be checked for conflicts. */
export const uncomparedEntries: FileRule = {
  find: (facts) =>
    facts.compareFailure === null || !isLastingMemory(facts)
      ? []
      : [alertOf("unchecked", { message: `Could not be checked for conflicts: ${facts.compareFailure}` })],
  turns: onNoDay,
}

const LEAST_RESTATED = 2
const LEAST_SHARE_RESTATED = 0.1

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
    if (
      first === undefined ||
      (restated.length < LEAST_RESTATED && restated.length < all * LEAST_SHARE_RESTATED)
    )
      return []
    const paths = [...new Set(restated.map(({ found }) => found.path))]
    const where =
      paths.length === 1
        ? `${paths[0] ?? ""}${restated.length === 1 ? `, line ${first.found.line}` : ""}`
        : `${paths.length} instruction files`
    return [
      alertOf("restates-instructions", {
        message: `${ofEntries(restated.length, all)} ${restated.length === 1 ? "repeats" : "repeat"} text from ${where}`,
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

/**
 * The minimum number and shares of session notes. Topic files may have more, because they are opened on
 * demand.
 */
const LEAST_NOISE = 3
const LEAST_SHARE_OF_NOISE = 0.1
const LEAST_SHARE_OF_TOPIC = 0.2
/** Lowest share of session notes at which the alert is a warning. */
const MOSTLY = 1 / 3

/** Entries that describe a single session, or contain a phrase of the policy. */
export const sessionNoise: FileRule = {
  find(file, { noisePhrases }) {
    if (!isLastingMemory(file) || file.format === "mcp-memory-graph") return []
    const phrases = noisePhrases.map((phrase) => phrase.toLowerCase())
    const current = currentOf(file)
    const named = current.filter(({ text }) => phrases.some((phrase) => text.toLowerCase().includes(phrase)))
    const noisy = current.filter((entry) => named.includes(entry) || findNoise(entry.text) !== null)
    // A single phrase of the policy is enough.
    if (
      named.length === 0 &&
      (noisy.length < LEAST_NOISE ||
        noisy.length < current.length * (file.role === "topic" ? LEAST_SHARE_OF_TOPIC : LEAST_SHARE_OF_NOISE))
    )
      return []
    const severity =
      noisy.length >= LEAST_NOISE && noisy.length >= current.length * MOSTLY ? "warning" : "info"
    const message = `${ofEntries(noisy.length, current.length)} ${noisy.length === 1 ? "is a note" : "are notes"} about a single session`
    return [
      alertOf("session-noise", {
        severity,
        message,
        ...aboutEntries(noisy, { noisy: noisy.length, entries: current.length }),
      }),
    ]
  },
  turns: onNoDay,
}
