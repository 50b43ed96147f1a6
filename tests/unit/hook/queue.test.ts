import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { dequeue, enqueue, queueFolder, waitingFor } from "@/lib/cli/hook/queue"

let home: string
let folder: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "quarterdeck-queue-"))
  folder = queueFolder({ XDG_STATE_HOME: home })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const one = (id: string, more: object = {}) => ({ id, url: "http://a", path: "/flush", body: { content: id }, at: "2026-11-22T09:00:00.000Z", ...more })
const waiting = (url = "http://a", now = "2026-11-22T10:00:00Z") => waitingFor(folder, url, new Date(now)).map(({ queued }) => queued.id)

describe("the queue of what could not be written", () => {
  it("keeps writes in their order, each for its own server, from others' eyes", () => {
    const later = enqueue(folder, one("later", { at: "2026-11-22T09:00:01.000Z" }))
    enqueue(folder, one("first"))
    enqueue(folder, one("elsewhere", { url: "http://b" }))
    expect([waiting(), waiting("http://b"), waiting("http://c")]).toEqual([["first", "later"], ["elsewhere"], []])
    expect(statSync(later).mode & 0o077).toBe(0)
    dequeue(later)
    dequeue(later)
    expect(waiting()).toEqual(["first"])
  })

  it("lets go of what is too old and of what cannot be read, and is empty where nothing was ever put", () => {
    expect(waiting()).toEqual([])
    enqueue(folder, one("old"))
    writeFileSync(join(folder, "0.json"), "{")
    expect(waiting("http://a", "2026-12-23T09:00:00Z")).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })
})
