import { z } from "zod"
import { done } from "@/lib/memory/inputs/outcome"
import { diagnostic } from "./diagnostic-view"
import { fileSummary } from "./file-summary"
import { showMemoryFile } from "./files"
import { operation } from "../operation"

const AROUND = 4
/** Maximum number of findings listed per file. Further findings are only counted. */
const MOST_FINDINGS = 40
const LONGEST_LINE = 600

/** Severities that count as findings. */
const SEVERITIES = ["error", "warning", "info"] as const
export const showFileExcerpt = operation({
  name: "file.excerpt",
  summary:
    "Return the lines of a memory file around a given line, with the findings in the file, most severe first.",
  method: "GET",
  path: "/files/{file}/excerpt",
  right: "read",
  input: z.object({
    team: z.string(),
    file: z.string(),
    /** Line to show. Default: the load limit, the end of the budget, or the first finding. */
    line: z.coerce.number().int().positive().optional(),
  }),
  output: z.object({
    file: fileSummary,
    /** Line that the excerpt shows. */
    line: z.number(),
    lines: z.array(z.object({ line: z.number(), text: z.string() })),
    diagnostics: z.array(diagnostic),
    /** Number of errors and warnings that are not listed. */
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
  if (all.at(-1) === "") all.pop() // A final line break does not start another line.
  return all.slice(first - 1, line + AROUND).map((one, place) => ({
    line: first + place,
    text: one.length > LONGEST_LINE ? `${one.slice(0, LONGEST_LINE)}…` : one,
  }))
}
