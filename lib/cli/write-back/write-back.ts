import type { WriteBackPreview, WriteBackRun } from "@/lib/operations/write-back/write-back-outputs"
import { type Answer, command, type Command, type ParsedArguments } from "../infra/command"
import { follow } from "../infra/follow"
import { refuse } from "../infra/exit-codes"
import { count } from "../infra/table"
import { DIRECTORY, oneOf, PROJECT, TEAM } from "../infra/option-values"
import { visible } from "../infra/terminal-text"
import { findSource, type FoundSource } from "./source"
import { previewLines, previewJson, runJson, runLines } from "./write-back-text"

const WAYS = ["directory", "branch", "patch"] as const

export const writeBackCommand: Command = command({
  name: "write-back",
  form: "write-back [SOURCE] [--project P] [--team T] [--dry-run] [--way W] [--json]",
  about: "write decisions back to the files' source",
  purpose: "files",
  words: [0, 1],
  takes: [DIRECTORY],
  options: {
    project: { value: "P", about: "only this project", takes: PROJECT },
    team: {
      value: "T",
      about: "the source's team (default: your only team, not counting samples)",
      takes: TEAM,
    },
    "dry-run": { about: "preview files and lines without writing" },
    way: {
      value: "W",
      about: "directory, branch (a commit on a new branch) or patch (printed); default: the first available",
      takes: oneOf(WAYS),
    },
  },
  notes:
    "SOURCE is a directory on the server or the name of a source (default: the only source with changes). Files that have also\nchanged in the source are merged. If they cannot be merged, a file conflict opens and the file is not changed. Files are written to the source they were\nlast imported from. Other folders update with their next quarterdeck sync or pull.",
  examples: ["write-back ~/work/ledger --dry-run", "write-back ~/work/ledger --way branch"],
  async run(given) {
    const { values, on, server, screen } = given
    const { way } = values
    const source = await findSource(given)
    if (source === null) return nothingToWrite(null)
    screen.progress(`Comparing with ${source.name}`)
    const preview = await server.call("write-back.preview", { source: source.id, team: source.team, way })
    screen.progress(null)
    const chosen = onlyProject(preview, values.project)
    const dryRun = { json: previewJson(chosen), text: previewLines(chosen) }
    if (way === "patch") return on.has("dry-run") ? dryRun : patch(given, source)
    if (way === undefined && preview.way === "patch" && on.has("dry-run")) return dryRun
    const chosenWay = reachableWay(preview, source)
    if (on.has("dry-run")) return dryRun
    if (chosen.files.length === 0) return nothingToWrite(source)
    const paths = values.project === undefined ? undefined : chosen.files.map((file) => file.path)
    const started = await server.callOnce("write-back.start", {
      source: source.id,
      team: source.team,
      way: chosenWay,
      shown: preview.shown,
      ...(paths ? { paths } : {}),
    })
    return ended(await followRun(given, started))
  },
})

const nothingToWrite = (source: FoundSource | null): Answer => ({
  json: { source: source?.name ?? null, files: [], branch: null, commit: null },
  text: `Nothing to write back to ${source === null ? "any source" : visible(source.name)}`,
})

/** Returns the preview with the files of one project only. Without a project, the preview stays unchanged. */
function onlyProject(preview: WriteBackPreview, project: string | undefined): WriteBackPreview {
  if (project === undefined) return preview
  return {
    ...preview,
    files: preview.files.filter((file) => [file.project.slug, file.project.name].includes(project)),
  }
}

/**
 * Returns how the preview's changes are written: to the directory or to a branch. Throws if that is not
 * available, or if the only way is a patch, which is printed only on request.
 */
function reachableWay({ way, ways }: WriteBackPreview, source: FoundSource): "directory" | "branch" {
  const closed = ways.find((one) => one.way === way)?.why ?? null
  if (closed !== null) throw refuse("conflict", closed)
  if (way === "directory" || way === "branch") return way
  throw refuse(
    "conflict",
    `${ways.find((one) => one.way === "directory")?.why ?? `${source.name} cannot be reached`}. Use --way patch to print the changes`,
  )
}

async function patch(
  { server }: ParsedArguments,
  { id, team, name }: { id: string; team: string; name: string },
): Promise<Answer> {
  const download = await server.call("write-back.download", { source: id, team, way: "patch" })
  const text = Buffer.from(download.content, "base64").toString()
  return { json: { source: name, files: [], branch: null, commit: null, patch: text }, text }
}

const followRun = ({ server, screen }: ParsedArguments, begun: WriteBackRun): Promise<WriteBackRun> =>
  follow<WriteBackRun>(screen, {
    begun,
    read: () =>
      server.call("write-back.show", {
        source: begun.source.id,
        writeBack: begun.id as string,
        team: begun.team,
      }),
    isRunning: ({ id, state }) => id !== null && state === "running",
    progress({ files }) {
      const left = files.filter((file) => file.status === "waiting").length
      return `Writing ${(files.length - left).toLocaleString("en")} of ${count(files.length, "file")}`
    },
  })

function ended(run: WriteBackRun): Answer {
  if (run.state === "failed") throw refuse("failed", run.error ?? "the write-back failed", runJson(run))
  const failed = run.files.filter((file) => file.status === "failed")
  if (failed.length > 0) throw refuse("failed", failed.map((file) => file.reason).join("\n"), runJson(run))
  const kept = run.files.filter((file) => file.status === "conflict")
  if (kept.length > 0 && !run.files.some((file) => file.status === "written" || file.status === "removed"))
    throw refuse(
      "conflict",
      `nothing was written. ${kept.map((file) => `${file.path}: ${file.reason ?? "it has also changed in the source"}`).join("; ")}. See quarterdeck conflicts`,
      runJson(run),
    )
  return { json: runJson(run), text: runLines(run) }
}
