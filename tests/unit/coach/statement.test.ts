import { describe, expect, it } from "vitest"
import { likenessOfCopy, promotedStatement } from "@/lib/memory/coach/statement"

const CLOCK = "Always freeze the clock before a test reads a date"
const OTHER = "Freeze time in tests"

describe("what is promoted of a claim", () => {
  it.each([
    [
      "a curator's own words, whatever it cites",
      { text: `5 agents say alike: “${CLOCK}”`, edited: "Freeze the clock" },
      "extractive",
      [CLOCK],
      "Freeze the clock",
    ],
    [
      "the most telling entry that stands, where words were only compared",
      { text: "5 agents say alike", edited: null },
      "extractive",
      [CLOCK, OTHER],
      CLOCK,
    ],
    [
      "the most telling entry, where it is quoted",
      { text: `Several agents know: "${CLOCK}"`, edited: null },
      "model",
      [CLOCK, OTHER],
      CLOCK,
    ],
    [
      "the most telling entry, where the quotation is cut short and laid out otherwise",
      { text: "All testers: «Always freeze  the clock before a test reads…»", edited: null },
      "submitted",
      [CLOCK],
      CLOCK,
    ],
    [
      "the entry that is quoted, where another is cited before it",
      { text: `Unlike the others, one says “${CLOCK}”`, edited: null },
      "submitted",
      [OTHER, CLOCK],
      CLOCK,
    ],
    [
      "its own words, where it quotes nothing that it cites",
      { text: "Tests must not read the real “clock”", edited: null },
      "model",
      [CLOCK, OTHER],
      "Tests must not read the real “clock”",
    ],
    [
      "its own words, where nothing that it cites stands",
      { text: "Tests freeze the clock", edited: null },
      "extractive",
      [],
      "Tests freeze the clock",
    ],
  ] as const)("is %s", (_, claim, source, cited, expected) => {
    expect(promotedStatement(claim, source, cited)).toBe(expected)
  })
})

describe("an entry beside what is promoted", () => {
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
      "The global 5000-line circular log buffer is retained. Per-job log buffers are not introduced.",
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
