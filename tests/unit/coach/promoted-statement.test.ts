import { describe, expect, it } from "vitest"
import { likenessOfCopy, promotedStatement } from "@/lib/memory/coach/claim-statements"

const CLOCK = "Always freeze the clock before a test reads a date"
const OTHER = "Freeze time in tests"

describe("the entry promoted from a claim", () => {
  it.each([
    {
      title: "a curator's own words, whatever it cites",
      claim: { text: `5 agents say alike: “${CLOCK}”`, edited: "Freeze the clock" },
      source: "extractive",
      cited: [CLOCK],
      expected: "Freeze the clock",
    },
    {
      title: "the most telling entry that stands, where words were only compared",
      claim: { text: "5 agents say alike", edited: null },
      source: "extractive",
      cited: [CLOCK, OTHER],
      expected: CLOCK,
    },
    {
      title: "the most telling entry, where it is quoted",
      claim: { text: `Several agents know: "${CLOCK}"`, edited: null },
      source: "model",
      cited: [CLOCK, OTHER],
      expected: CLOCK,
    },
    {
      title: "the most telling entry, where the quotation is cut short and laid out otherwise",
      claim: { text: "All testers: «Always freeze  the clock before a test reads…»", edited: null },
      source: "submitted",
      cited: [CLOCK],
      expected: CLOCK,
    },
    {
      title: "the entry that is quoted, where another is cited before it",
      claim: { text: `Unlike the others, one says “${CLOCK}”`, edited: null },
      source: "submitted",
      cited: [OTHER, CLOCK],
      expected: CLOCK,
    },
    {
      title: "its own words, where it quotes nothing that it cites",
      claim: { text: "Tests must not read the real “clock”", edited: null },
      source: "model",
      cited: [CLOCK, OTHER],
      expected: "Tests must not read the real “clock”",
    },
    {
      title: "its own words, where nothing that it cites stands",
      claim: { text: "Tests freeze the clock", edited: null },
      source: "extractive",
      cited: [],
      expected: "Tests freeze the clock",
    },
  ] as const)("is $title", ({ claim, source, cited, expected }) => {
    expect(promotedStatement(claim, source, cited)).toBe(expected)
  })
})

describe("an entry next to a promoted one", () => {
  it.each([
    ["copy", CLOCK, `${CLOCK}.`],
    ["copy", CLOCK, "Tests freeze the clock before reading dates"],
    [
      "copy",
      "Retry payments five times with exponential backoff and full jitter",
      "Retry payments 5 times with exponential backoff",
    ],
    [
      "more",
      "Retry payments five times with exponential backoff",
      "Retry payments 5 times with exponential backoff and full jitter",
    ],
    [
      "more",
      "The global 5000-line circular log buffer is retained.",
      "The 5000-line global circular buffer is retained even with multiple jobs. `processId` on every `LogMessage` enables clients to filter per job.",
    ],
    [
      "else",
      "Retry payments five times with exponential backoff",
      "Retry payments three times with exponential backoff",
    ],
    ["else", CLOCK, "Every migration needs a rollback script"],
  ] as const)("is a %s: %s / %s", (likeness, statement, entry) => {
    expect(likenessOfCopy(statement, entry)).toBe(likeness)
  })
})
