import { z } from "zod"
import type { ListedFile } from "@/lib/db/memory-files/files"
import { FORMATS } from "@/lib/formats/all-formats"

const limits = z.object({
  budget: z.number().nullable(),
  lines: z.number().nullable(),
  bytes: z.number().nullable(),
  characters: z.number().nullable(),
  runs: z.number().nullable(),
})

export const fileSummary = z.object({
  id: z.string(),
  path: z.string(),
  title: z.string().nullable(),
  format: z.string(),
  formatName: z.string(),
  role: z.string(),
  scope: z.string(),
  state: z.enum(["present", "gone", "broken"]),
  project: z.object({ slug: z.string(), name: z.string() }),
  agent: z.string().nullable(),
  category: z.string().nullable(),
  /** Number of the current revision. */
  head: z.number(),
  bytes: z.number(),
  lines: z.number(),
  entries: z.number(),
  retired: z.number(),
  sessions: z.number(),
  /** First line that the harness does not load, or null. */
  cut: z.number().nullable(),
  limits,
  problems: z.number(),
  updatedOn: z.string().nullable(),
})
export type FileSummary = z.output<typeof fileSummary>

export function summarizeFile(file: ListedFile): FileSummary {
  return {
    id: file.id,
    path: file.path,
    title: file.title,
    format: file.format,
    formatName: FORMATS.find((one) => one.id === file.format)?.name ?? file.format,
    role: file.role,
    scope: file.scope,
    state: file.state as FileSummary["state"],
    project: file.project,
    agent: file.agent?.name ?? null,
    category: file.category?.slug ?? null,
    head: file.head,
    bytes: file.bytes,
    lines: file.lines,
    entries: file.entries,
    retired: file.retired,
    sessions: file.sessions,
    cut: file.cut,
    limits: limits.parse(file.limits),
    problems: file.problems,
    updatedOn: file.updatedOn?.toISOString().slice(0, 10) ?? null,
  }
}
