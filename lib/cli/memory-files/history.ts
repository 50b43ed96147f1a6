import { formatCount } from "@/lib/memory/text/sentence"
import type { OutputOf } from "@/lib/http/contract"
import type { RevisionLineView } from "@/lib/operations/history/revisions"
import type { FileSummary } from "@/lib/operations/memory-files/memory-outputs"
import { command, type Command, type ParsedArguments, wrongForm } from "../infra/command"
import { linesOf } from "./entry-lines"
import { visible } from "../infra/terminal"
import { PROJECT, TEAM, wholeNumber, AGENT, DAY } from "../infra/option-values"
import { oneTeam } from "../infra/team-and-project"
import { refuse } from "../infra/exit-codes"
import type { Server } from "../infra/server"

type EntryHistory = OutputOf<"entry.history">
const PLACE = {
  project: { value: "P", about: "the file's project", takes: PROJECT },
  team: { value: "T", about: "only this team (default: all teams except samples)", takes: TEAM },
}

export const historyCommand: Command = command({
  name: "history",
  form: "history (PATH | ENTRY) [--project P] [--team T] [--limit N] [--json]",
  about: "show who changed a memory file or an entry, when and why",
  purpose: "read",
  words: [1, 1],
  options: {
    ...PLACE,
    limit: {
      value: "N",
      about: "maximum number of changes, newest first (default: 50)",
      takes: wholeNumber(1, 500),
    },
  },
  notes:
    "PATH is a memory file's path, or the end of the path if that is unique. ENTRY is an ID (see read --ids or search --ids). Forgotten entries also have a history.",
  examples: [
    "history .kaizen/agents/unit-tester/memory.md --project ledger",
    "history 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10",
  ],
  async run({ words, values, server, screen }) {
    const what = words[0] as string
    const limit = values.limit ?? "50"
    if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(what)) {
      const history = await server.call("entry.history", { entry: what, limit: Math.min(Number(limit), 200) })
      const rows = history.events.map(({ revision, turns, forgotten, before, after }) => ({
        head: [...headOf(revision), forgotten === null ? turns.join(", ") : "forgotten"],
        text: `${(after ?? before)?.text ?? ""}  (${forgotten ?? revision.reason})`,
      }))
      return {
        json: { ...history },
        text: [linesOf(rows, screen.width), "", ...history.moves.map(movedWords), history.file.path].join(
          "\n",
        ),
      }
    }
    const { team, file } = await findFile(server, what, values)
    const listed = await server.call("revision.list", { file: file.id, team, limit })
    const rows = listed.revisions.map((one) => ({
      head: [...headOf(one), one.added === null ? "" : `+${one.added} -${one.cut}`],
      text: one.reason,
    }))
    return {
      json: { file: file.id, path: file.path, ...listed },
      text: `${linesOf(rows, screen.width)}\n\n${formatCount(listed.total, "revision")} of ${file.path}`,
    }
  },
})

export const blameCommand: Command = command({
  name: "blame",
  form: "blame PATH [--project P] [--team T] [--revision N] [--json]",
  about: "show who wrote each line of a memory file, and when",
  purpose: "read",
  words: [1, 1],
  options: {
    ...PLACE,
    revision: {
      value: "N",
      about: "as of this revision (default: the latest)",
      takes: wholeNumber(1, 1_000_000_000),
    },
  },
  examples: ["blame memory.md --project ledger --revision 4"],
  async run({ words, values, server, screen }) {
    const { team, file } = await findFile(server, words[0] as string, values)
    const blamed = await server.call("file.blame", { file: file.id, team, revision: values.revision })
    const known = new Map(blamed.revisions.map((one) => [one.number, one]))
    const rows = blamed.runs.flatMap((run) =>
      run.lines.map((text, at) => ({
        head: [
          ...(known.has(run.revision) ? headOf(known.get(run.revision) as RevisionLineView) : []),
          String(run.line + at),
        ],
        text,
      })),
    )
    return {
      json: { file: file.id, ...blamed },
      text: rows.length === 0 ? `${file.path} is empty.` : linesOf(rows, screen.width),
    }
  },
})

const movedWords = ({ way, path, line, entry, at, by, undone }: EntryHistory["moves"][number]): string =>
  `moved ${way === "from" ? "here from" : "from here to"} ${path}:${line} (${entry}) in the migration on ${at.slice(0, 10)} by ${by}${undone ? ", since undone" : ""}`

const headOf = (line: RevisionLineView): string[] => [
  String(line.number),
  line.createdAt.slice(0, 10),
  peopleOf(line),
]

/**
 * Returns the proposers of a revision and the person who approved it, or its author if it was not proposed.
 */
function peopleOf({ by, from }: Pick<RevisionLineView, "by" | "from">): string {
  const proposers = [...new Set(from.map(({ agent, author }) => agent ?? author))]
  if (proposers.length === 0) return by
  const approver = proposers.length === 1 && proposers[0] === by ? "" : `, approved by ${by}`
  return proposers.join(", ") + approver
}

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
    session: { value: "S", about: "the name of a session, as shown in its proposals" },
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
    const text = `Reverted ${formatCount(totals.writes, "write")} in ${formatCount(totals.files, "file")}${rejected > 0 ? `, rejected ${formatCount(rejected, "proposal")}` : ""}${totals.left > 0 ? `, kept ${formatCount(totals.left, "line")} that others have since changed` : ""}. To undo the revert, run quarterdeck revert --revert ${ran.revert} --yes --reason R`
    return { json: { ...ran }, text }
  },
})

function whose({ values }: ParsedArguments): Record<string, string> {
  const [named, other] = WHOSE.filter((one) => values[one] !== undefined)
  if (named === undefined)
    throw wrongForm(revertCommand, "choose what to revert, for example with --agent or --session")
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
      ]) ??
      (added + cut > 0
        ? [`  ${formatCount(added, "line")} to restore, ${formatCount(cut, "line")} to remove`]
        : [])
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
      ? ` The same writer has ${formatCount(proposals.waiting, "pending proposal")}. To reject pending proposals too, add --also-reject.`
      : ""
  const sum =
    totals.files === 0
      ? `Nothing written by ${visible(name)} can be reverted.`
      : `${formatCount(totals.writes, "write")} by ${visible(name)} in ${formatCount(totals.files, "file")}: ${formatCount(totals.added, "line")} to restore, ${formatCount(totals.cut, "line")} to remove${totals.left > 0 ? `, ${totals.left} to keep` : ""}. Nothing was written. To revert, add --yes --reason R.`
  return [...parts, `${sum}${waiting}`].join("\n\n")
}

/**
 * Returns the memory file with this path, else the only one whose path ends with it. Throws if no file or
 * several files match.
 */
export async function findFile(
  server: Server,
  path: string,
  { team, project }: Readonly<Record<string, string | undefined>>,
): Promise<{ team: string; file: FileSummary }> {
  const { teams } = await server.call("team.list", {})
  const own = team === undefined ? teams.filter((one) => !one.sample).map((one) => one.slug) : [team]
  const found: { team: string; file: FileSummary }[] = []
  for (const slug of own) {
    if (project !== undefined && team === undefined && !(await hasProject(server, slug, project))) continue
    const { files } = await server.call("file.list", { team: slug, project, text: path })
    found.push(
      ...files
        .filter((file) => file.path === path || file.path.endsWith(`/${path}`))
        .map((file) => ({ team: slug, file })),
    )
  }
  const exact = found.filter((one) => one.file.path === path)
  const matching = exact.length > 0 ? exact : found
  const [only, another] = matching
  if (!only) throw refuse("not-found", `memory file not found: ${path}`)
  if (another)
    throw refuse(
      "conflict",
      `${path} matches several files (${matching
        .map((one) => `${one.file.path} in ${one.file.project.name}`)
        .slice(0, 5)
        .join(
          ", ",
        )}). Enter the full path, or filter with --project${team === undefined ? " or --team" : ""}`,
    )
  return only
}

async function hasProject(server: Server, team: string, project: string): Promise<boolean> {
  const { projects } = await server.call("project.list", { team })
  return projects.some(
    (one) => one.slug === project.toLowerCase() || one.name.toLowerCase() === project.toLowerCase(),
  )
}
