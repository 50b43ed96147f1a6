import { expect, it } from "vitest"
import { alertEventWords } from "@/components/alerts/alert-facts"

const words = (detail: Record<string, unknown>) =>
  alertEventWords({
    what: "resolved",
    round: 1,
    by: { kind: "system", name: "Quarterdeck" },
    at: "2026-11-22T10:00:00Z",
    detail,
  })

it("says after which action an alert was resolved, if it is known", () => {
  const by = "Mara Reyes"
  expect(words({ action: "verified", by })).toBe("Resolved after Mara Reyes verified entries")
  expect(words({ action: "decided", by })).toBe("Resolved after Mara Reyes resolved a conflict")
  expect(words({ action: "changed", by })).toBe("Resolved after Mara Reyes changed the file")
  expect(words({ action: "imported", by })).toBe("Resolved after an import of the file")
  expect(words({})).toBe("Resolved: the cause no longer applies")
})
