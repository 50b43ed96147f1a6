import { listUndated } from "../../memory-files/staleness"
import { alertOf } from "../rule"
import { aboutEntries, currentOf, isLastingMemory, onNoDay, ofEntries, type FileRule } from "./file-rule"

/** Minimum number of dated entries that show a date convention in the file. */
const LEAST_DATED = 3
/** Minimum number of undated entries for an alert, unless the format requires dates. */
const LEAST_UNDATED = 2
const LEAST_SHARE = 0.1

/** Entries without a date, in a file that dates most of them. */
export const undatedEntries: FileRule = {
  find(file) {
    if (!isLastingMemory(file) || file.entries.filter((entry) => entry.date !== null).length < LEAST_DATED)
      return []
    const undated = listUndated(file.entries).flatMap((index) => file.entries[index] ?? [])
    const all = currentOf(file).length
    if (
      undated.length === 0 ||
      (file.format !== "category-memory" &&
        (undated.length < LEAST_UNDATED || undated.length < all * LEAST_SHARE))
    )
      return []
    return [
      alertOf("undated-entries", {
        message: `${ofEntries(undated.length, all)} ${undated.length === 1 ? "has" : "have"} no date, although most others have one`,
        ...aboutEntries(undated, { undated: undated.length, entries: all }),
      }),
    ]
  },
  turns: onNoDay,
}
