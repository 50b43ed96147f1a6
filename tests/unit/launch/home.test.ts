import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { serverOf } from "@/lib/cli/infra/server"
import { enterHome, noteAddress } from "@/lib/launch/home.mjs"

it.each([
  ["127.0.0.1", "http://127.0.0.1:5210"],
  ["0.0.0.0", "http://127.0.0.1:5210"],
  ["::1", "http://[::1]:5210"],
])(
  "the command line asks where the server of its home listened last at %s, also when that has stopped",
  (host, url) => {
    const home = mkdtempSync(join(tmpdir(), "quarterdeck-home-"))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const lock = enterHome(home)
    noteAddress({ home, host, port: 5210 })
    lock.release()
    expect(serverOf({ QUARTERDECK_HOME: home }, "/nowhere", "/").url).toBe(url)
  },
)
