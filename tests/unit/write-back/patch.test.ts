import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { type PatchedFile, patchOf } from "@/lib/memory/text/line-differences"
import { closestSource } from "@/lib/operations/write-back/pending-writes"

const folder = mkdtempSync(join(tmpdir(), "quarterdeck-patch-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** The files after `git apply` of a patch. */
function applied(files: readonly PatchedFile[]): (string | null)[] {
  const root = mkdtempSync(join(folder, "x"))
  for (const { path, before } of files) {
    if (before === null) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), before)
  }
  execFileSync("git", ["apply", "--whitespace=nowarn"], {
    cwd: root,
    input: patchOf(files),
    env: {
      ...process.env,
      GIT_CEILING_DIRECTORIES: folder,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
    },
  })
  return files.map(({ path }) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null,
  )
}

describe("a patch", () => {
  it("is formatted like git's output", () => {
    expect(patchOf([{ path: "memory/a.md", before: "1\n2\n3\n4\n5\n", after: "1\n2\n3\n4\nfive" }])).toBe(
      "diff --git a/memory/a.md b/memory/a.md\n--- a/memory/a.md\n+++ b/memory/a.md\n@@ -2,4 +2,4 @@\n 2\n 3\n 4\n-5\n+five\n\\ No newline at end of file\n",
    )
    expect(patchOf([{ path: "a", before: "x", after: "x" }])).toBe("")
  })

  it("makes and deletes files, in folders of their own, under any name", () => {
    const files: PatchedFile[] = [
      { path: "new folder/with blank.md", before: null, after: "one\n" },
      { path: 'quo"ted\\name.md', before: "a\n", after: "b\n" },
      { path: "tab\there.md", before: "a\n", after: "b\n" },
      { path: "größe/日本語.md", before: "a\n", after: "b\n" },
      { path: "gone.md", before: "a\nb\n", after: null },
      { path: "empty.md", before: null, after: "" },
      { path: "run.sh", before: null, after: "#!/bin/sh\n", mode: "100644" },
    ]
    expect(applied(files)).toEqual(files.map((file) => file.after))
  })

  it("produces the exact other text, with any line breaks and endings", () => {
    const text = fc
      .array(fc.constantFrom("a\n", "b\n", "c\r\n", "\n", "\t \n", "\uFEFFd\n", "end"), { maxLength: 10 })
      .map((lines) => lines.join(""))
    const both = fc.tuple(text, text).filter(([before, after]) => before !== after)
    fc.assert(
      fc.property(
        both,
        ([before, after]) => void expect(applied([{ path: "m.md", before, after }])).toEqual([after]),
      ),
      { numRuns: 40 },
    )
  })
})

describe("a file that was created in Quarterdeck", () => {
  it("goes to the source with the closest files", () => {
    const known = [
      { sourceId: "one", path: ".kaizen/agents/ann/memory.md" },
      { sourceId: "two", path: "docs/agents/x.md" },
      { sourceId: "two", path: "docs/agents/y.md" },
    ]
    expect(closestSource(".kaizen/agents/dora/memory.md", known)).toBe("one")
    expect(closestSource("docs/agents/z.md", known)).toBe("two")
    expect(closestSource("memory/global/memory.json", known)).toBe("two")
    expect(closestSource("a.md", [])).toBeNull()
  })
})
