import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ignores, matchesPath, ruleFor } from "@/lib/memory/alerts/ignore-rules"

const alert = {
  kind: "stale-file",
  projectId: "p1",
  agent: "ann",
  path: "memory/agents/ann/MEMORY.md",
} as const
const rule = { id: "r", kind: "stale-file", projectId: null, agentName: null, path: null } as const

describe("a rule that ignores alerts", () => {
  it("means its kind in every place that it does not narrow", () => {
    expect(ignores(rule, alert)).toBe(true)
    expect(ignores({ ...rule, kind: "empty" }, alert)).toBe(false)
  })

  it.each([
    [{ projectId: "p1" }, true],
    [{ projectId: "p2" }, false],
    [{ agentName: "ann" }, true],
    [{ agentName: "bob" }, false],
    [{ path: "memory/**" }, true],
    [{ path: "docs/**" }, false],
    [{ projectId: "p1", agentName: "ann", path: "**/MEMORY.md" }, true],
    [{ projectId: "p1", agentName: "bob", path: "**/MEMORY.md" }, false],
  ])("is narrowed by all that it names: %j", (narrow, expected) => {
    expect(ignores({ ...rule, ...narrow }, alert)).toBe(expected)
  })

  it("that names a path means nothing that has none", () => {
    expect(ignores({ ...rule, path: "**" }, { ...alert, path: null })).toBe(false)
  })

  it("is the first of several that does", () => {
    expect(
      ruleFor(
        [
          { ...rule, id: "1", projectId: "p2" },
          { ...rule, id: "2" },
          { ...rule, id: "3" },
        ],
        alert,
      ),
    ).toBe("2")
    expect(ruleFor([], alert)).toBeNull()
  })
})

describe("a pattern of a path", () => {
  it.each([
    ["memory/MEMORY.md", "memory/MEMORY.md", true],
    ["memory/*.md", "memory/a.md", true],
    ["memory/*.md", "memory/deep/a.md", false],
    ["memory/**/*.md", "memory/deep/er/a.md", true],
    ["memory/**/*.md", "memory/a.md", true],
    ["**/a.md", "a.md", true],
    ["**", "any/thing", true],
    ["*", "any/thing", false],
    ["memory/20*-11-*.md", "memory/2026-11-22.md", true],
    ["memory/20*-11-*.md", "memory/2026-12-22.md", false],
    ["a.b", "axb", false],
    ["a*b*c", "a-b-b-c", true],
    ["a*b*c", "a-b-b-", false],
    ["", "", true],
    ["a/**/b/**/c", "a/x/b/y/b/c", true],
  ])("%s and %s: %s", (pattern, path, expected) => {
    expect(matchesPath(pattern, path)).toBe(expected)
  })

  it("matches itself, and longer paths only by its stars", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z.]{1,5}$/), { minLength: 1, maxLength: 5 }),
        fc.nat(4),
        (parts, place) => {
          const path = parts.join("/")
          expect(matchesPath(path, path)).toBe(true)
          expect(matchesPath(parts.toSpliced(place, 0, "**").join("/"), path)).toBe(true)
          expect(matchesPath(parts.with(place % parts.length, "*").join("/"), path)).toBe(true)
          expect(matchesPath(path, `${path}x`)).toBe(false)
        },
      ),
    )
  })

  it("is matched in linear time, whatever its stars", () => {
    expect(matchesPath(`${"*a".repeat(2_000)}b`, "a".repeat(5_000))).toBe(false)
  })
})
