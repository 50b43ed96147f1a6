import { alertOf } from "../rule"
import type { EntryFacts } from "./facts"
import { aboutEntries, isKept, never, ofEntries, type FileRule } from "./kept"
import { isPlaceholder, tellingOf } from "./telling"

/** Shorter statements are alike by chance. */
const LEAST_WORDS = 4

/** One or two copies are no matter, unless they are half of what the file says. */
const LEAST_SHARED = 3
const LEAST_SHARE = 0.5

/**
 * Whether an entry says enough for two that say the same to be copies. Hangs on nothing that `entry.said` leaves out (case, spaces, ASCII
 * punctuation), so that of two with the same number both speak or none. Two signs of a script without spaces count as a word.
 */
export function speaks(text: string): boolean {
  const words = text.split(/[\s!-/:-@[-`{-~]+/).filter((word) => word !== "").length
  return words + Math.floor((text.match(WITHOUT_SPACES)?.length ?? 0) / 2) >= LEAST_WORDS
}

const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu

/** Agents' own memory that others' own memory says word for word: it belongs where all of them read it. */
export const duplicate: FileRule = {
  find(file) {
    if (!isKept(file) || file.agent === null) return []
    const telling = tellingOf(file)
    const shared = telling.filter(isCopy)
    const all = telling.length
    if (shared.length === 0 || (shared.length < LEAST_SHARED && shared.length < all * LEAST_SHARE)) return []
    return [
      alertOf("duplicate", {
        message: `${ofEntries(shared.length, all)} ${shared.length === 1 ? "says" : "say"} what other agents of the project say word for word`,
        ...aboutEntries(shared, { shared: shared.length, entries: all }),
      }),
    ]
  },
  turns: never,
}

/** A line of an index that leads to a topic says nothing by itself. */
const isCopy = ({ saidElsewhere, text }: EntryFacts): boolean =>
  saidElsewhere &&
  speaks(text) &&
  !isPlaceholder(text) &&
  !/^\[[^\]\n]*\]\([^()\s]+\.(?:md|markdown)\)/i.test(text)
