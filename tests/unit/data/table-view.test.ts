import { describe, expect, it } from "vitest"
import { readTableView } from "@/components/ui/table-view"

describe("a stored view of a table", () => {
  it("is read with its hidden columns and row height", () => {
    expect(readTableView('{"hidden":["Entries"],"isCompact":true}')).toEqual({
      hidden: ["Entries"],
      isCompact: true,
    })
  })

  it.each(["", "null", "[]", '{"hidden":"Entries"}', '{"hidden":[1],"isCompact":"yes"}', "{"])(
    "shows everything if it is invalid: %s",
    (stored) => expect(readTableView(stored)).toEqual({ hidden: [], isCompact: false }),
  )
})
