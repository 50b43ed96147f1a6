import { describe, expect, test } from "vitest"
import { pathClashes } from "@/lib/formats/file-problems"

const clashesIn = (paths: readonly string[]) => {
  const clashesOf = pathClashes(paths)
  return paths.flatMap((path) => clashesOf(path).map(({ code, message }) => `${code}: ${message}`))
}

describe("paths of one import", () => {
  test("clash if they differ only in letter case", () => {
    expect(clashesIn(["memory/MEMORY.md", "memory/Memory.md", "memory/notes.md"])).toEqual([
      "path-case-clash: The path differs from memory/Memory.md only in letter case. On macOS and Windows, one file overwrites the other. Rename one of them",
      "path-case-clash: The path differs from memory/MEMORY.md only in letter case. On macOS and Windows, one file overwrites the other. Rename one of them",
    ])
  })

  test("clash if they differ only in Unicode form", () => {
    const [clash] = clashesIn(["caf\u00E9.md", "cafe\u0301.md"])
    expect(clash).toMatch(/^path-case-clash: The path differs from .* only in Unicode normalization/)
  })

  test("are distinguished if they only look the same", () => {
    expect(clashesIn(["agents/сор/memory.md", "agents/cop/memory.md"])).toHaveLength(2)
    expect(clashesIn(["a\u200Bb.md", "ab.md"])[0]).toBe(
      "path-look-alike: The path looks like ab.md but contains different characters. Rename one of them",
    )
  })

  test("may differ in accents, in folders and in digits, and may repeat", () => {
    expect(clashesIn(["resume.md", "résumé.md", "a/b.md", "b/b.md", "l1.md", "ll.md", "a/b.md"])).toEqual([])
  })
})
