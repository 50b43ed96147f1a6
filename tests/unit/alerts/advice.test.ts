import { describe, expect, it } from "vitest"
import { adviceFor } from "@/components/alerts/alert-titles-and-advice"

describe("the advice on an alert", () => {
  it("is in the singular for one entry", () => {
    expect(adviceFor("instruction-like", 1)).toContain(
      "Verify the entry if it is harmless. Otherwise remove it.",
    )
    expect(adviceFor("instruction-like", 2)).toContain("Verify the harmless entries and remove the others.")
  })

  it("is in the plural while the number of entries is not known", () => {
    expect(adviceFor("stale-entries", 0)).toBe("Verify the ones that are still true and retire the rest.")
  })
})
