import { describe, expect, it } from "vitest"
import { type ComparedClaim, compareSyntheses } from "@/lib/memory/coach/claim-comparison"
import type { ClaimKind } from "@/lib/memory/coach/synthesis"

const claim = (
  text: string,
  { kind = "observation", cites = [] }: { kind?: ClaimKind; cites?: readonly string[] } = {},
): ComparedClaim => ({ text, kind, cites })
const compare = (before: readonly ComparedClaim[], after: readonly ComparedClaim[]) => {
  const { added, same, gone, reworded } = compareSyntheses(before, after)
  return {
    added: added.map((at) => after[at]?.text),
    same: same.map(({ to }) => after[to]?.text),
    gone: gone.map((at) => before[at]?.text),
    reworded: reworded.map(({ from, to }) => [before[from]?.text, after[to]?.text]),
  }
}

describe("the changes between two syntheses", () => {
  it("are empty for equal claims in any layout and order", () => {
    const [one, two] = [
      claim("The broker drops messages when its queue is full"),
      claim("Deploys wait for a green build", { kind: "risk" }),
    ]
    expect(compare([one, two], [{ ...two, text: "deploys  wait for a green build." }, one])).toEqual({
      added: [],
      same: ["deploys  wait for a green build.", one.text],
      gone: [],
      reworded: [],
    })
  })

  it("are the new claims and the removed claims", () => {
    expect(
      compare(
        [claim("Prices are kept in cents"), claim("The clock is frozen in tests")],
        [claim("The clock is frozen in tests"), claim("Release notes are written by the captain")],
      ),
    ).toEqual({
      added: ["Release notes are written by the captain"],
      same: ["The clock is frozen in tests"],
      gone: ["Prices are kept in cents"],
      reworded: [],
    })
  })

  it("is shown as reworded for a paraphrase and for claims on the same subject that cite the same entries", () => {
    expect(
      compare(
        [claim("The payment gateway closes idle connections after thirty seconds")],
        [claim("Idle connections are closed by the payment gateway after thirty seconds")],
      ).reworded,
    ).toHaveLength(1)
    const cites = ["e1", "e2", "e3"]
    expect(
      compare(
        [claim("3 agents note that the broker drops messages", { kind: "shared-pattern", cites })],
        [
          claim("4 agents note that the broker drops messages", {
            kind: "shared-pattern",
            cites: [...cites, "e4"],
          }),
        ],
      ),
    ).toMatchObject({
      added: [],
      gone: [],
      reworded: [
        ["3 agents note that the broker drops messages", "4 agents note that the broker drops messages"],
      ],
    })
  })

  it("do not match two claims only because they cite the same entries or have similar wording", () => {
    const cites = ["e1", "e2"]
    expect(
      compare(
        [claim("The broker drops messages when its queue is full", { cites })],
        [claim("Invoices close on Fridays at four", { cites })],
      ),
    ).toMatchObject({ same: [], reworded: [] })
    expect(
      compare(
        [claim("unit-tester knows nothing of deploys", { kind: "gap", cites: ["e1"] })],
        [claim("cashier knows nothing of refunds", { kind: "gap", cites: ["e9"] })],
      ),
    ).toMatchObject({ same: [], reworded: [] })
  })

  it("pairs each claim once, the likest first", () => {
    const [rough, exact] = [
      claim("The broker drops messages when its queue is full and nobody reads it"),
      claim("The broker drops messages when its queue is full"),
    ]
    expect(compare([rough, exact], [exact])).toEqual({
      added: [],
      same: [exact.text],
      gone: [rough.text],
      reworded: [],
    })
    expect(compare([exact, exact], [exact])).toEqual({
      added: [],
      same: [exact.text],
      gone: [exact.text],
      reworded: [],
    })
  })

  it("compares with nothing: all is new", () => {
    expect(compare([], [claim("One"), claim("Two")])).toEqual({
      added: ["One", "Two"],
      same: [],
      gone: [],
      reworded: [],
    })
  })
})
