import { readFound } from "@/lib/files/walk"
import { patchOf } from "@/lib/memory/text/patch"
import { type Answer, command, type Command } from "../infra/command"
import { textsOf } from "./drift"
import { syncRequestOf, SYNC_OPTIONS } from "./options"
import { predictSync, compareWithServer } from "./sync-folder"
import { syncJson, summaryOf } from "./sync-text"
import { DIRECTORY } from "../infra/option-values"
import { visible } from "../infra/terminal-text"

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
    way === "push" ? "# to Quarterdeck" : "# to this folder",
    some
      .map((one) => visible(one.diff))
      .join("")
      .trimEnd(),
  ]
}
