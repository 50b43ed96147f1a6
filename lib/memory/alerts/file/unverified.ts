import { alertOf } from "../rule"
import { aboutEntries, currentOf, isKept, ofEntries, type FileRule } from "./kept"

/** Entries that somebody vouched for, until a day that has come. What nobody ever vouched for is listed to be looked at, and is no alert: that is most of any memory. */
export const unverifiedEntries: FileRule = {
  find(file, _settings, today) {
    if (!isKept(file)) return []
    const ended = currentOf(file).filter(({ vouchedUntil }) => vouchedUntil !== null && vouchedUntil <= today)
    if (ended.length === 0) return []
    const first = ended.flatMap(({ vouchedUntil }) => vouchedUntil ?? []).toSorted()[0] ?? ""
    const message = `Nobody vouches any more for ${ofEntries(ended.length, currentOf(file).length)}: ${ended.length === 1 ? `the last word for it ran out on ${first}` : `the first ran out on ${first}`}`
    return [
      alertOf("unverified-entries", {
        message,
        ...aboutEntries(ended, { ended: ended.length, entries: currentOf(file).length }),
      }),
    ]
  },
  turns: (file) => currentOf(file).flatMap(({ vouchedUntil }) => vouchedUntil ?? []),
}
