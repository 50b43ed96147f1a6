import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { countFailure, dequeue, enqueue, queueFolder, tidy, waitingFor } from "@/lib/cli/hook/queue"

let home: string
let folder: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "quarterdeck-queue-"))
  folder = queueFolder({ XDG_STATE_HOME: home })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const one = (id: string, more: object = {}) => ({
  id,
  url: "http://a",
  path: "/flush",
  body: { content: id },
  at: "2026-11-22T09:00:00.000Z",
  ...more,
})
const waiting = (url = "http://a", now = "2026-11-22T10:00:00Z") =>
  [...waitingFor([folder], url, new Date(now))].map(({ queued }) => queued.id)

describe("the queue of failed writes", () => {
  it("keeps writes in their order, each for its own server, from others' eyes", () => {
    const later = enqueue(folder, one("later", { at: "2026-11-22T09:00:01.000Z" }))
    enqueue(folder, one("first"))
    enqueue(folder, one("elsewhere", { url: "http://b" }))
    expect([waiting(), waiting("http://b"), waiting("http://c")]).toEqual([
      ["first", "later"],
      ["elsewhere"],
      [],
    ])
    expect(statSync(later).mode & 0o077).toBe(0)
    dequeue(later)
    dequeue(later)
    expect(waiting()).toEqual(["first"])
  })

  it("shares queued requests between names of this machine on the same port, and with no other port", () => {
    enqueue(folder, one("by name", { url: "http://localhost:5210" }))
    expect([
      waiting("http://127.0.0.1:5210"),
      waiting("http://[::1]:5210"),
      waiting("http://localhost:5210/"),
    ]).toEqual([["by name"], ["by name"], ["by name"]])
    expect([
      waiting("http://127.0.0.1:3000"),
      waiting("https://localhost:5210"),
      waiting("http://deck.example:5210"),
    ]).toEqual([[], [], []])
  })

  it("removes expired requests, and is empty if nothing was queued", () => {
    expect(waiting()).toEqual([])
    enqueue(folder, one("old"))
    expect(waiting("http://a", "2026-12-23T09:00:00Z")).toEqual([])
    expect(readdirSync(folder)).toEqual([])
    expect(waiting()).toEqual([])
  })

  it("quarantines malformed requests until they expire, and skips unreadable ones", () => {
    enqueue(folder, one("first"))
    writeFileSync(join(folder, "0.json"), "{")
    writeFileSync(join(folder, "1.json"), JSON.stringify({ id: "of another version" }))
    mkdirSync(join(folder, "2.json"))
    expect(waiting()).toEqual(["first"])
    expect(readdirSync(folder).filter((name) => name.endsWith(".unreadable"))).toEqual([
      "0.json.unreadable",
      "1.json.unreadable",
    ])
    tidy([folder], new Date())
    expect(readdirSync(folder)).toHaveLength(4)
    tidy([folder], new Date(Date.now() + 31 * 86_400_000))
    expect(readdirSync(folder)).toHaveLength(2)
  })

  it("counts failures in the file name, and reads failed requests first", () => {
    for (const id of ["a", "b", "c"]) enqueue(folder, one(id))
    const all = () => [...waitingFor([folder], "http://a", new Date("2026-11-22T10:00:00Z"))]
    const [, second] = all()
    if (second === undefined) throw new Error("three wait")
    countFailure(second)
    countFailure(second) // Another process counts the same failure.
    expect(all().map(({ queued, failures }) => [queued.id, failures])).toEqual([
      ["b", 1],
      ["a", 0],
      ["c", 0],
    ])
  })

  it("sends requests queued for an invalid address to the server of the next matching call", () => {
    const body = { project: "ledger", agent: "ann" }
    enqueue(folder, one("lost", { url: "locahost:3000", body }))
    enqueue(folder, one("elsewhere", { url: "http://b", body }))
    const found = (agent: string) =>
      [
        ...waitingFor([folder], "http://a", new Date("2026-11-22T10:00:00Z"), {
          project: "ledger",
          team: undefined,
          agent,
        }),
      ].map(({ queued }) => queued.id)
    expect([found("ann"), found("bob"), waiting()]).toEqual([["lost"], [], []])
  })
})
