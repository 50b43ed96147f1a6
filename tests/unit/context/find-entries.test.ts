import { expect, it } from "vitest"
import { findEntries } from "@/components/context/agent-context"

const ENTRIES = [
  { text: "Retry payments five times", section: "Findings", path: "agents/unit-tester/memory.md" },
  { text: "Ports are shared and/or forwarded", section: "Test setup", path: "agents/porter/memory.md" },
  { text: "支払いは五回まで再試行する", section: null, path: "agents/unit-tester/memory.md" },
]
const textsOf = (query: string) => findEntries(ENTRIES, query).found.map(({ text }) => text.slice(0, 5))

it.each([
  ["retries", ["Retry"]],
  ["RETRYING payment", ["Retry"]],
  ["pay", ["Retry"]],
  ["ports tests", ["Ports"]],
  ["再試行", ["支払いは五"]],
  ["unit-tester/", ["Retry", "支払いは五"]],
  ["tester", []],
  ["and/or", ["Ports"]],
  ["retry - five", ["Retry"]],
  ["", ["Retry", "Ports", "支払いは五"]],
])("finds entries for %j by text, section and inflection, and paths only by a slash", (query, texts) => {
  expect(textsOf(query)).toEqual(texts)
})

it("returns the terms to highlight", () => {
  expect(findEntries(ENTRIES, "retries").terms).toEqual(expect.arrayContaining(["retries*", "retry"]))
})
