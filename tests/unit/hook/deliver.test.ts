import { randomUUID } from "node:crypto"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { json } from "node:stream/consumers"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { deliver } from "@/lib/cli/hook/send-queue"
import { refusalOf, dequeue, enqueue, queueFolder, tidy } from "@/lib/cli/hook/queue"
import { serverAt } from "@/lib/cli/infra/server"

let home: string
let folder: string
let line: Server
let url: string
/** Received files, by project and content. */
let came: string[]
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "quarterdeck-deliver-"))
  folder = queueFolder({ XDG_STATE_HOME: home })
  came = []
  line = createServer(async (request, response) => {
    const { project, content } = (await json(request)) as { project: string; content: string }
    came.push(`${project} ${content}`)
    if (content?.startsWith("cut")) return void request.socket.destroy()
    if (content?.startsWith("broken"))
      return void response
        .writeHead(500, { "content-type": "application/problem+json" })
        .end(JSON.stringify({ title: "unavailable", detail: "a fault" }))
    if (content?.startsWith("portal")) return void response.end(JSON.stringify({ welcome: "sign in" }))
    const forgotten = content === "forgotten" ? "conflict" : null
    const title = project === "unknown" ? "not-found" : forgotten
    response
      .writeHead(title === null ? 200 : 404, { "content-type": "application/json" })
      .end(JSON.stringify(title === null ? { path: "a.md" } : { title, detail: title }))
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
const put = (project: string, content: string, seconds: number, session?: string) =>
  enqueue(folder, {
    id: randomUUID(),
    url,
    path: "/flush",
    body: { project, agent: "ann", content, ...(session === undefined ? {} : { session }) },
    at: new Date(NOW.getTime() - 3_600_000 + seconds * 1_000).toISOString(),
  })

const delivered = () =>
  deliver(
    [folder],
    serverAt(url, () => ({ token: "qd_x", from: "the test" })),
    { now: NOW },
  )

describe("delivering queued requests", () => {
  it("asks once for a target that accepts nothing at present, and continues with the other targets", async () => {
    for (let place = 0; place < 120; place += 1) put("unknown", `lost ${place}`, place)
    put("ledger", "forgotten", 200)
    put("ledger", "kept", 201)
    expect(await delivered()).toEqual([])
    expect(came).toEqual(["unknown lost 0", "ledger forgotten", "ledger kept"])
    expect(readdirSync(folder)).toHaveLength(121)
  })

  it("keeps the server's last response until it is read or expires", async () => {
    const refused = put("unknown", "lost", 1)
    const broken = put("ledger", "broken", 2)
    const cut = put("other", "cut", 3)
    await delivered()
    const said = () => [refused, broken, cut].map((file) => refusalOf(file)?.message ?? null)
    expect(said()).toEqual(["not-found: not-found", "unavailable: a fault", null])
    expect(refusalOf(refused)?.at).toBe(NOW.toISOString())
    dequeue(refused)
    tidy([folder], new Date(Date.now() + 31 * 86_400_000))
    expect(said()).toEqual([null, null, null])
  })

  it("delays only the session of a failing request, and for five attempts at most", async () => {
    put("ledger", "broken", 1, "s-1")
    put("ledger", "cut", 2, "s-2")
    put("ledger", "after it", 3, "s-1")
    put("ledger", "of another session", 4, "s-3")
    await delivered()
    expect(came).toEqual(["ledger broken", "ledger cut", "ledger of another session"])
    for (let attempt = 2; attempt <= 4; attempt += 1) await delivered()
    expect(came).not.toContain("ledger after it")
    put("ledger", "new", 5, "s-4")
    came = []
    await delivered()
    expect(came).toEqual(["ledger broken", "ledger after it", "ledger new", "ledger cut"])
    expect(readdirSync(folder).map((name) => name.replace(/^.*?\./, ""))).toEqual(["5.json", "5.json"])
  })

  it("asks a server that fails at all of it three times, and takes no strange yes for one", async () => {
    for (let place = 0; place < 9; place += 1)
      put("ledger", place === 0 ? "portal" : `broken ${place}`, place)
    await delivered()
    expect(came).toEqual(["ledger portal", "ledger broken 1", "ledger broken 2"])
    await delivered()
    expect(came.slice(3)).toEqual(["ledger broken 3", "ledger broken 4", "ledger broken 5"])
    expect(readdirSync(folder)).toHaveLength(9)
  })
})
