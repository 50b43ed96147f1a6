import { describe, expect, it } from "vitest"
import {
  beginBoard,
  type Board,
  changedTo,
  boardColumns,
  drawnLines,
  drawnPlacements,
  inOrder,
  keyOf,
  moveBoard,
  type BoardMove,
  placeOfKey,
} from "@/components/seed/board/board-reducer"
import {
  LEFT_OUT_PLACE,
  type PlanPlace,
  type EntryPlacement,
  type SeedPlan,
} from "@/components/seed/seed-plans"
import { noneLeftOut } from "@/tests/support/seed/none-left-out"

const entry = (id: string, place: PlanPlace, more: Partial<EntryPlacement> = {}): EntryPlacement => ({
  entry: id,
  from: "architect",
  text: `Says ${id}`,
  date: "2026-11-02",
  section: null,
  path: "a.md",
  line: 3,
  file: "f",
  place,
  why: place === LEFT_OUT_PLACE ? "stale" : null,
  was: null,
  reason: "by its words",
  confidence: 0.9,
  byHand: false,
  ...more,
})

const planOf = (placements: EntryPlacement[], more: Partial<SeedPlan> = {}): SeedPlan => ({
  id: "p",
  team: "t",
  project: { slug: "ledger", name: "Ledger" },
  agent: "tester",
  category: null,
  roles: ["tester"],
  from: [],
  path: "m.md",
  format: "kaizen",
  budget: 100,
  lines: 10 + placements.filter((one) => one.place !== LEFT_OUT_PLACE).length,
  over: 0,
  target: "empty",
  sections: [],
  placements,
  counts: { shared: 0, coordinator: 0, roles: {}, leftOut: noneLeftOut(), all: placements.length },
  file: null,
  proposals: [],
  refused: [],
  may: { decide: true, why: null, people: 1 },
  nothingLeft: null,
  state: "waiting",
  version: 1,
  by: "Kim",
  at: "2026-11-22T00:00:00Z",
  decided: null,
  reason: null,
  revision: null,
  model: null,
  notes: [],
  snoozedUntil: null,
  ...more,
})

const FOUR = [
  entry("a", "shared"),
  entry("b", "shared", { confidence: 0.4 }),
  entry("c", "role:tester"),
  entry("d", LEFT_OUT_PLACE),
]
const after = (board: Board, ...moves: readonly BoardMove[]): Board => moves.reduce(moveBoard, board)
const placed = (number: number, to: Record<string, PlanPlace>, on = true): BoardMove => ({
  do: "place",
  on,
  move: { number, to: new Map(Object.entries(to)) },
})
const idsIn = (board: Board, place: PlanPlace) =>
  boardColumns(board)
    .find((one) => one.place === place)
    ?.groups.flatMap(({ placements }) => placements.map((one) => one.entry))
const ids = (board: Board) => inOrder(board).map((one) => one.entry)

describe("a seed plan on the board", () => {
  it("shows every entry in exactly one column, the unsure first", () => {
    expect(ids(beginBoard(planOf(FOUR), null))).toEqual(["b", "a", "c", "d"])
  })

  it("starts at the entry in the address, else at the first", () => {
    expect(beginBoard(planOf(FOUR), "c").current).toBe("c")
    expect(beginBoard(planOf(FOUR), "gone").current).toBe("b")
    expect(beginBoard(planOf([]), null).current).toBeNull()
  })

  it("shows a move at once as made by hand, and selects the entry below", () => {
    const board = after(beginBoard(planOf(FOUR), null), placed(1, { b: "coordinator" }))
    expect(idsIn(board, "coordinator")).toEqual(["b"])
    expect(drawnPlacements(board).find((one) => one.entry === "b")).toMatchObject({
      byHand: true,
      confidence: 1,
    })
    expect(board.current).toBe("a")
    expect(after(beginBoard(planOf(FOUR), "a"), placed(1, { a: LEFT_OUT_PLACE })).current).toBe("c")
  })

  it("selects the previous entry if none is below the moved one, and keeps the selection if another entry moved", () => {
    expect(after(beginBoard(planOf(FOUR), "d"), placed(1, { d: "shared" })).current).toBe("c")
    expect(after(beginBoard(planOf(FOUR), "a"), placed(1, { c: "shared" })).current).toBe("a")
  })

  it("counts lines including optimistic moves and wrapped lines", () => {
    const board = beginBoard(
      planOf([...FOUR, entry("e", LEFT_OUT_PLACE, { text: "One\n  and two\n  and three" })]),
      null,
    )
    expect(drawnLines(after(board, placed(1, { e: "shared" })))).toBe(board.plan.lines + 3)
    expect(drawnLines(after(board, placed(1, { a: LEFT_OUT_PLACE })))).toBe(board.plan.lines - 1)
  })

  it("keeps a later move of the same entry when the earlier one is answered", () => {
    const board = after(
      beginBoard(planOf(FOUR), null),
      placed(1, { a: "coordinator" }),
      placed(2, { a: LEFT_OUT_PLACE }),
      {
        do: "settle",
        number: 1,
        plan: planOf(FOUR.map((one) => (one.entry === "a" ? { ...one, place: "coordinator" } : one))),
      },
    )
    expect(idsIn(board, LEFT_OUT_PLACE)).toContain("a")
    expect(idsIn(board, "coordinator")).toEqual([])
  })

  it("restores the server's position of an entry when a move is rejected", () => {
    expect(
      ids(
        after(beginBoard(planOf(FOUR), null), placed(1, { a: LEFT_OUT_PLACE }), { do: "return", number: 1 }),
      ),
    ).toEqual(["b", "a", "c", "d"])
  })

  it("drops optimistic updates when the plan changes to another version", () => {
    const board = after(
      beginBoard(planOf(FOUR), null),
      placed(1, { a: LEFT_OUT_PLACE }),
      { do: "choose", entry: "c" },
      { do: "told", plan: planOf(FOUR.slice(1), { version: 7 }) },
    )
    expect(board).toMatchObject({ ahead: [], plan: { version: 7 } })
    expect(board.chosen.size).toBe(0)
    expect(ids(board)).toEqual(["b", "c", "d"])
  })

  it("moves the selected entries together, and clears the selection", () => {
    const board = after(
      beginBoard(planOf(FOUR), "c"),
      { do: "choose", entry: "a" },
      { do: "choose", entry: "d" },
      placed(1, { a: "coordinator", d: "coordinator" }),
    )
    expect(idsIn(board, "coordinator")).toEqual(["a", "d"])
    expect(board.chosen.size).toBe(0)
  })

  it("looks at the entry again that an undone move is about", () => {
    expect(
      after(
        beginBoard(planOf(FOUR), "b"),
        placed(1, { b: LEFT_OUT_PLACE }),
        placed(2, { b: "shared" }, false),
      ).current,
    ).toBe("b")
  })

  it("filters by uncertain entries, and selects one of them", () => {
    const board = after(beginBoard(planOf(FOUR), "c"), { do: "unsure" })
    expect(ids(board)).toEqual(["b"])
    expect(board.current).toBe("b")
    expect(boardColumns(board).find((one) => one.place === "shared")?.entries).toBe(2)
    expect(ids(after(board, { do: "unsure" }))).toHaveLength(4)
  })

  it("steps within its ends, and from column to column over those that are empty", () => {
    const board = beginBoard(planOf(FOUR), null)
    expect(after(board, { do: "step", by: -1 }).current).toBe("b")
    expect(
      after(board, { do: "step", by: 1 }, { do: "step", by: 1 }, { do: "step", by: 1 }, { do: "step", by: 1 })
        .current,
    ).toBe("d")
    expect(after(board, { do: "column", by: 1 }).current).toBe("c")
    expect(after(board, { do: "column", by: 1 }, { do: "column", by: 1 }).current).toBe("d")
  })

  it("groups left-out entries by reason, starting with those that could still be included", () => {
    const board = beginBoard(
      planOf([
        entry("a", LEFT_OUT_PLACE, { why: "retired" }),
        entry("b", LEFT_OUT_PLACE, { why: "budget" }),
        entry("c", LEFT_OUT_PLACE, { why: "person" }),
      ]),
      null,
    )
    expect(ids(board)).toEqual(["b", "c", "a"])
  })
})

describe("the keys of a plan", () => {
  const roles = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
  const plan = planOf([], { roles })

  it("are 1 for shared, 2 to 8 for the roles, 9 for the coordinator and 0 for out of it", () => {
    expect(["1", "2", "8", "9", "0"].map((key) => placeOfKey(plan, key))).toEqual([
      "shared",
      "role:one",
      "role:seven",
      "coordinator",
      LEFT_OUT_PLACE,
    ])
  })

  it("are missing for roles after the seventh, and do nothing where the file lacks the position", () => {
    expect(keyOf(plan, "role:eight")).toBeNull()
    expect(placeOfKey(planOf([], { roles: ["one"] }), "3")).toBeNull()
    expect(
      placeOfKey(
        planOf([], { sections: [{ place: "shared", heading: "Key patterns", entries: 0, lines: 0 }] }),
        "9",
      ),
    ).toBeNull()
  })
})

describe("an event in the team", () => {
  const at = (kind: string, seeds?: { id: string; version?: number }[]) =>
    changedTo(seeds === undefined ? { kind } : { kind, seeds }, "p")

  it("matches a plan by the version in the event, to separate own moves from those of another tab", () => {
    expect(at("seed.move", [{ id: "p", version: 3 }])).toBe(3)
    expect(at("seed.move", [{ id: "other", version: 9 }])).toBeNull()
  })

  it("may have changed it where the event does not say, and has not where it is about something else", () => {
    expect([at("seed.drop", [{ id: "p" }]), at("file.restore"), at("seed.plan")]).toEqual([
      Infinity,
      Infinity,
      Infinity,
    ])
    expect(at("proposal.review")).toBeNull()
  })
})
