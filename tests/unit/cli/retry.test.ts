import { describe, expect, it } from "vitest"
import { outOfReach } from "@/lib/cli/infra/http-client"
import type { Call, Server } from "@/lib/cli/infra/server"
import { withRetries } from "@/lib/cli/sync/transfer"

/** A server that is available or not, request by request. */
function serverOf(turns: readonly ("answers" | "is away")[]): { server: Server; asked: string[] } {
  const asked: string[] = []
  const call = (async (operation) => {
    asked.push(operation)
    if (turns[asked.length - 1] === "is away") throw outOfReach("http://127.0.0.1:9", "connection refused")
    return { operation }
  }) as Call
  return {
    asked,
    server: {
      url: "http://127.0.0.1:9",
      key: () => ({ token: "", from: "" }),
      callOnce: () => Promise.reject(new Error("not asked")),
      call,
    },
  }
}

const COMPARED = { team: "core", source: "here", files: [], proposed: "ledger" }
const TEXTS = { team: "core", files: [] }

describe("the server of a sync", () => {
  it("is retried after a failure midway, but not for the start of a run", async () => {
    const { server, asked } = serverOf(["answers", "is away", "is away", "answers", "is away"])
    const steady = withRetries(server, [0, 0])
    await steady.call("sync.compare", COMPARED)
    expect(await steady.call("sync.texts", TEXTS)).toEqual({ operation: "sync.texts" })
    await expect(steady.call("import.start", { run: "1", team: "core" })).rejects.toThrow("unreachable")
    expect(asked).toEqual(["sync.compare", "sync.texts", "sync.texts", "sync.texts", "import.start"])
  })

  it("is unavailable at once if it never answered, and after the last retry if it stays down", async () => {
    const away = serverOf(["is away"])
    await expect(withRetries(away.server, [0, 0]).call("sync.compare", COMPARED)).rejects.toThrow(
      "unreachable",
    )
    expect(away.asked).toHaveLength(1)
    const gone = serverOf(["answers", "is away", "is away", "is away"])
    const steady = withRetries(gone.server, [0, 0])
    await steady.call("sync.compare", COMPARED)
    await expect(steady.call("sync.texts", TEXTS)).rejects.toThrow("unreachable")
    expect(gone.asked).toHaveLength(4)
  })
})
