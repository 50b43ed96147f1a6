import type { z } from "zod"
import type { previewRevert } from "@/lib/operations/reverts/preview"
import type { runRevert } from "@/lib/operations/reverts/run"
import { type Command, type Given, wrongForm } from "./command"
import { oneTeam } from "./one-team"
import { count } from "./table"
import { AGENT, DAY, PROJECT, TEAM } from "./taken"
import { visible } from "./visible"

const WHOSE = ["agent", "session", "token", "person", "run", "revert"] as const
type Preview = z.output<(typeof previewRevert)["output"]>
type Ran = z.output<(typeof runRevert)["output"]>

export const revertCommand: Command = {
  name: "revert",
  form: "revert (--agent A | --session S | --token T | --person P | --run R | --revert R) [--from D] [--to D] [--project P] [--team T] [--dry-run | --yes --reason R [--also-reject]] [--json]",
  about: "shows what taking back all that one of them wrote would change, and with --yes does it",
  purpose: "decide",
  words: [0, 0],
  options: {
    agent: { value: "A", about: "an agent, by its name", takes: AGENT },
    session: { value: "S", about: "a session, by the name that its proposals carry" },
    token: { value: "T", about: "an access token, by its id" },
    person: { value: "P", about: "a person, by their id" },
    run: { value: "R", about: "an import, by its id" },
    revert: { value: "R", about: "a revert, by its id: undoes it" },
    from: { value: "D", about: "only what was written since this day or instant", takes: DAY },
    to: { value: "D", about: "only what was written until this day or instant", takes: DAY },
    project: { value: "P", about: "only in this project", takes: PROJECT },
    team: { value: "T", about: "in this team; needed where there are several", takes: TEAM },
    "dry-run": { about: "only show it, as without --yes" },
    yes: { about: "do what is shown" },
    reason: { value: "R", about: "why; it stands in the history of every file" },
    "also-reject": { about: "reject their proposals that wait, too" },
  },
  notes:
    "What others wrote in the same files stays. What they changed of it since stays too, and is named. One revision a file, all or nothing.",
  examples: [
    "revert --agent unit-tester --from 2026-11-20",
    'revert --session s-4711 --yes --reason "it was told lies" --also-reject',
  ],
  async run(given) {
    const { values, on, server } = given
    if (on.has("yes") && on.has("dry-run"))
      throw wrongForm(revertCommand, "--yes and --dry-run are two wishes")
    if (on.has("yes") && values.reason === undefined) throw wrongForm(revertCommand, "--reason is missing")
    if (!on.has("yes") && (values.reason !== undefined || on.has("also-reject")))
      throw wrongForm(
        revertCommand,
        `--${values.reason === undefined ? "also-reject" : "reason"} goes with --yes`,
      )
    const of = whose(given)
    const body = {
      team: await oneTeam(server, values),
      of,
      project: values.project,
      from: values.from,
      to: values.to,
    }
    const seen = await server.send<Preview>("POST", "/reverts/preview", body)
    if (!on.has("yes")) return { json: { ...seen }, text: describe(seen) }
    const ran = await server.sendOnce<Ran>("POST", "/reverts", {
      ...body,
      shown: seen.shown,
      reason: values.reason,
      alsoReject: on.has("also-reject"),
    })
    const { totals, rejected } = ran
    const text = `Reverted ${count(totals.writes, "write")} in ${count(totals.files, "file")}${rejected > 0 ? `, rejected ${count(rejected, "proposal")}` : ""}${totals.left > 0 ? `; ${count(totals.left, "line")} stay, changed since by others` : ""}. To undo it: quarterdeck revert --revert ${ran.revert} --yes --reason R`
    return { json: { ...ran }, text }
  },
}

function whose({ values }: Given): Record<string, string> {
  const [named, other] = WHOSE.filter((one) => values[one] !== undefined)
  if (named === undefined) throw wrongForm(revertCommand, "say whose writes")
  if (other !== undefined) throw wrongForm(revertCommand, `--${named} and --${other} are two`)
  return { [named]: values[named] as string }
}

/** The lines that go and come back, file by file, and what stays. */
function describe({ name, files, totals, proposals }: Preview): string {
  const parts = files.map(({ path, project, hunks, becomes, added, cut, left }) => {
    const lines =
      hunks?.flatMap((hunk) => [
        ...hunk.before.map((line, at) => `  ${hunk.line + at} - ${visible(line)}`),
        ...hunk.after.map((line) => `  ${hunk.line} + ${visible(line)}`),
      ]) ?? (added + cut > 0 ? [`  ${count(added, "line")} come back, ${count(cut, "line")} go`] : [])
    const turns = becomes === null ? "" : becomes === "gone" ? ", goes" : ", comes back"
    return [
      `${visible(`${project.name}  ${path}`)}${turns}`,
      ...lines,
      ...left.map(
        (one) =>
          `  ${one.line ?? "-"} stays: ${visible(one.why)}${one.by ? ` by ${visible(one.by)}` : ""}${one.text ? `: ${visible(one.text)}` : ""}`,
      ),
    ].join("\n")
  })
  const waiting =
    proposals.waiting > 0
      ? ` ${count(proposals.waiting, "proposal")} of theirs wait: --also-reject rejects them.`
      : ""
  const sum =
    totals.files === 0
      ? `Nothing that ${visible(name)} wrote can be taken back.`
      : `${count(totals.writes, "write")} of ${visible(name)} in ${count(totals.files, "file")}: ${count(totals.added, "line")} come back, ${count(totals.cut, "line")} go${totals.left > 0 ? `, ${totals.left} stay` : ""}. Nothing was written: --yes --reason R does it.`
  return [...parts, `${sum}${waiting}`].join("\n\n")
}
