import { formatCount } from "@/lib/memory/text/sentence"
import { resolve } from "node:path"
import type { WriteBackPreview, WriteBackRun } from "@/lib/operations/write-back/write-back-outputs"
import type { OutputOf } from "@/lib/http/contract"
import { type Answer, command, type Command, type ParsedArguments } from "./infra/command"
import { follow } from "./infra/follow"
import { refuse } from "./infra/exit-codes"
import { visible, table } from "./infra/terminal"
import { DIRECTORY, oneOf, PROJECT, TEAM } from "./infra/option-values"
import { sourceNameOf } from "./import/local-files"
import { ownTeams } from "./infra/team-and-project"

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
    const paths = values.project === undefined ? undefined : chosen.files.map((file) => file.path)
    if (way === "patch") return on.has("dry-run") ? dryRun : patch(given, source, paths)
    if (way === undefined && preview.way === "patch" && on.has("dry-run")) return dryRun
    const chosenWay = reachableWay(preview, source)
    if (on.has("dry-run")) return dryRun
    if (chosen.files.length === 0) return nothingToWrite(source)
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
  source: FoundSource,
  paths: string[] | undefined,
): Promise<Answer> {
  if (paths?.length === 0) return nothingToWrite(source)
  const { id, team, name } = source
  const download = await server.call("write-back.download", { source: id, team, way: "patch", paths })
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
      return `Writing ${(files.length - left).toLocaleString("en")} of ${formatCount(files.length, "file")}`
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

interface FoundSource {
  readonly id: string
  readonly name: string
  /** The team's slug. */
  readonly team: string
}

type ListedSource = OutputOf<"source.list">["sources"][number]

/**
 * Returns the source with the given name, ID or directory. Without an argument, returns the only source with
 * changes to write, else the only source, else null. Searches all teams unless --team is given. Throws if
 * several sources match, or none.
 */
async function findSource({ words: [wanted], values, server }: ParsedArguments): Promise<FoundSource | null> {
  const teams = values.team === undefined ? (await ownTeams(server)).map(({ slug }) => slug) : [values.team]
  const listed = await Promise.all(
    teams.map(async (team) => {
      const { sources } = await server.call("source.list", { team })
      return sources.map((source) => ({ ...source, team }))
    }),
  )
  const sources = listed.flat()
  const matching = wanted === undefined ? sources.filter((one) => one.waiting > 0) : named(sources, wanted)
  const [source] = matching
  if (source && matching.length === 1) return source
  if (source) throw refuse("invalid", severalOf(matching, wanted))
  const [first] = sources
  if (!first)
    throw refuse(
      "not-found",
      `${teams.length === 1 ? `team ${teams[0]} has` : "there are"} no sources: import a directory first`,
    )
  if (wanted === undefined) return sources.length === 1 ? first : null
  throw refuse(
    "not-found",
    `source not found: ${wanted}. Sources: ${sources.map((one) => one.name).join(", ")}`,
  )
}

/**
 * Returns the sources with that name, directory or ID. If several match and some are directories, returns
 * only those.
 */
function named<S extends ListedSource>(sources: readonly S[], wanted: string): readonly S[] {
  const names = [wanted, resolve(wanted), sourceNameOf(resolve(wanted))]
  const found = sources.filter((one) => names.includes(one.name) || one.id === wanted)
  const directories = found.filter((one) => one.kind === "directory")
  return found.length > 1 && directories.length > 0 ? directories : found
}

function severalOf(sources: readonly FoundSource[], wanted: string | undefined): string {
  const names = new Set(sources.map((one) => one.name))
  return names.size === 1
    ? `several teams have the source ${[...names].join("")}: choose one with --team (${sources.map((one) => one.team).join(", ")})`
    : `several sources ${wanted === undefined ? "have changes to write back" : `match ${wanted}`}: choose one of ${[...names].join(", ")}`
}

const WILL: Readonly<Record<string, string>> = {
  write: "write",
  make: "create",
  merge: "merge",
  remove: "remove",
  same: "unchanged",
  conflict: "conflict",
  gone: "removed from the source",
  "read-only": "read-only",
  problem: "skipped",
  "on-branch": "already on the branch",
}

function previewJson({ source, way, files, branch }: WriteBackPreview) {
  return {
    source: source.name,
    way,
    files: files.map(({ path, standing, added, removed, reason, decisions }) => ({
      path,
      status: standing,
      added,
      removed,
      reason,
      decisions,
    })),
    branch: branch?.name ?? null,
    commit: null,
  }
}

function previewLines({ source, files, totals, branch }: WriteBackPreview): string {
  if (files.length === 0) return `Nothing to write back to ${visible(source.name)}`
  const rows = files.map((file) => [
    WILL[file.standing] ?? file.standing,
    `+${file.added}`,
    `-${file.removed}`,
    visible(file.path),
  ])
  const details = files.flatMap((file) => [
    ...(file.reason === null ? [] : [`${visible(file.path)}: ${visible(file.reason)}`]),
    ...file.decisions.map((one) => `${visible(file.path)}: ${visible(one.words)}, by ${visible(one.by)}`),
    ...(file.hunks ?? []).flatMap((hunk) =>
      hunk.lines.flatMap((line) =>
        line.kind === "same" ? [] : [`  ${line.kind === "add" ? "+" : "-"} ${visible(line.text)}`],
      ),
    ),
  ])
  const into = branch ? `a commit on ${branch.name}` : visible(source.name)
  const [written, removed] = [totals.files - totals.filesRemoved, totals.filesRemoved]
  const what = [
    ...(written > 0 || removed === 0
      ? [`write ${formatCount(written, "file")} ${branch ? "in" : "to"} ${into}`]
      : []),
    ...(removed > 0 ? [`remove ${formatCount(removed, "file")} ${branch ? "in" : "from"} ${into}`] : []),
  ]
  return `${table(rows)}\n\n${details.join("\n")}\n\nWould ${what.join(" and ")}: ${formatCount(totals.added, "line")} added, ${totals.removed.toLocaleString("en")} removed`
}

function runJson({ source, files, branch, commit, id, way }: WriteBackRun): Record<string, unknown> {
  return {
    source: source.name,
    writeBack: id,
    way,
    files: files.map(({ path, status, added, removed, reason, conflict }) => ({
      path,
      status,
      added,
      removed,
      reason,
      conflict,
    })),
    branch,
    commit,
  }
}

function runLines({ source, files, branch, commit }: WriteBackRun): string {
  if (files.length === 0) return `Nothing to write back to ${visible(source.name)}`
  const rows = files.map((file) => [file.status, `+${file.added}`, `-${file.removed}`, visible(file.path)])
  const reasons = files.flatMap((file) =>
    file.reason !== null && file.status !== "written" && file.status !== "removed"
      ? [`${visible(file.path)}: ${visible(file.reason)}`]
      : [],
  )
  const of = (status: string) => files.filter((file) => file.status === status).length
  const into = branch ? `${branch} (${commit?.slice(0, 10)})` : visible(source.name)
  return [
    table(rows),
    ...(reasons.length > 0 ? [reasons.join("\n")] : []),
    `Wrote ${formatCount(of("written"), "file")} to ${into}${of("removed") === 0 ? "" : ` and removed ${of("removed").toLocaleString("en")}`}`,
  ].join("\n\n")
}
