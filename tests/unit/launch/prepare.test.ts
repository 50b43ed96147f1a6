import { mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { fingerprint } from "@/lib/launch/fingerprint.mjs"
import { sameInstalled } from "@/lib/launch/install.mjs"
import { listMissing } from "@/lib/launch/lockfile.mjs"

describe("the fingerprint of the code", () => {
  it("follows names and bytes, not dates", () => {
    const folder = mkdtempSync(join(tmpdir(), "quarterdeck-print-"))
    mkdirSync(join(folder, "lib", "deep"), { recursive: true })
    writeFileSync(join(folder, "lib", "deep", "a.ts"), "1")
    const first = fingerprint(folder, ["lib", "absent"])
    utimesSync(join(folder, "lib", "deep", "a.ts"), 1, 1)
    expect(fingerprint(folder, ["lib", "absent"])).toBe(first)
    writeFileSync(join(folder, "lib", "deep", "a.ts"), "2")
    const second = fingerprint(folder, ["lib", "absent"])
    writeFileSync(join(folder, "lib", "deep", "b.ts"), "")
    expect(new Set([first, second, fingerprint(folder, ["lib", "absent"])]).size).toBe(3)
  })
})

describe("the installed packages", () => {
  const wanted = {
    "node_modules/a": { version: "1.0.0", integrity: "x" },
    "node_modules/mac-only": { version: "1.0.0", optional: true },
  }

  it("is right when every package is there that is not for another system", () => {
    expect(sameInstalled(wanted, { "node_modules/a": { version: "1.0.0", integrity: "x" } })).toBe(true)
  })

  it("are invalid if one is missing or has another version or build", () => {
    expect(sameInstalled(wanted, {})).toBe(false)
    expect(sameInstalled(wanted, { "node_modules/a": { version: "1.0.1", integrity: "x" } })).toBe(false)
    expect(sameInstalled(wanted, { "node_modules/a": { version: "1.0.0", integrity: "y" } })).toBe(false)
  })
})

describe("package-lock.json", () => {
  it("names every optional package of every system, or npm ci would refuse it (npm run lockfile adds them)", () => {
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"))
    expect(listMissing(packages).map(([path]) => path)).toEqual([])
  })

  it("infers the operating system of a missing package from its name", () => {
    const packages = {
      "node_modules/x": {
        optionalDependencies: { "@x/linux-arm64-musl": "^1.2.3", "@x/win32-x64-msvc": "1.0.0" },
      },
    }
    expect(listMissing(packages)).toEqual([
      [
        "node_modules/@x/linux-arm64-musl",
        { version: "1.2.3", optional: true, cpu: ["arm64"], os: ["linux"], libc: ["musl"] },
      ],
      ["node_modules/@x/win32-x64-msvc", { version: "1.0.0", optional: true, cpu: ["x64"], os: ["win32"] }],
    ])
  })
})
