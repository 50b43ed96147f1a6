import { createServer } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "vitest"
import { freePort } from "@/lib/db/embedded/postmaster"
import { clientAddress, holdDoor } from "@/lib/launch/door.mjs"

describe("the door", () => {
  it("answers 503 until it is opened, then hands requests on", async () => {
    const port = await freePort()
    const door = await holdDoor({ host: "127.0.0.1", port })
    const before = await fetch(`http://127.0.0.1:${port}/api/health`)
    expect(before.status).toBe(503)
    expect(await before.json()).toEqual({ status: "starting", reason: "Quarterdeck is starting" })
    door.open({
      handle: (_request: unknown, response: { end(text: string): void }) => response.end("open"),
      upgrade: () => undefined,
    })
    expect(await fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())).toBe("open")
    await door.close()
  })

  it("refuses a taken port by name, with the way out", async () => {
    const taken = createServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const { port } = taken.address() as AddressInfo
    await expect(holdDoor({ host: "127.0.0.1", port })).rejects.toThrow(
      new RegExp(`Port ${port} on 127.0.0.1 is taken.*PORT=`),
    )
    taken.close()
  })

  it("believes of X-Forwarded-For what proxies of ours added, and without one nothing", async () => {
    const port = await freePort()
    const door = await holdDoor({ host: "127.0.0.1", port, trustedProxies: 0 })
    door.open({
      handle: (
        request: { headers: Record<string, string> },
        response: { end(text: string | undefined): void },
      ) => response.end(request.headers["x-forwarded-for"]),
      upgrade: () => undefined,
    })
    const seen = (forwarded: string) =>
      fetch(`http://127.0.0.1:${port}/`, { headers: { "x-forwarded-for": forwarded } }).then((response) =>
        response.text(),
      )
    expect([await seen("198.51.100.7"), await seen("")]).toEqual(["127.0.0.1", "127.0.0.1"])
    await door.close()
  })

  it.each([
    [undefined, "203.0.113.9", 0, "203.0.113.9"],
    ["198.51.100.7", "203.0.113.9", 0, "203.0.113.9"],
    [undefined, "::ffff:203.0.113.9", 0, "203.0.113.9"],
    ["made.up, 198.51.100.7", "10.0.0.1", 1, "198.51.100.7"],
    ["made.up, 198.51.100.7, 10.0.0.2", "10.0.0.1", 2, "198.51.100.7"],
    ["198.51.100.7", "10.0.0.1", 3, "198.51.100.7"],
    [undefined, "10.0.0.1", 1, "10.0.0.1"],
    [" , ", "10.0.0.1", 1, "10.0.0.1"],
    [undefined, undefined, 0, "unknown"],
  ])(
    "takes of %s, seen by the socket as %s behind %i proxies, the address that whoever asks has",
    (forwarded, socket, proxies, address) => {
      expect(clientAddress(forwarded, socket, proxies)).toBe(address)
    },
  )
})
