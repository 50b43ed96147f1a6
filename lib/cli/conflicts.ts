import { formatCount } from "@/lib/memory/text/sentence"
import { groupBy } from "@/lib/memory/text/aggregates"
import type { InputOf, OutputOf } from "@/lib/http/contract"
import type { ConflictDetail, ConflictSummary } from "@/lib/operations/conflicts/conflict-outputs"
import { ownValue } from "@/lib/memory/text/own-value"
import {
  command,
  type Command,
  numberIn,
  type Answer,
  type ParsedArguments,
  textIn,
  wrongForm,
} from "./infra/command"
import { listAll } from "./infra/paging"
import { visible, oneLine } from "./infra/terminal"
import { AGENT, oneOf, PROJECT, TEAM, wholeNumber, acceptedValue } from "./infra/option-values"
import { CommandError } from "./infra/exit-codes"

const KINDS = ["same-scope", "cross-scope", "file"] as const
const STATES = ["open", "resolved", "dismissed", "gone", "decided", "all"] as const

/** Maximum number of conflicts in a page of the server. */
const PAGE = 500

export const conflictsCommand: Command = command({
  name: "conflicts",
  form: "conflicts [--kind K] [--state S] [--project P] [--team T] [--agent A] [--limit N] [--json]",
  about: "list conflicts with their causes and the agents affected",
  purpose: "decide",
  words: [0, 0],
  options: {
    kind: { value: "K", about: KINDS.join(", "), takes: oneOf(KINDS) },
    state: { value: "S", about: `${STATES.join(", ")} (default: open)`, takes: oneOf(STATES) },
    project: { value: "P", about: "only this project", takes: PROJECT },
    team: { value: "T", about: "only this team", takes: TEAM },
    agent: { value: "A", about: "only conflicts in memory that this agent loads", takes: AGENT },
    limit: {
      value: "N",
      about: "maximum number of conflicts (default: all)",
      takes: wholeNumber(1, 1_000_000),
    },
  },
  examples: ["conflicts --project ledger", "conflicts --kind file --state all --json"],
  async run({ values, server, screen }) {
    const { limit, ...filters } = values
    const { state } = values
    const most = numberIn(conflictsCommand, "limit", limit, 1_000_000) ?? Infinity
    const { rows: conflicts, last } = await listAll({
      screen,
      noun: "conflict",
      atOnce: PAGE,
      most,
      read: (part) => server.call("conflict.list", { ...filters, ...part }),
      rows: (page) => page.conflicts,
      total: (page) => page.total,
    })
    const { total } = last
    const json = { conflicts: conflicts.map(conflictJson), total }
    if (conflicts.length === 0)
      return {
        json,
        text: state === undefined || state === "open" ? "No conflicts." : "No conflicts in this state.",
      }
    const groups = [...groupBy(conflicts, (one) => `${one.project.name}  ${one.path}`)].map(
      ([place, group]) =>
        `${visible(place)}\n${group.map((one) => linesOfConflict(one).join("\n")).join("\n\n")}`,
    )
    return {
      json,
      text: `${groups.join("\n\n")}\n\n${conflicts.length < total ? `${conflicts.length.toLocaleString("en")} of ` : ""}${formatCount(total, "conflict")}`,
    }
  },
})

const DECISIONS = ["keep", "merge", "delete", "override", "dismiss", "undo"] as const
const SIDES = ["left", "right"] as const
type Decision = (typeof DECISIONS)[number]

type Decided = OutputOf<"conflict.resolve">

export const resolveCommand: Command = command({
  name: "resolve",
  form: "resolve ID [--keep left|right|both | --merge TEXT | --delete | --override left|right | --dismiss | --undo] [--reason R] [--json]",
  about: "show a conflict and the effect of each decision, or resolve it",
  purpose: "decide",
  words: [1, 1],
  options: {
    keep: {
      value: "S",
      about: "left or right: forget the other side in all files. both: keep both",
      takes: oneOf(["left", "right", "both"]),
    },
    merge: {
      value: "TEXT",
      about:
        "replace the left side with this text and forget the right side; use - to read the text from standard input",
    },
    delete: { about: "forget both sides" },
    override: {
      value: "S",
      about:
        "left or right: give this side precedence, overriding the usual order (team, project, global). Both sides are kept",
      takes: oneOf(SIDES),
    },
    dismiss: { about: "dismiss as not a conflict: do not report this pair or its copies again" },
    undo: { about: "undo the decision: restore the files and reopen the conflict" },
    reason: { value: "R", about: "reason, recorded for future reference" },
  },
  notes:
    "Without a decision, only shows the conflict. A decision changes only the text shown. It is applied to all files that contain either side, or to none.\nFor a file changed here and in its source, left is the text in Quarterdeck and right is the text in the source. --merge takes the full text of the file.\nOnly people and this machine's owner.token can resolve conflicts. Other access tokens cannot.",
  examples: [
    "resolve 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10",
    'resolve 019aaa1e-5b0c-7d11-9e52-3f1c2b7a9d10 --keep left --reason "measured again"',
  ],
  async run(given) {
    const decision = decisionOf(given)
    const id = given.words[0] as string
    if (decision === "undo")
      return answerOf(
        await given.server.callOnce("conflict.undo", { conflict: id }),
        (files) => `Undone: the conflict is open again${files}`,
      )
    const conflict = await given.server.call("conflict.show", { conflict: id })
    if (decision === null) return { json: conflictJson(conflict), text: describeConflict(conflict) }
    const resolution = await resolutionOf(given, decision, conflict)
    const decided = await given.server
      .callOnce("conflict.resolve", {
        conflict: id,
        ...resolution,
        shown: conflict.shown,
        reason: given.values.reason,
      })
      .catch((cause: unknown) => {
        throw refusedOne(cause, conflict)
      })
    return answerOf(
      decided,
      (files) =>
        `${decided.state === "dismissed" ? "Dismissed. This pair will not be reported again" : "Resolved"}${files}`,
    )
  },
})

function decisionOf({ on, values }: ParsedArguments): Decision | null {
  const [decision, other] = DECISIONS.filter((one) => on.has(one) || values[one] !== undefined)
  if (other !== undefined) throw wrongForm(resolveCommand, `--${decision} and --${other} cannot be combined`)
  if (decision === undefined && values.reason !== undefined)
    throw wrongForm(resolveCommand, "--reason requires a decision")
  return decision ?? null
}

type Resolution = Omit<InputOf<"conflict.resolve">, "conflict" | "shown" | "reason">

function keepVerdictOf(keep: string | undefined, { kind }: ConflictDetail): Resolution["verdict"] {
  if (keep === "both") return "keep-both"
  if (kind === "file") return keep === "left" ? "ours" : "theirs"
  return keep === "left" ? "keep-left" : "keep-right"
}

async function resolutionOf(
  { values }: ParsedArguments,
  decision: Exclude<Decision, "undo">,
  conflict: ConflictDetail,
): Promise<Resolution> {
  switch (decision) {
    case "keep":
      return { verdict: keepVerdictOf(values.keep, conflict) }
    case "merge":
      return { verdict: "merge", text: await textIn(values.merge ?? "") }
    case "delete":
      return { verdict: "delete-both" }
    case "override":
      return { verdict: "override", side: acceptedValue(SIDES, values.override) }
    case "dismiss":
      return { verdict: "not-a-conflict" }
  }
}

/** Returns the error with the conflict's ID and current state, so that a script needs no second request. */
function refusedOne(cause: unknown, { id, state }: ConflictDetail): unknown {
  if (!(cause instanceof CommandError) || cause.reason === "unavailable") return cause
  const now = cause.more.conflict as ConflictSummary | undefined
  return new CommandError(cause.exit, cause.reason, cause.message, {
    more: { id, state: now?.state ?? state, ...cause.more },
    cause,
  })
}

function answerOf(decided: Decided, words: (files: string) => string): Answer {
  const { id, state, files, conflict } = decided
  return {
    json: { id, state, files, conflict: conflictJson(conflict) },
    text: `${id}  ${words(files > 0 ? `. ${formatCount(files, "file")} written` : ". No files changed")}`,
  }
}

type Side = ConflictSummary["left"]

/**
 * Returns a conflict as JSON, with the entries of each side and the project names and slugs that other
 * commands accept.
 */
function conflictJson<Conflict extends ConflictSummary>(conflict: Conflict) {
  const side = ({ text, entries, agents }: Side) => ({
    text,
    agents,
    entries: entries.map((entry) => ({
      ...entry,
      project: entry.project.name,
      projectSlug: entry.project.slug,
    })),
  })
  return {
    ...conflict,
    project: conflict.project.name,
    projectSlug: conflict.project.slug,
    left: side(conflict.left),
    right: side(conflict.right),
  }
}

function linesOfAgents({ agents }: ConflictSummary): string[] {
  if (agents.length === 0) return []
  const names = `${oneLine(agents.slice(0, 6).join(", "))}${agents.length > 6 ? " …" : ""}`
  return [
    `  ${formatCount(agents.length, "agent")} ${agents.length === 1 ? "loads" : "load"} at least one side: ${names}`,
  ]
}

/** Returns a conflict as lines of text: the evidence, the entries of each side, and the decision. */
function linesOfConflict(conflict: ConflictSummary): string[] {
  const { id, state, kind, finding, evidence, prevails, suggested, decided } = conflict
  const lines = [
    `${id}  ${state === "open" ? "" : `${state}  `}${kind} ${finding === "file" ? "" : finding}`.trimEnd(),
    `  ${oneLine(evidence.message)}`,
  ]
  for (const name of ["left", "right"] as const)
    lines.push(
      `  ${name.padEnd(5)}  ${oneLine(conflict[name].text)}`,
      ...placesOf(conflict[name]).map((place) => `         ${place}`),
    )
  if (state === "open" && prevails !== null)
    lines.push(
      `  Agents receive the ${prevails} side first because ${conflict[prevails].entries[0]?.scope ?? ""} memory takes precedence`,
    )
  lines.push(...linesOfAgents(conflict))
  if (suggested) lines.push(`  Suggested: keep ${suggested.side} (${oneLine(suggested.why)})`)
  if (decided)
    lines.push(
      `  ${decided.verdict} by ${oneLine(decided.by)}${decided.reason ? `: ${oneLine(decided.reason)}` : ""}`,
    )
  return lines
}

function placesOf({ entries }: Side): string[] {
  return entries.map((entry) =>
    visible(
      [
        `${entry.path}:${entry.line}`,
        entry.project.name,
        entry.agent ?? entry.category ?? entry.scope,
        entry.date ?? "",
        entry.vouched === null ? "" : `verified by ${entry.vouched.by}`,
      ]
        .filter(Boolean)
        .join("  "),
    ),
  )
}

/** Returns a conflict as text with what each decision would do. */
function describeConflict(conflict: ConflictDetail): string {
  const consequences = Object.entries(conflict.consequences).map(
    ([verdict, words]) => `  ${ownValue(OPTION, verdict) ?? verdict}: ${oneLine(words)}`,
  )
  return [
    `${oneLine(conflict.project.name)}  ${visible(conflict.path)}`,
    ...linesOfConflict(conflict),
    ...(consequences.length > 0 ? ["", ...consequences] : []),
  ].join("\n")
}

const OPTION: Readonly<Record<string, string>> = {
  "keep-left": "--keep left",
  "keep-right": "--keep right",
  "keep-both": "--keep both",
  merge: "--merge TEXT",
  "delete-both": "--delete",
  override: "--override",
  "not-a-conflict": "--dismiss",
  ours: "--keep left",
  theirs: "--keep right",
}
