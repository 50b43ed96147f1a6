import { describe, expect, it } from "vitest"
import { findRestated, instructionLines } from "@/lib/memory/comparison/restated-instructions"

const GUIDE = `---
name: guide
---
# House rules

Run \`make weigh\` before you open
a pull request.

## Labels

- Never reprint a label after pickup.
- [ ] Keep tariffs in minor units
  as whole numbers
1. Ask Priya before the tariff table is changed

\`\`\`sh
- not a rule
\`\`\`
<!-- - nor is this
-->
> Carriers are polled every five minutes.

| who | what |
| --- | --- |
| Priya | owns the tariffs |
***
`

describe("the lines of instructions", () => {
  it("are its list items, paragraphs and rows with the lines that continue them, each with where it begins", () => {
    expect(instructionLines(GUIDE)).toEqual([
      { line: 6, text: "Run `make weigh` before you open a pull request." },
      { line: 11, text: "Never reprint a label after pickup." },
      { line: 12, text: "Keep tariffs in minor units as whole numbers" },
      { line: 14, text: "Ask Priya before the tariff table is changed" },
      { line: 21, text: "Carriers are polled every five minutes." },
      { line: 23, text: "who: what" },
      { line: 25, text: "Priya: owns the tariffs" },
    ])
  })

  it("count from 1 whatever the line breaks and a byte order mark", () => {
    expect(instructionLines("\ufeffOne\r\n\r\n- Two\r\n- Three")).toEqual([
      { line: 1, text: "One" },
      { line: 3, text: "Two" },
      { line: 4, text: "Three" },
    ])
    expect(instructionLines("")).toEqual([])
    expect(instructionLines("---\nnever: closed\n")).toEqual([{ line: 2, text: "never: closed" }])
  })
})

describe("a restated instruction", () => {
  const instructions = [{ path: "CLAUDE.md", entries: instructionLines(GUIDE) }]

  it("is found with its position, even as a paraphrase", () => {
    expect(findRestated("Labels must not be reprinted after pickup", instructions)).toMatchObject({
      path: "CLAUDE.md",
      line: 11,
      text: "Never reprint a label after pickup.",
    })
    expect(findRestated("Before opening a PR, run make weigh", instructions)).toMatchObject({ line: 6 })
  })

  it("is not found for an entry that adds something or contradicts it", () => {
    expect(findRestated("The label printer needs a reset after 400 labels", instructions)).toBeNull()
    expect(findRestated("Reprint a label after pickup", instructions)).toBeNull()
    expect(findRestated("Never reprint a label after pickup", [])).toBeNull()
  })

  it("is not one that an instruction only begins with", () => {
    expect(
      findRestated(
        "Never reprint a label after pickup: since March the carrier's scanner takes the second barcode for a new parcel and bills it twice",
        instructions,
      ),
    ).toBeNull()
  })
})
