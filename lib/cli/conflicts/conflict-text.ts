import { ownValue } from "@/lib/memory/text/own-value"
import type { ConflictDetail, ConflictSummary } from "@/lib/operations/conflicts/conflict-outputs"
import { count } from "../infra/table"
import { oneLine, visible } from "../infra/terminal-text"

type Side = ConflictSummary["left"]

/**
 * Returns a conflict as JSON, with the entries of each side and the project names and slugs that other
 * commands accept.
 */
export function conflictJson<Conflict extends ConflictSummary>(conflict: Conflict) {
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
    `  ${count(agents.length, "agent")} ${agents.length === 1 ? "loads" : "load"} one of the sides: ${names}`,
  ]
}

/** Returns a conflict as lines of text: the evidence, the entries of each side, and the decision. */
export function linesOfConflict(conflict: ConflictSummary): string[] {
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
export function describeConflict(conflict: ConflictDetail): string {
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
