import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  findCurrentFile,
  findCurrentFiles,
  entriesAtHead,
  type CurrentFile,
  currentFilesById,
} from "@/lib/db/memory-files/current-revisions"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { nameProblem } from "@/lib/files/unsafe-paths"
import { pack } from "@/lib/files/archive/zip"
import { operation } from "../operation"
import { projectOf, teamOf, inTeam } from "../teams/team-and-project"
import { currentTextFor, diagnostic, fileSummary } from "./memory-outputs"
import { showMemoryFile } from "./files"

export const readFileAt = operation({
  name: "file.read",
  summary:
    "Return the exact text of the memory file at a path, with its revision. For agents, unverified lines that read like instructions are replaced by a note.",
  method: "GET",
  path: "/file",
  right: "read",
  input: z.object({
    team: z.string(),
    project: z.string().describe("A project's slug, name or ID"),
    path: z.string().max(2_000).describe("The path as imported, with forward slashes"),
  }),
  output: z.object({
    file: z.string(),
    path: z.string(),
    project: z.string(),
    format: z.string(),
    revision: z.number(),
    text: z.string(),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const [found] = await findCurrentFiles(visibilityOf(actor, team.value.id), {
      projectId: project.value?.id ?? "",
      path: input.path,
    })
    const head = found ? await findCurrentFile(visibilityOf(actor, team.value.id), found.id) : null
    if (!head || head.state === "gone")
      return refused(
        "not-found",
        `memory file not found in ${project.value?.name ?? "this project"}: ${input.path}`,
      )
    return done({
      file: head.id,
      path: head.path,
      project: head.projectSlug,
      format: head.format,
      revision: head.revision,
      text: await currentTextFor(actor, visibilityOf(actor, team.value.id), head),
    })
  },
})

export const showFileEntry = operation({
  name: "file.entry",
  summary: "Return the entry that a line of a memory file belongs to, in the form that proposals use.",
  method: "GET",
  path: "/files/{file}/entry",
  right: "read",
  refuses: ["stale"],
  input: z.object({
    team: z.string(),
    file: z.string(),
    line: z.coerce.number().int().positive(),
    position: z.coerce
      .number()
      .int()
      .min(0)
      .optional()
      .describe("Zero-based position of the entry, if several entries share the line"),
    revision: z.coerce
      .number()
      .pipe(z.int32().positive())
      .optional()
      .describe("The revision you read. The request is rejected if the file has changed"),
  }),
  output: z.object({
    id: z.string(),
    text: z.string(),
    section: z.string().nullable(),
    state: z.enum(["current", "retired"]),
    line: z.number(),
    revision: z.number(),
  }),
  run: (actor, input) =>
    inTeam(actor, "read", input.team, async (team) => {
      const head = await findCurrentFile(visibilityOf(actor, team.id), input.file)
      if (!head) return refused("not-found", "memory file not found")
      if (input.revision !== undefined && input.revision !== head.revision)
        return refused(
          "stale",
          `${head.path} is now at revision ${head.revision}, but you have revision ${input.revision}. Read it again`,
        )
      const here = (await entriesAtHead(visibilityOf(actor, team.id), head.id)).filter(
        (entry) => entry.line <= input.line && entry.endLine >= input.line,
      )
      const entry = here[input.position ?? 0]
      if (!entry) return refused("not-found", `line ${input.line} of ${head.path} is not part of an entry`)
      const { id, text, section, state, line } = entry
      return done({ id, text, section, state, line, revision: head.revision })
    }),
})

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

/** Maximum size of the texts of one download, in bytes. All of them are in memory at the same time. */
const MOST_BYTES = 64 * 1024 * 1024

export const downloadFiles = operation({
  name: "file.download",
  summary: "Download the current text of memory files as a ZIP archive.",
  method: "POST",
  path: "/files/download",
  right: "read",
  refuses: ["invalid"],
  input: z.object({
    team: z.string(),
    files: z.array(z.uuid("not a file ID")).min(1).max(5000),
  }),
  output: z.object({ name: z.string(), files: z.number(), content: z.base64() }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const files = (await currentFilesById(visibilityOf(actor, team.value.id), input.files)).filter(
      ({ state, path }) => state !== "gone" && nameProblem(path) === null,
    )
    if (files.length === 0) return refused("not-found", "files not found")
    const packed = pathsInArchive(files).map((path, index) => ({
      path,
      bytes: Buffer.from(files[index]?.text ?? ""),
    }))
    const size = packed.reduce((sum, { bytes }) => sum + bytes.length, 0)
    if (size > MOST_BYTES)
      return refused(
        "invalid",
        `files: ${Math.ceil(size / 1024 / 1024)} MB in total; at most ${MOST_BYTES / 1024 / 1024} MB can be downloaded at once. Select fewer files`,
      )
    const now = new Date()
    const zip = await pack(packed, now)
    return done({
      name: `${team.value.slug}-memory-${now.toISOString().slice(0, 10)}.zip`,
      files: files.length,
      content: zip.toString("base64"),
    })
  },
})

/** Returns the paths of the files, below a folder for each project if there are several. */
function pathsInArchive(files: readonly CurrentFile[]): string[] {
  const hasOneProject = new Set(files.map(({ projectId }) => projectId)).size === 1
  return files.map(({ projectSlug, path }) => (hasOneProject ? path : `${projectSlug}/${path}`))
}
