import type { Answer } from "../command"
import { refuse } from "../refusal"
import { count } from "../table"
import { visible } from "../visible"
import type { Synced } from "./sync-folder"

export function jsonOf({ root, pushed, pulled, conflicts, same, both, gone, left, failed, team, projects }: Synced, { dry = false } = {}): Record<string, unknown> {
  return { pushed, pulled, conflicts: conflicts.map((one) => one.path), same, ...(dry ? { both } : {}), gone, left, failed, waiting: conflicts, team, projects, folder: root, dryRun: dry }
}

/** What was done, or would be. What could not be written is a refusal, with all that was done beside it. */
export function answerOf(synced: Synced, { dry = false } = {}): Answer {
  const json = jsonOf(synced, { dry })
  if (synced.failed.length > 0) throw refuse("failed", [...synced.failed.map((one) => visible(one.reason)), summaryOf(synced, { dry })].join("\n"), json)
  return { json, text: textOf(synced, { dry }) }
}

/** As many paths as one reads; the JSON has them all. */
const SHOWN = 30

export function textOf(synced: Synced, { dry = false } = {}): string {
  const listed = [
    ...named(dry ? "would push" : "pushed", synced.pushed), ...named(dry ? "would be gone in Quarterdeck" : "gone in Quarterdeck", synced.gone), ...named(dry ? "would pull" : "pulled", synced.pulled),
    ...named("changed on both sides, merged or a conflict", synced.both), ...synced.conflicts.map((one) => `conflict  ${visible(one.reason)}`), ...synced.left.map((one) => `left  ${visible(one.path)}: ${visible(one.reason)}`),
  ]
  const rest = listed.length > SHOWN ? [`and ${count(listed.length - SHOWN, "more line")}: --json lists them all`] : []
  return [...listed.slice(0, SHOWN), ...rest, summaryOf(synced, { dry })].join("\n")
}

const named = (what: string, paths: readonly string[]): string[] => paths.map((path) => `${what}  ${visible(path)}`)

export function summaryOf({ root, projects, pushed, pulled, conflicts, same, both, gone, left }: Synced, { dry = false } = {}): string {
  const [project, ...others] = projects
  const folder = `${visible(root)}${project === undefined ? "" : others.length > 0 ? ` (projects ${projects.map(visible).join(", ")})` : ` (project ${visible(project)})`}`
  if ([pushed, pulled, conflicts, both, gone, left].every((list) => list.length === 0)) return `${folder} is in step: ${count(same, "memory file")}, nothing to ${dry ? "be " : ""}exchange${dry ? "d" : ""}`
  const parts = [`${count(pushed.length, "file")} ${dry ? "to push" : "pushed"}`, `${pulled.length.toLocaleString("en")} ${dry ? "to pull" : "pulled"}`, ...(gone.length > 0 ? [`${gone.length.toLocaleString("en")} gone`] : []), ...(both.length > 0 ? [`${both.length.toLocaleString("en")} changed on both sides`] : []), count(conflicts.length, "conflict"), `${same.toLocaleString("en")} the same`]
  return `${folder}: ${parts.join(", ")}`
}
