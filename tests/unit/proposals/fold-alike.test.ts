import { describe, expect, it } from "vitest"
import { groupDuplicates } from "@/lib/memory/proposals/group-similar"

const said = (text: string, more: { confidence?: number; supporters?: number; about?: string } = {}) => ({
  about: "add",
  text,
  confidence: null,
  supporters: 1,
  ...more,
})
const texts = (items: Parameters<typeof groupDuplicates>[0]) =>
  groupDuplicates(items).map(({ lead, folded }) => [lead.text, ...folded.map((one) => one.text)])

describe("folding duplicate proposals", () => {
  it("groups duplicates, and leaves the other proposals in their order", () => {
    expect(
      texts([
        said("Integration tests need the stub broker on port 4222"),
        said("Amounts are integers of minor units"),
        said("Integration tests need the stub broker on port 4222!"),
      ]),
    ).toEqual([
      [
        "Integration tests need the stub broker on port 4222",
        "Integration tests need the stub broker on port 4222!",
      ],
      ["Amounts are integers of minor units"],
    ])
  })

  it("keeps the more confident proposal first, and the one with more authors", () => {
    const [short, long] = [
      "Integration tests need the stub broker on port 4222",
      "Integration tests need a stub broker on port 4222",
    ]
    expect(texts([said(short, { confidence: 0.4 }), said(long, { confidence: 0.9 })])).toEqual([
      [long, short],
    ])
    expect(texts([said(short), said(long, { supporters: 3 })])).toEqual([[long, short]])
  })

  it("folds no proposal that contradicts another or changes another entry", () => {
    expect(
      texts([
        said("The broker delivers each message exactly once"),
        said("The broker never delivers each message exactly once"),
      ]),
    ).toHaveLength(2)
    expect(
      texts([
        said("Config files are TOML", { about: "edit:1" }),
        said("Config files are TOML", { about: "edit:2" }),
      ]),
    ).toHaveLength(2)
  })

  it("keeps all of many proposals", () => {
    const many = Array.from({ length: 120 }, (_, place) =>
      said(
        `Service number ${place} of the ledger writes its amounts as integers of minor units into table ${place * 7}`,
      ),
    )
    expect(groupDuplicates(many).flatMap(({ lead, folded }) => [lead, ...folded])).toHaveLength(120)
  })
})
