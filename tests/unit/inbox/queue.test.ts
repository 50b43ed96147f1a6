import { describe, expect, it } from "vitest"
import type { ConflictSummary } from "@/components/conflicts/conflict"
import type { ProposalSummary } from "@/components/proposals/proposal-types"
import { type InboxItem, itemOf } from "@/components/inbox/inbox-item"
import { ALERT } from "@/components/inbox/kinds/alert/alert-kind"
import { CONFLICT } from "@/components/inbox/kinds/conflict/conflict-kind"
import { PROPOSAL } from "@/components/inbox/kinds/proposal/proposal-kind"
import {
  visibleItems,
  type QueueMove,
  moveQueue,
  type Queue,
  startQueue,
} from "@/components/inbox/inbox-list-reducer"

/** "a1" is the first proposal of file a; "!a2" is an alert about it, "?a3" a conflict. */
function item(name: string): InboxItem {
  const id = name.replace(/[!?]/, "")
  const of = { id, group: id[0] ?? "", path: id[0] ?? "" }
  const summary = { id, state: "open", snoozedUntil: null }
  if (name.startsWith("?")) return { ...of, kind: CONFLICT as never, summary }
  return { ...of, kind: (name.startsWith("!") ? ALERT : PROPOSAL) as never, summary }
}

const proposalOf = (id: string, state: ProposalSummary["state"] = "waiting") =>
  itemOf(PROPOSAL, { id, path: id[0] ?? "", project: { slug: "p", name: "P" }, state } as ProposalSummary)
const queueOf = (names: string, current?: string): Queue =>
  startQueue({ items: names.split(" ").map(item), grouped: "file", current: current ?? null })
const play = (queue: Queue, ...moves: QueueMove[]): Queue => moves.reduce(moveQueue, queue)
const shown = (queue: Queue): string =>
  visibleItems(queue)
    .map((one) => one.id)
    .join(" ")
const chosen = (queue: Queue): string => [...queue.chosen].join(" ")

describe("the current item after a decision", () => {
  it("is the next item", () => {
    const queue = play(queueOf("a1 a2 b1", "a1"), { do: "leave", ids: ["a1"] })
    expect([shown(queue), queue.current]).toEqual(["a2 b1", "a2"])
  })

  it("is the previous one if the last was decided, and none if the list is empty", () => {
    const queue = play(queueOf("a1 a2", "a2"), { do: "leave", ids: ["a2"] })
    expect(queue.current).toBe("a1")
    expect(play(queue, { do: "leave", ids: ["a1"] }).current).toBeNull()
  })

  it("is unchanged if others were decided", () => {
    expect(play(queueOf("a1 a2 b1", "a2"), { do: "leave", ids: ["a1", "b1"] }).current).toBe("a2")
  })

  it("skips items that leave with the decision, and items that a colleague decided", () => {
    const queue = play(
      queueOf("a1 a2 a3 b1", "a1"),
      { do: "strike", id: "a3", words: "Approved by Mara" },
      { do: "leave", ids: ["a1", "a2"] },
    )
    expect(queue.current).toBe("b1")
  })
})

describe("a refused decision", () => {
  it("restores the item at its position, marked, and keeps the current item", () => {
    const queue = play(
      queueOf("a1 a2 b1", "a1"),
      { do: "leave", ids: ["a1"] },
      { do: "step", by: 1 },
      { do: "refuse", refusals: [{ id: "a1", words: "It changed meanwhile" }] },
    )
    expect([shown(queue), queue.current]).toEqual(["a1 a2 b1", "b1"])
    expect(queue.marks.get("a1")).toEqual({ kind: "refused", words: "It changed meanwhile", over: false })
  })

  it("becomes current if no other item is", () => {
    const queue = play(
      queueOf("a1"),
      { do: "leave", ids: ["a1"] },
      { do: "refuse", refusals: [{ id: "a1", words: "Not now" }] },
    )
    expect(queue.current).toBe("a1")
  })

  it("stays until it was current, even if a colleague has decided it", () => {
    const back = play(
      queueOf("a1 a2 b1", "a1"),
      { do: "leave", ids: ["a1"] },
      { do: "refuse", refusals: [{ id: "a1", words: "Mara has rejected it already" }] },
      { do: "strike", id: "a1", words: "Rejected by Mara" },
      { do: "clear", ids: ["a1"] },
    )
    expect([shown(back), back.marks.get("a1")?.words]).toEqual(["a1 a2 b1", "Mara has rejected it already"])
    const seen = play(back, { do: "step", by: -1 })
    expect(seen.current).toBe("a1")
    expect(shown(play(seen, { do: "step", by: 1 }))).toBe("a2 b1")
  })

  it("loses its mark with the next decision", () => {
    const queue = play(
      queueOf("a1 a2"),
      { do: "leave", ids: ["a1"] },
      { do: "refuse", refusals: [{ id: "a1", words: "Not now" }] },
      { do: "leave", ids: ["a1"] },
    )
    expect(queue.marks.size).toBe(0)
  })
})

it("an undone item returns to its position in the list and becomes current", () => {
  const queue = play(
    queueOf("a1 a2 b1", "a1"),
    { do: "leave", ids: ["a1", "b1"] },
    { do: "return", items: [proposalOf("b1"), proposalOf("a1")] },
  )
  expect([shown(queue), queue.current]).toEqual(["a1 a2 b1", "a1"])
})

it("an undone item looks as before, even if it was read as decided meanwhile", () => {
  const waiting = ["a1", "a2"].map((id) => proposalOf(id))
  const queue = play(
    queueOf("a1 a2"),
    { do: "leave", ids: ["a1", "a2"] },
    ...waiting.map(({ id }): QueueMove => ({ do: "update", item: proposalOf(id, "approved") })),
    { do: "return", items: waiting },
  )
  expect(visibleItems(queue).map((one) => one.summary.state)).toEqual(["waiting", "waiting"])
})

describe("an item that a colleague decided", () => {
  it("is struck out, then removed, and can no longer be selected", () => {
    const struck = play(
      queueOf("a1 a2", "a1"),
      { do: "choose", id: "a2" },
      { do: "strike", id: "a2", words: "Approved by Mara" },
      { do: "choose", id: "a2" },
    )
    expect([shown(struck), chosen(struck)]).toEqual(["a1 a2", ""])
    expect(struck.marks.get("a2")).toEqual({ kind: "struck", words: "Approved by Mara", over: false })
    expect(shown(play(struck, { do: "clear", ids: ["a2"] }))).toBe("a1")
  })

  it("stays while it is current, and is removed at the next step", () => {
    const queue = play(
      queueOf("a1 a2", "a1"),
      { do: "strike", id: "a1", words: "Approved by Mara" },
      { do: "clear", ids: ["a1"] },
    )
    expect([shown(queue), queue.current]).toEqual(["a1 a2", "a1"])
    const on = play(queue, { do: "step", by: 1 })
    expect([shown(on), on.current]).toEqual(["a2", "a2"])
  })

  it("keeps the name of who decided if a comparison also finds it missing", () => {
    const named = { do: "strike", id: "a1", words: "Rejected by Mara" } as const
    const guess = { do: "strike", id: "a1", words: "Decided by somebody else", isGuess: true } as const
    const wordsAfter = (...moves: QueueMove[]) => play(queueOf("a1"), ...moves).marks.get("a1")?.words
    expect(wordsAfter(named, guess)).toBe("Rejected by Mara")
    expect(wordsAfter(guess, named)).toBe("Rejected by Mara")
  })

  it("is ignored if it was decided here or is not in the list", () => {
    const queue = play(
      queueOf("a1 a2"),
      { do: "leave", ids: ["a1"] },
      { do: "strike", id: "a1", words: "" },
      { do: "strike", id: "z1", words: "" },
    )
    expect(queue.marks.size).toBe(0)
  })

  it("is not taken in when it was only offered", () => {
    const queue = play(
      queueOf("a1"),
      { do: "offer", items: [item("a2")] },
      { do: "strike", id: "a2", words: "" },
      { do: "take in" },
    )
    expect(shown(queue)).toBe("a1")
  })
})

it("a conflict is removed, restored and struck out like a proposal", () => {
  const decided = play(queueOf("?a1 a2", "a1"), { do: "leave", ids: ["a1"] })
  expect([shown(decided), decided.current]).toEqual(["a2", "a2"])
  const back = play(decided, {
    do: "refuse",
    refusals: [{ id: "a1", words: "One side was forgotten meanwhile" }],
  })
  expect([shown(back), back.marks.get("a1")?.kind]).toEqual(["a1 a2", "refused"])
  const gone = itemOf(CONFLICT, {
    id: "a1",
    path: "a",
    project: { slug: "p", name: "P" },
    left: { entries: [] },
    state: "gone",
  } as unknown as ConflictSummary)
  expect(play(back, { do: "update", item: gone }).marks.get("a1")).toMatchObject({
    kind: "refused",
    over: true,
  })
})

describe("moving", () => {
  it("ends at both ends of the list", () => {
    const queue = queueOf("a1 a2", "a1")
    expect(play(queue, { do: "step", by: -1 }).current).toBe("a1")
    expect(play(queue, { do: "step", by: 1 }, { do: "step", by: 1 }).current).toBe("a2")
  })

  it("goes from file to file, and backwards to the first item of the current file before that", () => {
    const queue = queueOf("a1 a2 b1 b2 c1", "a2")
    expect(play(queue, { do: "step file", by: 1 }).current).toBe("b1")
    expect(play(queue, { do: "step file", by: -1 }).current).toBe("a1")
    expect(
      play(queue, { do: "step file", by: 1 }, { do: "step file", by: 1 }, { do: "step file", by: 1 }).current,
    ).toBe("c1")
  })
})

describe("selection", () => {
  it("adds an item, and removes it again", () => {
    const queue = play(
      queueOf("a1 a2"),
      { do: "choose", id: "a1" },
      { do: "choose", id: "a2" },
      { do: "choose", id: "a1" },
    )
    expect(chosen(queue)).toBe("a2")
  })

  it("selects the range from the last selected item, or the whole file", () => {
    expect(
      chosen(play(queueOf("a1 a2 b1 b2"), { do: "choose", id: "a2" }, { do: "choose to", id: "b2" })),
    ).toBe("a2 b1 b2")
    expect(chosen(play(queueOf("a1 a2 b1"), { do: "choose to", id: "a2" }))).toBe("a1 a2")
  })

  it("includes items that are still loading once all were selected", () => {
    const queue = play(
      queueOf("a1 b1"),
      { do: "choose all" },
      { do: "append", items: [item("a2"), item("c1")] },
    )
    expect(chosen(queue)).toBe("a1 b1 a2 c1")
    expect(chosen(play(queue, { do: "choose", id: "a1" }, { do: "append", items: [item("d1")] }))).toBe(
      "b1 a2 c1",
    )
  })

  it("includes proposals, alerts and conflicts", () => {
    expect(chosen(play(queueOf("a1 !a2 ?b1"), { do: "choose all" }))).toBe("a1 a2 b1")
  })
})

describe("incoming items", () => {
  it("is offered first, and joins its file when it is taken in", () => {
    const queue = play(queueOf("a1 b1", "b1"), { do: "offer", items: [item("a2"), item("a1"), item("c1")] })
    expect([shown(queue), queue.fresh.length]).toEqual(["a1 b1", 2])
    const taken = play(queue, { do: "take in" })
    expect([shown(taken), taken.current, taken.fresh.length]).toEqual(["a1 a2 b1 c1", "b1", 0])
  })
})

describe("a replaced list", () => {
  it("keeps the current item if the list has it, else selects the item that followed it", () => {
    const queue = queueOf("a1 a2 b1 b2", "a2")
    const to = (names: string) =>
      play(queue, { do: "replace", items: names.split(" ").map(item), grouped: "file", left: new Set() })
        .current
    expect([to("a2 b2"), to("a1 b1 b2"), to("c1 c2")]).toEqual(["a2", "b1", "c1"])
  })

  it("leaves out decided items that the server does not know yet", () => {
    const queue = play(
      queueOf("a1 a2"),
      { do: "leave", ids: ["a1"] },
      { do: "replace", items: [item("a1"), item("a2")], grouped: "file", left: new Set(["a1"]) },
    )
    expect(shown(queue)).toBe("a2")
  })
})
