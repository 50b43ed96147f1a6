import type { FormatId, MemoryFormat } from "../memory/memory-files/format"
import { FORMATS } from "./all-formats"

/** Returns a memory format. Throws a RangeError for an unknown id. */
export function formatById(id: FormatId): MemoryFormat {
  const format = FORMATS.find((one) => one.id === id)
  if (format === undefined) throw new RangeError(`Unknown memory format: ${id}`)
  return format
}
