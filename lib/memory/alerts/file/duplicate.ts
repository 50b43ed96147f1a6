import { alertOf } from "../rule"
import type { EntryFacts } from "./facts"
import { aboutEntries, isLastingMemory, onNoDay, ofEntries, type FileRule } from "./file-rule"
import { isPlaceholder, informativeEntries } from "./informative-entries"

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
