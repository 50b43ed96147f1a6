import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { conflictBetween, type DatedStatement } from "@/lib/memory/conflicts/conflict"

const said = (text: string, more: Partial<DatedStatement> = {}): DatedStatement => ({
  text,
  date: null,
  ...more,
})
const between = (left: string, right: string) => conflictBetween(said(left), said(right))

describe("a conflict between two entries", () => {
  it("names the numbers that differ, with the words of both sides", () => {
    expect(between("The broker listens on port 4222", "The broker's port is 4223")).toMatchObject({
      finding: "contradiction",
      message: "one says 4222, the other 4223",
      words: "4222 / 4223",
      later: null,
    })
  })

  it("quotes units and names as they are written", () => {
    const message = (left: string, right: string) => between(left, right)?.message
    expect(message("The broker has a limit of 256 MB", "The broker has a limit of 512 MB")).toBe(
      "one says 256 MB, the other 512 MB",
    )
    expect(message("Requests are validated with TypeBox", "Requests are validated with Zod")).toBe(
      "one says TypeBox, the other Zod",
    )
    expect(
      message("Always squash commits before a merge", "Never squash commits before a merge"),
    ).not.toMatch(/Always|Never/)
  })

  it("takes two tools for one purpose for a contradiction, whether anybody knows them or not", () => {
    expect(between("Labels are printed with Zebrakit", "Labels are printed with Inkwell")).toMatchObject({
      finding: "contradiction",
    })
    expect(between("We use Fastify", "We use Express")).toMatchObject({ finding: "contradiction" })
    expect(between("Use vans for pallets", "Use bikes for letters")).toBeNull()
  })

  it("names the later side: by its text, else by the dates of the entries", () => {
    expect(
      between("Parcels are routed by Routemaster", "Routing was moved from Routemaster to Hermod"),
    ).toMatchObject({ finding: "contradiction", later: "right" })
    expect(
      conflictBetween(
        said("The dock has 4 doors", { date: "2026-05-01" }),
        said("The dock has 6 doors", { date: "2026-02-01" }),
      ),
    ).toMatchObject({ later: "left" })
    expect(
      conflictBetween(said("The dock has 4 doors", { date: "2026-05-01" }), said("The dock has 6 doors")),
    ).toMatchObject({ later: null })
  })

  it("is not found between entries for different places, under a condition, or with an exception", () => {
    expect(between("Staging keeps parcels for 3 days", "Production keeps parcels for 30 days")).toBeNull()
    expect(between("The dock is open when it is dry", "The dock is closed when it rains")).toBeNull()
    expect(between("Every parcel is weighed", "Every parcel is weighed, except letters")).toBeNull()
  })

  it("is not found between two names in code, however alike they are", () => {
    const about = (name: string, seconds: number) =>
      `\`${name}\` drains for ${seconds} seconds before it stops`
    expect(between(about("invoice", 15), about("billing", 23))).toBeNull()
    expect(
      between("`invoice` owner on call is the payments team", "`billing` owner on call is the payments team"),
    ).toBeNull()
    expect(between(about("invoice", 15), about("invoice", 23))).toMatchObject({ finding: "contradiction" })
    expect(between("Set `--timeout 30` for uploads", "Set `--timeout 60` for uploads")).not.toBeNull()
    expect(between("Use `pnpm` to install packages", "Use `yarn` to install packages")).not.toBeNull()
  })

  it("is not found between events at different times", () => {
    expect(between("Fixed 3 leaks in the dock roof", "Fixed 5 leaks in the dock roof")).toBeNull()
    expect(between("Round 2 took 14 minutes", "Round 3 took 11 minutes")).toBeNull()
  })

  it("takes the subject of a short entry from its heading", () => {
    const [left, right] = [
      said("Has 4 doors", { section: "North dock" }),
      said("Has 6 doors", { section: "South dock" }),
    ]
    expect(conflictBetween(left, right)).toBeNull()
    expect(
      conflictBetween(
        said("Opens at dawn", { section: "North dock" }),
        said("Opens at dawn", { section: "South dock" }),
      ),
    ).toBeNull()
  })

  it("takes fragments under two headings for no copies", () => {
    const fragments = ["max crate size check", "max crate size"].map((text, at) =>
      said(text, { section: ["Road", "Sea and rail"][at] ?? null }),
    )
    expect(conflictBetween(fragments[0]!, fragments[1]!)).toBeNull()
    expect(
      conflictBetween(
        said("all crates in CrateSet set", { section: "Road" }),
        said("all crates in CrateSet set", { section: "Sea and rail" }),
      ),
    ).toBeNull()
  })

  it("finds nothing between entries under headings that name opposites", () => {
    const one = said("The client advertises its mempool and the server pulls transactions from the peer", {
      section: "Outbound connection",
    })
    const under = (section: string) =>
      said("The server pulls transactions from the peer and the client advertises its mempool", { section })
    expect(conflictBetween(one, under("Outbound traffic"))).toMatchObject({ finding: "duplicate" })
    expect(conflictBetween(one, under("Inbound connection"))).toBeNull()
  })

  it("takes sentences that differ in one word of another meaning for no copies", () => {
    expect(
      between("Exibe aviso de êxito ao motorista", "Exibe aviso de falha ao motorista")?.finding,
    ).not.toBe("duplicate")
    expect(between("The scanner shows a blue label", "The scanner shows a square label")?.finding).not.toBe(
      "duplicate",
    )
  })

  it("takes a name that begins with no for no denial, and a number under a condition for another case", () => {
    expect(
      between("The broker's no-op branch drops the parcel", "The broker's branch drops the parcel")?.finding,
    ).not.toBe("contradiction")
    expect(
      between(
        "When the gate has mode 1, all parcels are counted",
        "The gate has mode 0, all parcels are counted",
      ),
    ).toBeNull()
  })

  it("is not found between a rule and a special case", () => {
    expect(
      between("Ask Ines before you change the toll forms", "If the road is private, no toll form is needed"),
    ).toBeNull()
  })

  it("is not found between a question and a fact", () => {
    expect(
      between(
        'Write "parcel", never "package": drivers say parcel',
        'Ask who owns the words "parcel" and "package"',
      ),
    ).toBeNull()
  })

  it("is not found between a current fault and the intended behavior", () => {
    expect(
      conflictBetween(
        said("Doesn't weigh parcels at the dock", { section: "Known issues" }),
        said("Weighs parcels at the dock", { section: "Dock" }),
      ),
    ).toBeNull()
  })

  it("is not found between items of one list that can both be true", () => {
    const list = { file: "memory.md", section: "Tools" }
    expect(
      conflictBetween(said("Maps are drawn by Cartograph", list), said("Maps are drawn by Plotter", list)),
    ).not.toBeNull()
    expect(
      conflictBetween(said("Printing uses Zebrakit", list), said("Printing uses Inkwell", list)),
    ).toBeNull()
    expect(
      conflictBetween(
        said("Printing uses Zebrakit", list),
        said("Printing uses Inkwell", { ...list, file: "other.md" }),
      ),
    ).not.toBeNull()
  })

  it("treats equal measures as equal", () => {
    expect(between("Pickups close after 90 minutes", "Pickups close after 1.5 h")).toMatchObject({
      finding: "duplicate",
    })
  })

  it("distinguishes identical text from a paraphrase", () => {
    expect(between("- **Weigh** parcels `twice`", "weigh parcels twice")).toMatchObject({
      finding: "duplicate",
      score: 1,
    })
    expect(
      between("Parcels are weighed by the second scanner", "The second scanner weighs parcels"),
    ).toMatchObject({ finding: "duplicate" })
    expect(between("✅ Parcels are weighed twice", "❌ Parcels are weighed twice")).toBeNull()
  })

  it("is the same from either side, and is never one with oneself", () => {
    const words = fc.constantFrom(
      "the",
      "dock",
      "has",
      "4",
      "6",
      "doors",
      "never",
      "use",
      "Zebrakit",
      "Inkwell",
      "for",
      "labels",
      "is",
      "closed",
      "open",
      ":",
      ",",
      "not",
      "moved",
      "from",
      "to",
      "`a.ts`",
      "2026-05-01",
      "ないです",
      "staging",
    )
    const text = fc.array(words, { minLength: 1, maxLength: 9 }).map((all) => all.join(" "))
    fc.assert(
      fc.property(text, text, (left, right) => {
        const [one, other] = [between(left, right), between(right, left)]
        expect(other?.finding).toBe(one?.finding)
        expect(other?.score).toBe(one?.score)
        expect(between(left, left)?.finding ?? "duplicate").toBe("duplicate")
      }),
    )
  })

  it("accepts any two texts", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 80 }),
        fc.string({ unit: "grapheme", maxLength: 80 }),
        (left, right) => {
          const score = between(left, right)?.score ?? 0
          expect(score >= 0 && score <= 1).toBe(true)
        },
      ),
    )
  })
})
