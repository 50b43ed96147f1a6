import { createServer } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "vitest"
import { freePort } from "@/lib/db/embedded/postmaster"
import { holdDoor } from "@/lib/launch/door.mjs"

describe("the door", () => {
  it("answers 503 until it is opened, then hands requests on", async () => {
    const port = await freePort()
    const door = await holdDoor({ host: "127.0.0.1", port })
    const before = await fetch(`http://127.0.0.1:${port}/api/health`)
    expect(before.status).toBe(503)
    expect(await before.json()).toEqual({ status: "starting", reason: "Quarterdeck is starting" })
    door.open({ handle: (_request: unknown, response: { end(text: string): void }) => response.end("open"), upgrade: () => undefined })
    expect(await fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())).toBe("open")
    await door.close()
  })

  it("refuses a taken port by name, with the way out", async () => {
    const taken = createServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const { port } = taken.address() as AddressInfo
    await expect(holdDoor({ host: "127.0.0.1", port })).rejects.toThrow(new RegExp(`Port ${port} on 127.0.0.1 is taken.*PORT=`))
    taken.close()
  })
})
