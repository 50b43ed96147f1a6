import { z } from "zod"
import { type CurrentFile, currentFilesById } from "@/lib/db/memory-files/current-revisions"
import { nameProblem } from "@/lib/files/unsafe-paths"
import { pack } from "@/lib/files/zip"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { operation } from "../operation"
import { teamOf } from "../teams/team-of"

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
