import { describe, expect, it } from "vitest"
import { outOfReach } from "@/lib/cli/infra/ask"
import type { Server } from "@/lib/cli/infra/server"
import { withRetries } from "@/lib/cli/sync/retry"

/** A server that is available or not, request by request. */
function serverOf(turns: readonly ("answers" | "is away")[]): { server: Server; asked: string[] } {
  const asked: string[] = []
  const send = async <T>(_: string, path: string): Promise<T> => {
    asked.push(path)
    if (turns[asked.length - 1] === "is away") throw outOfReach("http://127.0.0.1:9", "connection refused")
    return { path } as T
  }
  return {
    asked,
    server: {
      url: "http://127.0.0.1:9",
      key: () => ({ token: "", from: "" }),
      get: () => Promise.reject(new Error("not asked")),
      sendOnce: send,
      send,
    },
  }
}

describe("the server of a sync", () => {
  it("is retried after a failure midway, but not for the start of a run", async () => {
    const { server, asked } = serverOf(["answers", "is away", "is away", "answers", "is away"])
    const steady = withRetries(server, [0, 0])
    await steady.send("POST", "/sync/compare")
    expect(await steady.send("POST", "/sync/texts")).toEqual({ path: "/sync/texts" })
    await expect(steady.send("POST", "/imports/1/start")).rejects.toThrow("unreachable")
    expect(asked).toEqual(["/sync/compare", "/sync/texts", "/sync/texts", "/sync/texts", "/imports/1/start"])
  })

  it("is unavailable at once if it never answered, and after the last retry if it stays down", async () => {
    const away = serverOf(["is away"])
    await expect(withRetries(away.server, [0, 0]).send("POST", "/sync/compare")).rejects.toThrow(
      "unreachable",
    )
    expect(away.asked).toHaveLength(1)
    const gone = serverOf(["answers", "is away", "is away", "is away"])
    const steady = withRetries(gone.server, [0, 0])
    await steady.send("POST", "/sync/compare")
    await expect(steady.send("POST", "/sync/texts")).rejects.toThrow("unreachable")
    expect(gone.asked).toHaveLength(4)
  })
})
