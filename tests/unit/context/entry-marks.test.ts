import { expect, it } from "vitest"
import type { DiskFile } from "@/components/context/agent-context"
import { marksOf, pastLimitMark } from "@/components/context/entry-marks"

const entry = {
  file: "of MEMORY.md",
  path: "MEMORY.md",
  line: 199,
  date: null as string | null,
  stale: false,
  copies: [] as { id: string; path: string; line: number }[],
}
const file = (path: string, cut: number | null) =>
  ({
    id: `of ${path}`,
    path,
    cut,
    scope: "project",
    project: { slug: "ledger" },
    agent: "ann",
    category: null,
  }) as DiskFile

const marks = (of: Partial<typeof entry>) =>
  marksOf({ ...entry, ...of }, [file("MEMORY.md", 201), file("other.md", null)]).map(({ kind }) => kind)

it("marks entries past the load limit, unless a copy of them is loaded", () => {
  expect(marks({ line: 200 })).toEqual([])
  expect(marks({ line: 201 })).toEqual(["past-limit"])
  expect(marks({ line: 201, copies: [{ id: "1", path: "other.md", line: 900 }] })).toEqual([])
  expect(marks({ line: 201, copies: [{ id: "1", path: "MEMORY.md", line: 300 }] })).toEqual(["past-limit"])
  const mark = pastLimitMark({ ...entry, line: 201 }, [file("MEMORY.md", 201)])
  expect(mark?.why).toContain("only if Quarterdeck sends it")
  // The path of a file is unique in its project only.
  expect(marks({ file: "of another project", line: 900 })).toEqual([])
})

it("marks stale entries, in addition to those past the load limit", () => {
  expect(marks({ date: "2026-05-01" })).toEqual([])
  expect(marks({ date: "2026-05-01", stale: true })).toEqual(["stale"])
  expect(marks({ date: "2026-05-01", stale: true, line: 400 })).toEqual(["past-limit", "stale"])
})
