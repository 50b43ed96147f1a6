import { formatCount } from "@/lib/memory/text/sentence"
import { mkdir, realpath, lstat } from "node:fs/promises"
import { resolve, join } from "node:path"
import { pathProblem } from "@/lib/files/unsafe-paths"
import { groupBy } from "@/lib/memory/text/aggregates"
import type { ExportPage } from "@/lib/operations/sources/exports"
import { command, type Command } from "./infra/command"
import { eachPage } from "./infra/paging"
import { refuse, wrongArguments } from "./infra/exit-codes"
import type { Server } from "./infra/server"
import { table, visible } from "./infra/terminal"
import { DIRECTORY, PROJECT, TEAM } from "./infra/option-values"
import { hashAt, replaceFile } from "@/lib/files/write-file"

/** True if the file exists with exactly this text. */
async function isSame(
  root: string,
  head: { readonly path: string; readonly sha256: string; readonly bytes: number },
): Promise<boolean> {
  const file = join(root, head.path)
  const found = await lstat(file).catch(() => null)
  if (!found?.isFile() || found.size !== head.bytes) return false
  return (await hashAt(file).catch(() => null)) === head.sha256
}

/** Replaces a file atomically. */
async function writeWhole(root: string, path: string, text: string): Promise<void> {
  const file = join(root, path)
  try {
    // Checked again: the directory may have changed since all paths were checked.
    const problem = await pathProblem(root, path)
    if (problem !== null) throw new Error(problem)
    await replaceFile({ file, bytes: Buffer.from(text), expected: await hashAt(file) })
  } catch (cause) {
    throw refuse(
      "conflict",
      `${path} could not be written (${(cause as Error).message}). Other files may already have been written. Fix the problem and export again`,
    )
  }
}

type Head = ExportPage["files"][number]

export const exportCommand: Command = command({
  name: "export",
  form: "export DIR [--project P] [--team T] [--json]",
  about: "write memory files, byte for byte, to the paths they were imported from",
  purpose: "files",
  words: [1, 1],
  takes: [DIRECTORY],
  options: {
    team: {
      value: "T",
      about: "only this team (default: all teams except samples)",
      takes: TEAM,
    },
    project: { value: "P", about: "only this project", takes: PROJECT },
  },
  notes:
    "Never writes outside DIR. Identical files are not touched. Files that differ are replaced atomically.",
  examples: ["export /tmp/out --project ledger"],
  async run({ words, values, server, screen }) {
    const scope = { team: values.team, project: values.project }
    screen.progress("Listing files")
    const heads = await listHeads(server, scope)
    refuseClashes(heads)
    const root = await enter(words[0] as string)
    for (const head of heads) {
      const problem = await pathProblem(root, head.path)
      if (problem !== null)
        throw refuse("invalid", `${head.path} cannot be written: ${problem}. No files were written`)
    }
    const wanted = new Set<string>()
    for (const head of heads) if (!(await isSame(root, head))) wanted.add(head.path)
    let written = 0
    for await (const page of pagesOf(server, { ...scope, texts: wanted.size === 0 ? "no" : "yes" })) {
      for (const { path, text } of page.files) {
        if (text === null || !wanted.has(path)) continue
        await writeWhole(root, path, text)
        written += 1
        if (written % 50 === 0)
          screen.progress(`Writing ${written.toLocaleString("en")} of ${formatCount(wanted.size, "file")}`)
      }
    }
    screen.progress(null)
    const answer = { files: heads.length, written, unchanged: heads.length - wanted.size }
    return {
      json: answer,
      text: `${visible(root)}\n${table([
        ["files", answer.files],
        ["written", written],
        ["unchanged", answer.unchanged],
      ])}`,
    }
  },
})

type Scope = Readonly<Record<"team" | "project", string | undefined>>

async function listHeads(server: Server, scope: Scope): Promise<Head[]> {
  const heads: Head[] = []
  for await (const page of pagesOf(server, { ...scope, texts: "no" })) heads.push(...page.files)
  return heads
}

const pagesOf = (server: Server, query: Scope & { texts: "yes" | "no" }) =>
  eachPage((after) => server.call("export.files", { ...query, after }))

/** Throws if two files have the same path. The user has to choose a project. */
function refuseClashes(heads: readonly Head[]): void {
  const clash = [...groupBy(heads, (head) => head.path).values()].find((same) => same.length > 1)
  if (!clash) return
  const teams = new Set(clash.map((head) => head.team))
  const owners = clash
    .map((head) => (teams.size > 1 ? `${head.project} in team ${head.team}` : head.project))
    .toSorted()
  throw refuse(
    "conflict",
    `${clash[0]?.path} exists in several projects (${owners.join(", ")}). Choose one with --project${teams.size > 1 ? " or --team" : ""}, or export each to its own directory`,
  )
}

/** Creates the output directory if it is missing, and returns its real path. */
async function enter(directory: string): Promise<string> {
  try {
    await mkdir(resolve(directory), { recursive: true })
    return await realpath(directory)
  } catch (cause) {
    throw wrongArguments(`${directory} is not writable: ${(cause as Error).message}`)
  }
}
