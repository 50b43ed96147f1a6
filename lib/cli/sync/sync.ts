import { readFound } from "@/lib/files/walk"
import { patchOf } from "@/lib/memory/text/line-differences"
import {
  type Answer,
  command,
  type Command,
  wrongForm,
  type ParsedArguments,
  type Option,
} from "../infra/command"
import { refuse } from "../infra/exit-codes"
import { isInStep, textsOf } from "./drift"
import { predictSync, compareWithServer, syncFolder, type SyncRequest } from "./sync-folder"
import { watch } from "./watch"
import { syncAnswer, syncJson, syncText, summaryOf } from "./sync-text"
import { AS_OPTION, rulesOf } from "../import/import"
import { DIRECTORY, wholeNumber, PROJECT, TEAM } from "../infra/option-values"
import { visible } from "../infra/terminal"

const SYNC_OPTIONS: Readonly<Record<string, Option>> = {
  project: {
    value: "P",
    about:
      "the folder's project, created by the first push (default: the project of the last sync, then the folder's name)",
    takes: PROJECT,
  },
  team: {
    value: "T",
    about: "the project's team (default: your only team, not counting samples)",
    takes: TEAM,
  },
}

const DRY_RUN: Option = { about: "preview the changes without writing to either side" }

/** Returns the sync request of a command for the given folder, or the current one. */
const syncRequestOf = ({
  words,
  values,
  server,
  screen,
}: ParsedArguments): Omit<SyncRequest, "push" | "pull"> => ({
  directory: words[0] ?? ".",
  team: values.team,
  project: values.project,
  server,
  screen,
})

const BOTH = { push: true, pull: true }

export const syncCommand: Command = command({
  name: "sync",
  form: "sync [DIR] [--as FORMAT [PATTERN]] [--project P] [--team T] [--check | --dry-run | --watch [--every SECONDS]] [--json]",
  about: "sync a folder with Quarterdeck: push, then pull",
  purpose: "files",
  examples: [
    "sync --project ledger",
    "sync ~/work/ledger --watch",
    "sync --check",
    "sync . --as claude-auto-memory 'notes/**'",
  ],
  words: [0, 2],
  takes: [DIRECTORY, null],
  options: {
    ...SYNC_OPTIONS,
    as: AS_OPTION,
    check: {
      about:
        "list the differences and exit with code 1 if the two sides differ, without writing anything (for CI)",
    },
    "dry-run": DRY_RUN,
    watch: { about: "keep syncing changes from either side until you press Ctrl-C" },
    every: {
      value: "SECONDS",
      about: "with --watch, seconds between checks for decisions in Quarterdeck (default: 10)",
      takes: wholeNumber(1, 86_400),
    },
  },
  notes:
    "DIR defaults to the current folder. Changes on both sides are merged. If they cannot be merged, a conflict opens in the Inbox and the local file is not changed. If two syncs of the same folder run at once, one waits for the other. See docs/sync.md for details and a CI example.",
  async run(given) {
    const { on, values } = given
    const modes = ["check", "dry-run", "watch"].filter((name) => on.has(name))
    if (modes.length > 1) throw wrongForm(syncCommand, `--${modes[0]} and --${modes[1]} cannot be combined`)
    if (values.every !== undefined && !on.has("watch"))
      throw wrongForm(syncCommand, "--every requires --watch")
    const asked = { ...syncRequestOf(given), takenAs: rulesOf(syncCommand, given) }
    if (on.has("check")) return check(asked)
    if (on.has("dry-run")) return syncAnswer(predictSync(await compareWithServer(asked), BOTH), { dry: true })
    if (on.has("watch")) return watch({ ...asked, ...BOTH }, { everyMs: Number(values.every ?? 10) * 1000 })
    return syncAnswer(await syncFolder({ ...asked, ...BOTH }))
  },
})

async function check(asked: Parameters<typeof compareWithServer>[0]): Promise<Answer> {
  const looked = await compareWithServer(asked)
  const synced = predictSync(looked, BOTH)
  const json = syncJson(synced, { dry: true })
  if (isInStep(looked.drift) && looked.local.unread.length === 0)
    return { json, text: syncText(synced, { dry: true }) }
  const waits = looked.drift.conflicts.length > 0 ? " after you resolve the conflicts in the Inbox" : ""
  throw refuse(
    "drifted",
    `the folder and Quarterdeck differ. Run quarterdeck sync${waits}\n${syncText(synced, { dry: true })}`,
    json,
  )
}

export const pushCommand: Command = command({
  name: "push",
  form: "push [DIR] [--project P] [--team T] [--dry-run] [--json]",
  about: "upload changes from a folder to Quarterdeck, and merge them with decisions",
  purpose: "files",
  examples: ["push", "push ~/work/ledger --project ledger"],
  words: [0, 1],
  takes: [DIRECTORY],
  options: { ...SYNC_OPTIONS, "dry-run": DRY_RUN },
  elsewhere: { check: "sync --check" },
  notes:
    "DIR defaults to the current folder. Changes on both sides are merged if they affect different entries. Otherwise a file conflict opens\nin the Inbox. A push never changes local files. Removed files are marked as removed in Quarterdeck, never deleted.",
  async run(given) {
    const way = { push: true, pull: false }
    if (given.on.has("dry-run"))
      return syncAnswer(predictSync(await compareWithServer(syncRequestOf(given)), way), { dry: true })
    return syncAnswer(await syncFolder({ ...syncRequestOf(given), ...way }))
  },
})

export const pullCommand: Command = command({
  name: "pull",
  form: "pull [DIR] [--project P] [--team T] [--dry-run] [--json]",
  about: "download decisions from Quarterdeck to a folder",
  purpose: "files",
  examples: ["pull", "pull ~/work/ledger --project ledger"],
  words: [0, 1],
  takes: [DIRECTORY],
  options: { ...SYNC_OPTIONS, "dry-run": DRY_RUN },
  elsewhere: { check: "sync --check" },
  notes:
    "DIR defaults to the current folder. Only files that are unchanged since the last sync are replaced, each atomically. Local changes are kept. New files are added if the folder already contains memory files of that kind. If the folder contains none and a project is given, all files are added. Files that a migration moved in Quarterdeck are removed if unchanged. Nothing else is deleted, and nothing is written outside DIR or through\nsymbolic links.",
  async run(given) {
    const way = { push: false, pull: true }
    if (given.on.has("dry-run"))
      return syncAnswer(predictSync(await compareWithServer(syncRequestOf(given)), way), { dry: true })
    return syncAnswer(await syncFolder({ ...syncRequestOf(given), ...way }))
  },
})

/** A change that a sync would make on one side. */
interface Change {
  readonly path: string
  readonly way: "push" | "pull"
  readonly diff: string
}

export const diffCommand: Command = command({
  name: "diff",
  form: "diff [DIR] [--project P] [--team T] [--json]",
  about: "show what a sync would change on each side, as a unified diff",
  purpose: "files",
  examples: ["diff", "diff ~/work/ledger"],
  words: [0, 1],
  takes: [DIRECTORY],
  options: SYNC_OPTIONS,
  notes:
    "DIR defaults to the current folder. A file that changed on both sides is shown once per side, each compared with the merge base.",
  async run(given): Promise<Answer> {
    const { server, screen } = given
    const looked = await compareWithServer(syncRequestOf(given))
    const { local, drift } = looked
    const bytes = [
      ...drift.push.flatMap(({ file, head, base }) =>
        file === null ? [] : [head, base].flatMap((sha256) => (sha256 === null ? [] : [{ file, sha256 }])),
      ),
      ...drift.pull,
    ]
    const texts = new Map<string, string>()
    if (drift.team !== null)
      for await (const some of textsOf(server, drift.team, bytes))
        for (const { file, sha256, text } of some) texts.set(`${file} ${sha256}`, text)
    const stored = (file: string | null, sha256: string | null) => texts.get(`${file} ${sha256}`) ?? null
    const here = async (path: string) => {
      const found = await readFound(local.root, path)
      return "reason" in found ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(found)
    }
    const changes: Change[] = []
    for (const { path, why, file, head, base } of drift.push) {
      const from = why === "both" ? (stored(file, base) ?? stored(file, head)) : stored(file, head)
      changes.push({ path, way: "push", diff: patchOf([{ path, before: from, after: await here(path) }]) })
      if (why === "both" && stored(file, base) !== null)
        changes.push({
          path,
          way: "pull",
          diff: patchOf([{ path, before: stored(file, base), after: stored(file, head) }]),
        })
    }
    for (const { file, path, sha256, replaces } of drift.pull)
      changes.push({
        path,
        way: "pull",
        diff: patchOf([
          { path, before: replaces === null ? null : await here(path), after: stored(file, sha256) },
        ]),
      })
    screen.progress(null)
    const synced = predictSync(looked, { push: true, pull: true })
    return {
      json: { ...syncJson(synced, { dry: true }), changes },
      text: [
        ...section("push", changes),
        ...section("pull", changes),
        ...drift.gone.map((path) => `# removed here: ${visible(path)}`),
        `# ${summaryOf(synced, { dry: true })}`,
      ].join("\n"),
    }
  },
})

function section(way: Change["way"], changes: readonly Change[]): string[] {
  const some = changes.filter((one) => one.way === way)
  if (some.length === 0) return []
  return [
    way === "push" ? "# changes to Quarterdeck" : "# changes to this folder",
    some
      .map((one) => visible(one.diff))
      .join("")
      .trimEnd(),
  ]
}
