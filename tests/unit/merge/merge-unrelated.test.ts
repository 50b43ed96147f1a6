import { describe, expect, it } from "vitest"
import { formatById } from "@/lib/formats/format-detection"
import { mergeUnrelated } from "@/lib/memory/merge/merge-file"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"

const reading = { format: formatById("kaizen"), path: memoryPath("ann") }
const FIRST = ["Ledger rounds to cents", "Retries are safe up to three times"]
const merge = (ours: string, theirs: string) => mergeUnrelated(reading, { ours, theirs })

describe("two texts without a merge base", () => {
  it("are one that says all of both, where both only add", () => {
    const merged = merge(
      memoryOf("ann", [...FIRST, "Invoices are numbered without gaps"]),
      memoryOf("ann", ["The broker restarts on Mondays", ...FIRST]),
    )
    for (const said of [...FIRST, "Invoices are numbered without gaps", "The broker restarts on Mondays"])
      expect(merged).toContain(`- ${said}\n`)
  })

  it("are one also where both add at the end of one section", () => {
    const merged = merge(
      memoryOf("ann", [...FIRST, "Invoices are numbered without gaps"]),
      memoryOf("ann", [...FIRST, "The broker restarts on Mondays"]),
    )
    for (const said of [...FIRST, "Invoices are numbered without gaps", "The broker restarts on Mondays"])
      expect(merged).toContain(`- ${said}\n`)
  })

  it("keep everything that only one of them has", () => {
    expect(merge(memoryOf("ann", FIRST), memoryOf("ann", FIRST.slice(1)))).toBe(memoryOf("ann", FIRST))
  })

  it("are not merged if one paraphrases the other's entry, or their front matter differs", () => {
    expect(
      merge(
        memoryOf("ann", FIRST),
        memoryOf("ann", ["Ledger rounds to whole cents", "Retries are safe up to three times"]),
      ),
    ).toBeNull()
    expect(
      merge(
        memoryOf("ann", FIRST).replace("2026-02-01", "2026-02-02"),
        memoryOf("ann", FIRST).replace("2026-02-01", "2026-02-03"),
      ),
    ).toBeNull()
  })
})
