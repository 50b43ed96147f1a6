import { expect, it } from "vitest"
import { openDetailCache } from "@/components/inbox/item-detail"
import type { ProposalDetail } from "@/components/proposals/proposal-types"

const settled = () => new Promise((resolve) => setImmediate(resolve))

function shelfOf() {
  const asked: string[] = []
  let version = 0
  const shelf = openDetailCache(async ({ id }) => {
    asked.push(id)
    if (id === "gone") throw new Error("there is no such proposal")
    return { id, path: id[0], text: `${id} ${(version += 1)}` } as ProposalDetail
  })
  return { shelf, asked }
}

it("fetches each item once, and again only if it is stale and visible", async () => {
  const { shelf, asked } = shelfOf()
  shelf.want([{ id: "a1" }])
  shelf.prepare([{ id: "a1" }, { id: "b1" }])
  await settled()
  shelf.age(({ id }) => id.startsWith("a"))
  shelf.prepare([{ id: "a1" }, { id: "b1" }])
  shelf.want([{ id: "b1" }])
  expect(asked).toEqual(["a1", "b1"])
  expect(shelf.get("a1")?.detail?.text).toBe("a1 1")
  shelf.want([{ id: "a1" }])
  await settled()
  expect(asked).toEqual(["a1", "b1", "a1"])
  expect(shelf.get("a1")?.detail?.text).toBe("a1 3")
})

it("ignores a response that was pending when the item expired", async () => {
  const { shelf, asked } = shelfOf()
  shelf.want([{ id: "a1" }])
  shelf.age()
  shelf.want([{ id: "a1" }])
  await settled()
  expect(asked).toEqual(["a1", "a1"])
  expect(shelf.get("a1")?.detail?.text).toBe("a1 2")
})

it("does not fetch an item again while others are marked as outdated", async () => {
  const { shelf, asked } = shelfOf()
  shelf.want([{ id: "a1" }, { id: "b1" }])
  shelf.age(({ id }) => id.startsWith("b"))
  await settled()
  expect(asked).toEqual(["a1", "b1", "b1"])
})

it("shows why an item is missing, and retries at the next request", async () => {
  const { shelf, asked } = shelfOf()
  shelf.want([{ id: "gone" }])
  await settled()
  expect(shelf.get("gone")).toMatchObject({ detail: null, problem: "there is no such proposal" })
  shelf.want([{ id: "gone" }])
  expect(asked).toHaveLength(2)
})

it("shows a pending response that expired although no view requests it, and fetches it again", async () => {
  const { shelf, asked } = shelfOf()
  shelf.want([{ id: "a1" }])
  shelf.age()
  await settled()
  expect(asked).toEqual(["a1", "a1"])
  expect(shelf.get("a1")?.detail?.text).toBe("a1 2")
})

it("keeps the shown item when a response is outdated, and fetches it at the next request", async () => {
  const answers = ["first", null, "second"]
  let asked = 0
  const shelf = openDetailCache(async ({ id }) => {
    const text = answers[asked] ?? null
    asked += 1
    return text === null ? null : { id, text }
  })
  shelf.want([{ id: "a" }])
  await settled()
  shelf.age()
  shelf.want([{ id: "a" }])
  await settled()
  expect(shelf.get("a")?.detail?.text).toBe("first")
  shelf.want([{ id: "a" }])
  await settled()
  expect(shelf.get("a")?.detail?.text).toBe("second")
})
