import fc from "fast-check"
import { HtmlRenderer, Parser } from "commonmark"
import { describe, expect, it } from "vitest"
import { type PrintedClaim, type PrintedSynthesis, writeSynthesis } from "@/lib/memory/coach/synthesis-text"

const cited = (more: Partial<PrintedClaim["citations"][number]> = {}): PrintedClaim["citations"][number] => ({
  path: ".kaizen/agents/unit-tester/memory.md",
  line: 12,
  text: "Run one file at a time",
  agent: "unit-tester",
  stands: "same",
  now: "Run one file at a time",
  ...more,
})
const claim = (text: string, more: Partial<PrintedClaim> = {}): PrintedClaim => ({
  text,
  kind: "observation",
  confidence: 0.8,
  state: "accepted",
  original: null,
  promoted: false,
  citations: [cited()],
  ...more,
})
const synthesis = (more: Partial<PrintedSynthesis> = {}): PrintedSynthesis => ({
  title: "Brief on ledger",
  kind: "brief",
  state: "published",
  agent: null,
  place: "project ledger of Core",
  made: { on: "2026-11-20", by: "Coach", source: "extractive", model: null, asOf: "2026-11-20" },
  decided: { on: "2026-11-22", by: "Kim" },
  reason: null,
  reviewers: ["Kim"],
  file: { path: ".kaizen/agents/coach/memory.md", revision: 3 },
  claims: [claim("Tests run one at a time")],
  changes: null,
  notes: [],
  ...more,
})

describe("a synthesis for print", () => {
  it("prints scope, date, method, reviewer, and the claims by kind with their citations", () => {
    const claims = [
      claim("Tests run one at a time", {
        kind: "shared-pattern",
        citations: [
          cited(),
          cited({
            path: "memory/teams/core/memory.json",
            line: 5,
            agent: null,
            stands: "changed",
            now: "Otherwise",
            text: "As it was",
          }),
        ],
      }),
      claim("The broker forgets", {
        kind: "risk",
        state: "edited",
        original: "The broker is bad",
        citations: [cited({ stands: "gone", now: null })],
      }),
      claim("No", { state: "rejected" }),
    ]
    expect(
      writeSynthesis(
        synthesis({
          claims,
          notes: ["2 agents were not read"],
          changes: {
            since: { title: "The one before", on: "2026-11-12" },
            added: ["The broker forgets"],
            gone: ["Old"],
            reworded: [{ from: "Tests run alone", to: "Tests run one at a time" }],
            same: 1,
          },
        }),
      ),
    ).toBe(`# Brief on ledger

- Brief on project ledger of Core
- Created on 2026-11-20 by the built-in coach (text matching, no language model), based on memory as of 2026-11-20
- Reviewed by Kim: 2 claims accepted, 1 rejected
- Published on 2026-11-22 by Kim
- In the coach's memory: \`.kaizen/agents/coach/memory.md\`, revision 3

## Shared patterns

1. Tests run one at a time *(confidence 0.80)*

   > Run one file at a time
   >
   > — unit-tester, \`.kaizen/agents/unit-tester/memory.md:12\`

   > As it was
   >
   > — \`memory/teams/core/memory.json:5\`, now: “Otherwise”

## Risks

1. The broker forgets *(confidence 0.80, edited by a curator)*

   Original: “The broker is bad”

   > Run one file at a time
   >
   > — unit-tester, \`.kaizen/agents/unit-tester/memory.md:12\`, since removed

## Changes since “The one before” (2026-11-12)

- New: The broker forgets
- Reworded: Tests run one at a time (previously: Tests run alone)
- No longer included: Old
- 1 claim unchanged

## Not included

- 2 agents were not read
`)
  })

  it("marks syntheses of external coaches and models, undecided claims and rejected claims", () => {
    const waiting = writeSynthesis(
      synthesis({
        state: "waiting",
        decided: null,
        reviewers: [],
        file: null,
        kind: "orientation",
        agent: "newcomer",
        made: { on: "2026-11-20", by: "Token 1", source: "submitted", model: null, asOf: null },
        claims: [claim("One", { state: "waiting" }), claim("Two")],
      }),
    )
    expect(waiting).toContain(
      "- Orientation for newcomer on project ledger of Core\n- Created on 2026-11-20 by Token 1, an external coach\n- In review: 1 of 2 claims undecided\n",
    )
    expect(waiting).toContain("1. One *(confidence 0.80, undecided)*")
    expect(
      writeSynthesis(
        synthesis({
          state: "rejected",
          reason: "It is too old",
          made: { on: "2026-11-20", by: "Kim", source: "model", model: "ollama:llama", asOf: null },
        }),
      ),
    ).toMatch(
      /by the built-in coach with the language model ollama:llama\n[^]*- Rejected in full on 2026-11-22 by Kim: It is too old/,
    )
  })

  it("keeps code unchanged", () => {
    expect(
      writeSynthesis(synthesis({ claims: [claim("Use `Map<string, number>`, not <b>objects</b>")] })),
    ).toContain("1. Use `Map<string, number>`, not &lt;b>objects&lt;/b> *(")
  })

  it("contains no HTML and no image, whatever memory contains", () => {
    const part = fc.constantFrom(
      "<script>alert(1)</script>",
      "<img src=x>",
      "![x](https://evil.example/x.png)",
      "`",
      "``",
      "\\",
      "\n",
      "\n\n",
      "> ",
      "- ",
      "| ",
      "--- | ---\n",
      "```",
      "text ",
      "<!-- ",
      "&lt;",
      "![x][y]",
      "[y]: https://evil.example",
    )
    const words = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""))
    fc.assert(
      fc.property(words, words, (text, quoted) => {
        const markdown = writeSynthesis(
          synthesis({
            title: text,
            claims: [
              claim(text, {
                state: "edited",
                original: quoted,
                citations: [cited({ text: quoted, stands: "changed", now: text })],
              }),
            ],
            notes: [quoted],
          }),
        )
        const walker = new Parser().parse(markdown).walker()
        const found: string[] = []
        for (let event = walker.next(); event; event = walker.next())
          if (["html_inline", "html_block", "image"].includes(event.node.type)) found.push(event.node.type)
        expect(found).toEqual([])
        expect(new HtmlRenderer().render(new Parser().parse(markdown))).not.toMatch(/<(?:script|img)/)
      }),
      { numRuns: 500, examples: [["", "``\n``<script>alert(1)</script>``"]] },
    )
  })
})
