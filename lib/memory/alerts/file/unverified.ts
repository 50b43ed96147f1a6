import { alertOf } from "../rule"
import { aboutEntries, currentOf, isLastingMemory, ofEntries, type FileRule } from "./file-rule"

/**
 * Entries whose verification expired. Entries that were never verified raise no alert, because most entries
 * are not.
 */
export const unverifiedEntries: FileRule = {
  find(file, _settings, today) {
    if (!isLastingMemory(file)) return []
    const ended = currentOf(file).filter(({ vouchedUntil }) => vouchedUntil !== null && vouchedUntil <= today)
    if (ended.length === 0) return []
    const first = ended.flatMap(({ vouchedUntil }) => vouchedUntil ?? []).toSorted()[0] ?? ""
    const message = `Verification expired for ${ofEntries(ended.length, currentOf(file).length)} ${ended.length === 1 ? `on ${first}` : `(the first on ${first})`}`
    return [
      alertOf("unverified-entries", {
        message,
        ...aboutEntries(ended, { ended: ended.length, entries: currentOf(file).length }),
      }),
    ]
  },
  turns: (file) => currentOf(file).flatMap(({ vouchedUntil }) => vouchedUntil ?? []),
}
