import { randomUUID } from "node:crypto"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { json } from "node:stream/consumers"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { deliver } from "@/lib/cli/hook/deliver"
import { enqueue, queueFolder } from "@/lib/cli/hook/queue"
import { serverAt } from "@/lib/cli/server"

let home: string
let folder: string
let line: Server
let url: string
/** What came in, by project and content. */
let came: string[]
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "quarterdeck-deliver-"))
  folder = queueFolder({ XDG_STATE_HOME: home })
  came = []
  line = createServer(async (request, response) => {
    const { project, content } = (await json(request)) as { project: string; content: string }
    came.push(`${project} ${content}`)
    const title = project === "unknown" ? "not-found" : content === "forgotten" ? "conflict" : null
    response.writeHead(title === null ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(title === null ? {} : { title, detail: title }))
  })
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(line.address() as AddressInfo).port}`
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
  line.close()
  line.closeAllConnections()
})

const NOW = new Date("2026-11-22T10:00:00Z")
const put = (project: string, content: string, seconds: number) =>
  enqueue(folder, { id: randomUUID(), url, path: "/flush", body: { project, agent: "ann", content }, at: new Date(NOW.getTime() - 3_600_000 + seconds * 1_000).toISOString() })

describe("delivering what waits", () => {
  it("asks once where nothing is taken at present, however much waits for there, and goes on with what others take", async () => {
    for (let place = 0; place < 120; place += 1) put("unknown", `lost ${place}`, place)
    put("ledger", "forgotten", 200)
    put("ledger", "kept", 201)
    expect(await deliver(folder, serverAt(url, () => ({ token: "qd_x", from: "the test" })), NOW)).toEqual([])
    expect(came).toEqual(["unknown lost 0", "ledger forgotten", "ledger kept"])
    expect(readdirSync(folder)).toHaveLength(121)
  })
})
