import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "vitest"
import { noteRequestError } from "@/lib/api/page-unavailable"
import { freePort } from "@/lib/db/embedded/postmaster"
import { clientAddress, holdDoor, isOverTls } from "@/lib/launch/http-server.mjs"

/** A handler that answers /held with "late" after `finish` is called, and all other requests at once. */
function holdRequests() {
  let finish = () => {}
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const finished = new Promise<void>((resolve) => (finish = resolve))
  return {
    begun,
    finish: () => finish(),
    handle: async (request: IncomingMessage, response: ServerResponse) => {
      if (request.url !== "/held") return void response.end()
      begin()
      await finished
      response.end("late")
    },
  }
}

describe("the launcher's HTTP server", () => {
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

  it("answers requests under way while it drains, and new ones with 503 and Connection: close", async () => {
    const port = await freePort()
    const door = await holdDoor({ host: "127.0.0.1", port })
    const held = holdRequests()
    door.open({ handle: held.handle, upgrade: () => undefined })
    const url = `http://127.0.0.1:${port}`
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(200)
    const underWay = fetch(`${url}/held`)
    await held.begun
    const drained = door.drain(60)

    const refused = await fetch(`${url}/api/v1/projects`)
    expect([refused.status, refused.headers.get("retry-after"), refused.headers.get("connection")]).toEqual([
      503,
      "5",
      "close",
    ])
    expect(await refused.json()).toMatchObject({ status: 503, title: "unavailable" })
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(503)
    expect((await fetch(`${url}/api/health/live`)).status).toBe(200)

    held.finish()
    const answered = await underWay
    expect([answered.status, answered.headers.get("connection"), await answered.text()]).toEqual([
      200,
      "close",
      "late",
    ])
    expect(await drained).toBe(0)
    await door.close()
  })

  it("aborts open requests when the time to drain is over", async () => {
    const port = await freePort()
    const door = await holdDoor({ host: "127.0.0.1", port })
    const held = holdRequests()
    door.open({ handle: held.handle, upgrade: () => undefined })
    const underWay = fetch(`http://127.0.0.1:${port}/held`).then(
      () => "answered",
      () => "cut off",
    )
    await held.begun
    expect(await door.drain(0)).toBe(1)
    await door.close()
    expect(await underWay).toBe("cut off")
  })

  it("ends event streams with a retry hint when it drains", async () => {
    const port = await freePort()
    const door = await holdDoor({ host: "127.0.0.1", port })
    door.open({
      handle: (_request: IncomingMessage, response: ServerResponse) => {
        response.setHeader("content-type", "text/event-stream")
        response.write("event: ready\ndata: {}\n\n")
      },
      upgrade: () => undefined,
    })
    const stream = await fetch(`http://127.0.0.1:${port}/api/live`)
    expect(await door.drain(60)).toBe(0)
    expect(await stream.text()).toBe("event: ready\ndata: {}\n\nretry: 2000\n\n")
    await door.close()
  })

  it("answers 503 in place of 500 only for a request that failed because of the database", async () => {
    const port = await freePort()
    const door = await holdDoor({ host: "127.0.0.1", port })
    door.open({
      handle: async (request: IncomingMessage, response: ServerResponse) => {
        await new Promise((resolve) => setImmediate(resolve))
        noteRequestError(
          new Error(request.url === "/away" ? "timeout exceeded when trying to connect" : "a bug"),
        )
        response.statusCode = 500
        response.end()
      },
      upgrade: () => undefined,
    })
    const [away, bug] = await Promise.all([
      fetch(`http://127.0.0.1:${port}/away`),
      fetch(`http://127.0.0.1:${port}/bug`),
    ])
    expect([away.status, away.headers.get("retry-after"), bug.status]).toEqual([503, "5", 500])
    await door.close()
  })

  it("sends Strict-Transport-Security on every answer over TLS, also while it starts", async () => {
    const port = await freePort()
    const door = await holdDoor({ host: "127.0.0.1", port, trustedProxies: 1 })
    const sent = async (proto: string) =>
      (
        await fetch(`http://127.0.0.1:${port}/_next/static/a.js`, { headers: { "x-forwarded-proto": proto } })
      ).headers.get("strict-transport-security")
    expect([await sent("https"), await sent("http")]).toEqual(["max-age=31536000", null])
    door.open({
      handle: (_request: unknown, response: { writeHead(status: number): { end(): void } }) =>
        response.writeHead(404).end(),
      upgrade: () => undefined,
    })
    expect([await sent("https"), await sent("http")]).toEqual(["max-age=31536000", null])
    await door.close()
  })

  it.each([
    ["https", 0, "", false],
    ["https", 1, "", true],
    ["https, http", 1, "", false],
    ["https, http", 2, "", true],
    ["http, https, http", 2, "", true],
    ["https", 3, "", true],
    [undefined, 1, "", false],
    [undefined, 0, "https://quarterdeck.example", true],
    ["http", 1, "https://quarterdeck.example", true],
  ])("X-Forwarded-Proto %s, %d proxies and NEXTAUTH_URL %s: TLS is %s", (proto, proxies, url, expected) => {
    expect(isOverTls(proto, proxies, url)).toBe(expected)
  })

  it("refuses a taken port by name, with the way out", async () => {
    const taken = createServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const { port } = taken.address() as AddressInfo
    await expect(holdDoor({ host: "127.0.0.1", port })).rejects.toThrow(
      new RegExp(`Port ${port} on 127.0.0.1 is already in use.*PORT=`),
    )
    taken.close()
  })

  it("trusts X-Forwarded-For only as far as known proxies added it, and not without one", async () => {
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
