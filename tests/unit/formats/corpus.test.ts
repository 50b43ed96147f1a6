import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { decode } from "@/lib/formats/decode"
import { chooseFormat, locator } from "@/lib/formats/format-detection"
import type { MemoryFormat, ParsedFile } from "@/lib/memory/memory-files/format"

const CORPUS = fileURLToPath(new URL("../../../../shared/corpus", import.meta.url))
const SAME_DAY = "2026-02-15"

interface RealFile {
  readonly path: string
  readonly text: string
  readonly format: MemoryFormat
  readonly parsed: ParsedFile
}

/** Real memory files, if this machine has a collection. */
function realFiles(): RealFile[] {
  const paths = readdirSync(CORPUS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(CORPUS.length + 1))
  const locate = locator(paths)
  return paths.flatMap((path): RealFile[] => {
    const decoded = decode(readFileSync(join(CORPUS, path)))
    if (!decoded.ok) return []
    const chosen = chooseFormat(locate(path), decoded.text, path)
    if ("leftAlone" in chosen) return []
    return [
      { path, text: decoded.text, format: chosen.format, parsed: chosen.format.parse(decoded.text, path) },
    ]
  })
}

describe.skipIf(!existsSync(CORPUS))(
  "real memory files (skipped where ../shared/corpus is absent)",
  { timeout: 60_000 },
  () => {
    const files = existsSync(CORPUS) ? realFiles() : []

    test("most of them are recognised", () => {
      expect(files.length).toBeGreaterThan(500)
    })

    test("no change leaves the same bytes", () => {
      for (const { format, text, path } of files) expect(format.revise(text, path, [])).toBe(text)
    })

    test("spans are in order, inside the text, and never overlap", () => {
      for (const { parsed, text, path } of files) {
        let end = 0
        for (const { span } of parsed.entries) {
          expect(span.start, path).toBeGreaterThanOrEqual(end)
          expect(span.end, path).toBeGreaterThanOrEqual(span.start)
          end = span.end
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }
    })

    test("an added entry is found, and removing it restores the same bytes", () => {
      for (const { format, text, path, parsed } of files.filter(isMarkdown)) {
        for (const section of [null, ...parsed.sections.slice(-1).map((one) => one.name)]) {
          const added = tryRevise(() =>
            format.revise(text, path, [
              { kind: "add", section, text: "A line that nobody wrote before", date: SAME_DAY },
            ]),
          )
          if (added === null) continue
          const index = format
            .parse(added, path)
            .entries.findIndex((entry) => entry.text === "A line that nobody wrote before")
          expect(index, path).toBeGreaterThanOrEqual(0)
          expect(format.parse(added, path).entries.length, path).toBe(parsed.entries.length + 1)
          if (format.limits(path) !== null && isRemovable(format, path))
            expect(format.revise(added, path, [{ kind: "remove", entry: index }]), path).toBe(text)
        }
      }
    })

    test("an edit changes only the lines of its entry", () => {
      for (const { format, text, path, parsed } of files.filter(isMarkdown)) {
        if (!isRemovable(format, path)) continue
        for (const [index, entry] of sample(parsed.entries)) {
          const edited = format.revise(text, path, [{ kind: "edit", entry: index, text: "Other words" }])
          expect(edited.startsWith(text.slice(0, entry.span.start)), `${path}:${entry.span.line}`).toBe(true)
          expect(edited.endsWith(text.slice(entry.span.end)), `${path}:${entry.span.line}`).toBe(true)
          expect(format.parse(edited, path).entries[index]?.text, `${path}:${entry.span.line}`).toBe(
            "Other words",
          )
        }
      }
    })

    test("retiring and restoring leaves the same bytes", () => {
      for (const { format, text, path, parsed } of files.filter(isMarkdown)) {
        if (!isRemovable(format, path)) continue
        for (const [index, entry] of sample(parsed.entries)) {
          if (entry.state === "retired") continue
          const retired = format.revise(text, path, [{ kind: "retire", entry: index, why: "no longer true" }])
          const found = format.parse(retired, path).entries[index]
          expect([found?.state, found?.retiredBecause, found?.text], `${path}:${entry.span.line}`).toEqual([
            "retired",
            "no longer true",
            entry.text,
          ])
          expect(
            format.revise(retired, path, [{ kind: "restore", entry: index }]),
            `${path}:${entry.span.line}`,
          ).toBe(text)
        }
      }
    })

    test("an edit to the same text changes nothing", () => {
      for (const { format, text, path, parsed } of files.filter(isMarkdown)) {
        if (!isRemovable(format, path)) continue
        const changes = parsed.entries.map((entry, index) => ({
          kind: "edit" as const,
          entry: index,
          text: entry.text,
        }))
        expect(format.revise(text, path, changes), path).toBe(text)
      }
    })
  },
)

const isMarkdown = ({ path }: RealFile) => path.endsWith(".md")

/** The first, the last and some items between them. */
function sample<T>(items: readonly T[]): [number, T][] {
  const step = Math.max(1, Math.floor(items.length / 2))
  return items.flatMap((item, index): [number, T][] =>
    index % step === 0 || index === items.length - 1 ? [[index, item]] : [],
  )
}

function isRemovable(format: MemoryFormat, path: string): boolean {
  return format.id !== "instructions" && !/\/memory\/\d{4}-\d{2}-\d{2}[^/]*\.md$/.test(path)
}

/** Null if the change is refused, as every change of a read-only format is. */
function tryRevise(revise: () => string): string | null {
  try {
    return revise()
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}
