import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { changeTimes } from "@/lib/files/git"
import { copiedTogether } from "@/lib/memory/sources/checkout-times"
import { givenFolder } from "../../support/imports/memory-folder"

const NOW = Date.parse("2026-03-01T12:00:00Z")
const at = (path: string, minutes: number) => ({ path, modifiedAt: new Date(NOW + minutes * 60_000) })

describe("times of files that were copied together", () => {
  it("are found for five or more files within two minutes", () => {
    const files = ["a", "b", "c", "d", "e"].map((path, place) => at(path, place * 0.4))
    expect(copiedTogether(files).size).toBe(5)
    expect(copiedTogether(files.slice(1)).size).toBe(0)
    expect([...copiedTogether([...files, at("edited", 600)])]).toEqual(files)
    expect(copiedTogether([...files, at("f", 100), at("g", 300)]).size).toBe(0)
  })

  it("are replaced by the times of commits", async () => {
    const names = ["a.md", "b.md", "c.md", "d.md", "e.md"]
    const root = givenFolder(Object.fromEntries(names.map((name) => [`memory/${name}`, `- ${name}\n`])))
    const commit = (date: string, ...paths: string[]) => {
      const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
      const run = (...args: string[]) =>
        execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
          cwd: root,
          env: { ...process.env, ...dates },
        })
      run("add", ...paths)
      run("commit", "-qm", "x")
    }
    execFileSync("git", ["init", "-q"], { cwd: root })
    commit("2026-01-05T00:00:00Z", "memory/a.md", "memory/b.md")
    commit("2026-02-07T00:00:00Z", "memory/c.md")
    const times = await changeTimes(
      `${root}/memory`,
      names.map((name) => at(name, 0)),
    )
    expect(
      Object.fromEntries([...times].map(([path, time]) => [path, time.toISOString().slice(0, 10)])),
    ).toEqual({
      "a.md": "2026-01-05",
      "b.md": "2026-01-05",
      "c.md": "2026-02-07",
    })
  })

  it("say nothing outside a repository", async () => {
    const files = ["a", "b", "c", "d", "e"].map((path) => at(path, 0))
    expect((await changeTimes(givenFolder(), files)).size).toBe(0)
  })
})
