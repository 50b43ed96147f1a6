import { describe, expect, it } from "vitest"
import { openOutbox } from "@/components/queue/outbox-and-undo"

class Away extends Error {}

function outboxOf() {
  let keys = 0
  const pauses: number[] = []
  const outbox = openOutbox({
    mayHelpToRetry: (cause) => cause instanceof Away,
    pause: async (ms) => void pauses.push(ms),
    newKey: () => `key ${(keys += 1)}`,
  })
  return { outbox, pauses }
}

/** A task whose result the test provides. */
function errand(name: string, lanes: readonly string[], log: string[]) {
  const { promise, resolve, reject } = withResolvers()
  return {
    lanes,
    ids: [name],
    send: async () => {
      log.push(name)
      return promise
    },
    resolve,
    reject,
  }
}

function withResolvers() {
  let resolve: (value: string) => void = () => undefined
  let reject: (cause: Error) => void = () => undefined
  const promise = new Promise<string>((yes, no) => ([resolve, reject] = [yes, no]))
  return { promise, resolve, reject }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe("the outbox", () => {
  it("sends requests for one file in order, and requests for other files in parallel", async () => {
    const { outbox } = outboxOf()
    const log: string[] = []
    const [first, second, other] = [
      errand("first", ["a"], log),
      errand("second", ["a"], log),
      errand("other", ["b"], log),
    ]
    const posted = [first, second, other].map((one) => outbox.post(one))
    await settled()
    expect(log).toEqual(["first", "other"])
    first.resolve("done")
    await posted[0]?.answer
    await settled()
    expect(log).toEqual(["first", "other", "second"])
  })

  it("sends a request for several files after all earlier ones, and later ones after it", async () => {
    const { outbox } = outboxOf()
    const log: string[] = []
    const errands = [errand("a", ["a"], log), errand("both", ["a", "b"], log), errand("b", ["b"], log)]
    for (const one of errands) outbox.post(one)
    await settled()
    expect(log).toEqual(["a"])
    errands[0]?.resolve("")
    await settled()
    expect(log).toEqual(["a", "both"])
    errands[1]?.resolve("")
    await settled()
    expect(log).toEqual(["a", "both", "b"])
  })

  it("continues after a refusal, and reports it to the caller", async () => {
    const { outbox } = outboxOf()
    const log: string[] = []
    const [first, second] = [errand("first", ["a"], log), errand("second", ["a"], log)]
    const { answer } = outbox.post(first)
    outbox.post(second)
    await settled()
    first.reject(new Error("stale"))
    await expect(answer).rejects.toThrow("stale")
    await settled()
    expect(log).toEqual(["first", "second"])
  })

  it("retries under the same key after no response, and gives up in the end", async () => {
    const { outbox, pauses } = outboxOf()
    const keys: string[] = []
    const { answer } = outbox.post({
      lanes: ["a"],
      ids: ["x"],
      send: async (key) => {
        keys.push(key)
        if (keys.length < 3) throw new Away()
        return "done"
      },
    })
    expect(await answer).toBe("done")
    expect([keys, pauses.length]).toEqual([["key 1", "key 1", "key 1"], 2])
    const never = outbox.post({
      lanes: ["a"],
      ids: ["y"],
      send: async () => Promise.reject(new Away("away")),
    })
    await expect(never.answer).rejects.toThrow("away")
  })

  it("withdraws actions that were not sent yet, and no others", async () => {
    const { outbox } = outboxOf()
    const log: string[] = []
    const [first, second, third] = [
      errand("first", ["a"], log),
      errand("second", ["a"], log),
      errand("third", ["a"], log),
    ]
    const posted = [first, second, third].map((one) => outbox.post(one))
    await settled()
    expect([posted[0]?.cancel(), posted[1]?.cancel()]).toEqual([false, true])
    first.resolve("")
    await settled()
    expect(log).toEqual(["first", "third"])
  })

  it("lists pending requests, and notifies of changes", async () => {
    const { outbox } = outboxOf()
    const seen: number[] = []
    outbox.onChange(() => seen.push(outbox.pendingIds().size))
    const one = errand("x", ["a"], [])
    outbox.post(one)
    expect([...outbox.pendingIds()]).toEqual(["x"])
    await settled()
    one.resolve("")
    await settled()
    expect(seen).toEqual([1, 0])
  })

  it("reports for each item whether it changed since a read began", async () => {
    const { outbox } = outboxOf()
    const first = errand("first", ["a"], [])
    const before = outbox.clock()
    expect(outbox.hasChangedSince(before, "first")).toBe(false)
    const posted = outbox.post(first)
    const during = outbox.clock()
    expect(outbox.hasChangedSince(during, "first")).toBe(true)
    first.resolve("done")
    await posted.answer
    const after = outbox.clock()
    expect([before, during, after].map((clock) => outbox.hasChangedSince(clock, "first"))).toEqual([
      true,
      true,
      false,
    ])
    expect(outbox.hasChangedSince(before, "other")).toBe(false)
  })
})
