import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { filesOfSource } from "@/lib/db/sources/write-backs"
import { nameProblem } from "@/lib/files/unsafe-paths"
import { pack } from "@/lib/files/archive/zip"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { patchOf } from "@/lib/memory/text/line-differences"
import { operation } from "../operation"
import { type WriteBackPlan, planWriteBack } from "./plan"
import { isWritten } from "./pending-writes"
import { withSource } from "./write-back"

export const downloadWriteBack = operation({
  name: "write-back.download",
  summary: "Download decisions to apply manually, as a git patch or as a zip file.",
  method: "GET",
  path: "/sources/{source}/write-back/download",
  right: "curate",
  refuses: ["conflict"],
  input: z.object({
    team: z.string(),
    source: z.string().describe("The source's ID, or its name"),
    way: z.enum(["patch", "zip"]),
    files: z
      .enum(["changed", "all"])
      .default("changed")
      .describe("For a zip file: only changed files, or all files from the source"),
  }),
  output: z.object({ name: z.string(), type: z.string(), files: z.number(), content: z.base64() }),
  run: (actor, input) =>
    withSource(
      actor,
      "curate",
      input,
      async (
        team,
        source,
      ): Promise<Outcome<{ name: string; type: string; files: number; content: string }>> => {
        const plan = await planWriteBack(actor, team.id, source, input.way)
        const name = `${nameOf(source.name)}-${new Date().toISOString().slice(0, 10)}`
        const written = plan.files.filter(
          (one) => isWritten(one) && (input.way === "patch" || one.standing !== "remove"),
        )
        if (input.way === "patch") {
          if (written.length === 0)
            return refused("conflict", `there is nothing to write back to ${source.name}`)
          const prefix = plan.git?.repository.prefix ?? ""
          const patch = patchOf(
            written.map(({ file, standing, before, after, mode }) => ({
              path: prefix + file.place,
              before,
              after: standing === "remove" ? null : after,
              ...(mode === undefined ? {} : { mode }),
            })),
          )
          return done({
            name: `${name}.patch`,
            type: "text/x-patch; charset=utf-8",
            files: written.length,
            content: Buffer.from(patch).toString("base64"),
          })
        }
        const files =
          input.files === "all"
            ? await allOf(visibilityOf(actor, team.id), plan)
            : written.map(({ file, after }) => ({ path: file.place, text: after }))
        if (files.length === 0)
          return refused(
            "conflict",
            `there is nothing to write back to ${source.name}. Request all files instead`,
          )
        const zip = await pack(
          files.map(({ path, text }) => ({ path, bytes: Buffer.from(text) })),
          new Date(),
        )
        return done({
          name: `${name}.zip`,
          type: "application/zip",
          files: files.length,
          content: zip.toString("base64"),
        })
      },
    ),
})

/** Returns the stored files of a source. A file that the plan merges has the merged text. */
async function allOf(
  visible: Visibility,
  { source, files }: WriteBackPlan,
): Promise<{ path: string; text: string }[]> {
  const stored = (await filesOfSource(visible, source.id, { texts: true })).map(
    ({ path, text }) => [path, text] as const,
  )
  const planned = files
    .filter((one) => isWritten(one) && one.standing !== "remove")
    .map(({ file, after }) => [file.place, after] as const)
  return [...new Map([...stored, ...planned])]
    .filter(([path]) => nameProblem(path) === null)
    .map(([path, text]) => ({ path, text }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Returns the last part of a path as a valid file name. */
const nameOf = (source: string): string =>
  (source.split(/[\\/]/).findLast((part) => part !== "") ?? "memory")
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")
    .slice(0, 80) || "memory"
