import type { OutputOf } from "@/lib/http/contract"
import { command, type Command, type ParsedArguments, wrongForm } from "../infra/command"
import { oneTeam } from "../infra/choose-team"
import { count } from "../infra/table"
import { AGENT, DAY, PROJECT, TEAM } from "../infra/option-values"
import { visible } from "../infra/terminal-text"

const WHOSE = ["agent", "session", "token", "person", "run", "revert", "revision"] as const
type Preview = OutputOf<"revert.preview">
export const revertCommand: Command = command({
  name: "revert",
  form: "revert (--agent A | --session S | --token T | --person P | --run R | --revert R | --revision FILE/N) [--from D] [--to D] [--project P] [--team T] [--dry-run | --yes --reason R [--also-reject]] [--json]",
  about: "preview a revert of everything that one writer wrote, or apply the revert with --yes",
  purpose: "decide",
  words: [0, 0],
  options: {
    agent: { value: "A", about: "an agent, by name", takes: AGENT },
    session: { value: "S", about: "a session, by the name shown in its proposals" },
    token: { value: "T", about: "an access token, by ID" },
    person: { value: "P", about: "a person, by ID" },
    run: { value: "R", about: "an import, by ID" },
    revert: { value: "R", about: "a revert to undo, by ID" },
    revision: { value: "FILE/N", about: "one revision of a file: the file's ID, a slash and the number" },
    from: { value: "D", about: "only writes since this date or time", takes: DAY },
    to: { value: "D", about: "only writes until this date or time", takes: DAY },
    project: { value: "P", about: "only this project", takes: PROJECT },
    team: { value: "T", about: "the team. Required if there are several", takes: TEAM },
    "dry-run": { about: "preview only (the default without --yes)" },
    yes: { about: "revert what the preview shows" },
    reason: { value: "R", about: "reason, shown in the history of every file" },
    "also-reject": { about: "also reject the writer's pending proposals" },
  },
  notes:
    "Writes by others in the same files are kept, including later changes to the reverted text, and these changes are listed. The command creates one revision per file and reverts either all files or none.",
  examples: [
    "revert --agent unit-tester --from 2026-11-20",
    'revert --session s-4711 --yes --reason "wrong environment" --also-reject',
  ],
  async run(given) {
    const { values, on, server } = given
    if (on.has("yes") && on.has("dry-run"))
      throw wrongForm(revertCommand, "--yes and --dry-run cannot be combined")
    const { reason } = values
    if (on.has("yes") && reason === undefined) throw wrongForm(revertCommand, "--reason is missing")
    if (!on.has("yes") && (reason !== undefined || on.has("also-reject")))
      throw wrongForm(revertCommand, `--${reason === undefined ? "also-reject" : "reason"} requires --yes`)
    const of = whose(given)
    const body = {
      team: await oneTeam(server, values),
      of,
      project: values.project,
      from: values.from,
      to: values.to,
    }
    const seen = await server.call("revert.preview", body)
    if (reason === undefined) return { json: { ...seen }, text: describe(seen) }
    const ran = await server.callOnce("revert.run", {
      ...body,
      shown: seen.shown,
      reason,
      alsoReject: on.has("also-reject"),
    })
    const { totals, rejected } = ran
    const text = `Reverted ${count(totals.writes, "write")} in ${count(totals.files, "file")}${rejected > 0 ? `, rejected ${count(rejected, "proposal")}` : ""}${totals.left > 0 ? `, kept ${count(totals.left, "line")} that others have since changed` : ""}. To undo the revert, run quarterdeck revert --revert ${ran.revert} --yes --reason R`
    return { json: { ...ran }, text }
  },
})

function whose({ values }: ParsedArguments): Record<string, string> {
  const [named, other] = WHOSE.filter((one) => values[one] !== undefined)
  if (named === undefined) throw wrongForm(revertCommand, "no writer given")
  if (other !== undefined) throw wrongForm(revertCommand, `--${named} and --${other} cannot be combined`)
  return { [named]: values[named] as string }
}

/**
 * Returns the preview of a revert as text: removed and restored lines of each file, and the changes that
 * stay, with reasons.
 */
function describe({ name, files, totals, proposals }: Preview): string {
  const parts = files.map(({ path, project, hunks, becomes, added, cut, left }) => {
    const lines =
      hunks?.flatMap((hunk) => [
        ...hunk.before.map((line, at) => `  ${hunk.line + at} - ${visible(line)}`),
        ...hunk.after.map((line) => `  ${hunk.line} + ${visible(line)}`),
      ]) ?? (added + cut > 0 ? [`  ${count(added, "line")} to restore, ${count(cut, "line")} to remove`] : [])
    const change = becomes === "gone" ? ", to be removed" : ", to be restored"
    return [
      `${visible(`${project.name}  ${path}`)}${becomes === null ? "" : change}`,
      ...lines,
      ...left.map(
        (one) =>
          `  ${one.line ?? "-"} kept: ${visible(one.why)}${one.by ? ` by ${visible(one.by)}` : ""}${one.text ? `: ${visible(one.text)}` : ""}`,
      ),
    ].join("\n")
  })
  const waiting =
    proposals.waiting > 0
      ? ` The same writer has ${count(proposals.waiting, "pending proposal")}. To reject pending proposals too, add --also-reject.`
      : ""
  const sum =
    totals.files === 0
      ? `Nothing written by ${visible(name)} can be reverted.`
      : `${count(totals.writes, "write")} by ${visible(name)} in ${count(totals.files, "file")}: ${count(totals.added, "line")} to restore, ${count(totals.cut, "line")} to remove${totals.left > 0 ? `, ${totals.left} to keep` : ""}. Nothing was written. To revert, add --yes --reason R.`
  return [...parts, `${sum}${waiting}`].join("\n\n")
}
