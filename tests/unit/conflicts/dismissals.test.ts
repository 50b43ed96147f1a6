import { expect, it } from "vitest"
import { areMostlyDismissed } from "@/lib/memory/conflicts/second-opinions"

it.each([
  [0, 0, false],
  [9, 9, false],
  [5, 10, false],
  [6, 10, true],
  [10, 10, true],
])("%i of %i dismissed: %s", (dismissed, decided, expected) => {
  expect(areMostlyDismissed({ finding: "duplicate", dismissed, decided })).toBe(expected)
})
