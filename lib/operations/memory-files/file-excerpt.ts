import { z } from "zod"
import { done } from "@/lib/memory/inputs/outcome"
import { diagnostic } from "./diagnostic-view"
import { fileSummary } from "./file-summary"
import { showMemoryFile } from "./list"
import { operation } from "../operation"

const AROUND = 4
/** Findings of one file beyond these are counted, not listed. */
const MOST_FINDINGS = 40
const LONGEST_LINE = 600

/** What is only worth knowing is no finding. */
const SEVERITIES = ["error", "warning", "info"] as const
export const showFileExcerpt = operation({
  name: "file.excerpt",
  summary:
    "Return the lines of a memory file around one line, with the findings in the file, most severe first.",
  method: "GET",
  path: "/files/{file}/excerpt",
  right: "read",
  input: z.object({
    team: z.string(),
    file: z.string(),
    /** Left out: where the harness stops, else where the budget ends, else the first finding. */
    line: z.coerce.number().int().positive().optional(),
  }),
  output: z.object({
    file: fileSummary,
    /** The line that the excerpt is about. */
    line: z.number(),
    lines: z.array(z.object({ line: z.number(), text: z.string() })),
    diagnostics: z.array(diagnostic),
    /** How many errors and warnings are not listed. */
    more: z.number(),
    readers: z.array(z.string()),
  }),
  async run(actor, input) {
    const shown = await showMemoryFile.run(actor, input)
    if (!shown.ok) return shown
    const { file, text, diagnostics, readers } = shown.value
    const worst = diagnostics
      .filter((one) => one.severity !== "info")
      .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || a.line - b.line)
    const overBudget =
      file.limits.budget !== null && file.lines > file.limits.budget ? file.limits.budget + 1 : null
    const line = input.line ?? file.cut ?? overBudget ?? worst[0]?.line ?? 1
    return done({
      file,
      line,
      lines: linesAround(text, line),
      diagnostics: worst.slice(0, MOST_FINDINGS),
      more: Math.max(0, worst.length - MOST_FINDINGS),
      readers: readers.map((one) => one.name),
    })
  },
})

function linesAround(text: string, line: number): { line: number; text: string }[] {
  const first = Math.max(1, line - AROUND)
  const all = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)
  if (all.at(-1) === "") all.pop() // the last line break ends its line, it does not begin another
  return all.slice(first - 1, line + AROUND).map((one, place) => ({
    line: first + place,
    text: one.length > LONGEST_LINE ? `${one.slice(0, LONGEST_LINE)}…` : one,
  }))
}
