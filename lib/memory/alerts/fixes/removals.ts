import type { ProposedChange } from "../../proposals/proposed-change"
import type { FileRule } from "../file/file-rule"
import { linksIn } from "../../memory-files/links-between-files"
import { brokenReferences } from "../file/broken-references"
import { instructionLike } from "../file/instruction-like"
import { restatesInstructions } from "../file/restates-instructions"
import { sessionNoise } from "../file/session-noise"
import { formatCount } from "../../numbers/format-count"
import type { SuggestedFix, PlacedEntry, ParsedFixFacts } from "./facts"
import { describeRemaining, tryChanges } from "./trial"

const remove = ({ id, text }: PlacedEntry): ProposedChange => ({ kind: "remove", entry: id, before: text })
const entriesWord = (count: number): string => formatCount(count, "entry", "entries")

/** Suggests removing the oldest runs, which are not loaded. The history keeps them. */
export function dropRuns(sick: ParsedFixFacts): SuggestedFix | null {
  const { file, reading } = sick
  const limit = file.limits.runs
  const over = limit === null ? 0 : file.sessions - limit
  const trial =
    over <= 0
      ? null
      : tryChanges(
          sick,
          sick.entries
            .filter(({ section }) => section === "Runs")
            .slice(0, over)
            .map(remove),
        )
  if (trial === null || limit === null) return null
  const runs = reading.format.parse(trial.text, reading.path).sessions.length
  const rest = runs > limit ? `, still ${(runs - limit).toLocaleString("en")} over the limit` : ""
  return {
    cure: "drop-runs",
    label: "Remove oldest runs",
    consequence: `removes the ${formatCount(trial.changes.length, "oldest run", "oldest runs")} (kept in the history): ${formatCount(file.sessions, "run")} reduced to ${runs.toLocaleString("en")} (limit ${limit.toLocaleString("en")})${rest}`,
    proposals: [
      {
        path: file.path,
        makes: false,
        changes: trial.changes,
        reason: `The cache contains more runs than the ${limit.toLocaleString("en")} that are loaded.`,
      },
    ],
  }
}

/** Suggests removing the session notes that the rule finds. */
export function removeNoise(sick: ParsedFixFacts): SuggestedFix | null {
  const trial = tryChanges(sick, foundBy(sessionNoise, sick).map(remove))
  return (
    trial && {
      cure: "remove-noise",
      label: "Remove session notes",
      consequence: `removes ${entriesWord(trial.changes.length)} about a single session${describeRemaining(trial.left)}`,
      proposals: [
        {
          path: sick.file.path,
          makes: false,
          changes: trial.changes,
          reason: "Describes a single session and is not lasting knowledge.",
        },
      ],
    }
  )
}

/** Suggests removing entries that the instructions contain too. */
export function removeRestated(sick: ParsedFixFacts): SuggestedFix | null {
  const trial = tryChanges(sick, foundBy(restatesInstructions, sick).map(remove))
  const [where] = restatesInstructions.find(sick.file, sick.settings, sick.today)
  return (
    trial && {
      cure: "remove-restated",
      label: "Remove entries already in the instructions",
      consequence: `removes ${entriesWord(trial.changes.length)} that are also in the instructions${describeRemaining(trial.left)}`,
      proposals: [
        {
          path: sick.file.path,
          makes: false,
          changes: trial.changes,
          reason: `Already in the instructions: ${(where?.evidence.names ?? []).slice(0, 10).join(", ")}.`,
        },
      ],
    }
  )
}

/** Suggests retiring the unverified entries that read like instructions to the agent. */
export function retireFlagged(sick: ParsedFixFacts): SuggestedFix | null {
  const trial = tryChanges(
    sick,
    foundBy(instructionLike, sick).map(({ id, text }): ProposedChange => ({
      kind: "retire",
      entry: id,
      before: text,
      why: "reads like an instruction",
    })),
  )
  if (trial === null) return null
  const number = trial.changes.length
  return {
    cure: "retire-flagged",
    label: `Retire ${number === 1 ? "the entry" : formatCount(number, "entry", "entries")}`,
    consequence: `retires ${entriesWord(number)} that ${number === 1 ? "reads like an instruction" : "read like instructions"} (kept in the file but never sent to agents)${describeRemaining(trial.left)}`,
    proposals: [
      {
        path: sick.file.path,
        makes: false,
        changes: trial.changes,
        reason: "Reads like an instruction to the agent.",
      },
    ],
  }
}

/** Suggests removing index lines whose links are all broken. */
export function removeReference(sick: ParsedFixFacts): SuggestedFix | null {
  const { file } = sick
  const broken = new Set(
    brokenReferences
      .find(file, sick.settings, sick.today)
      .flatMap(({ evidence }) => evidence.places ?? [])
      .map(({ line, column }) => `${line}:${column}`),
  )
  const links = linksIn(file.text, file.path)
  const leads = (entry: PlacedEntry) =>
    links.filter(({ line }) => line >= entry.line && line <= entry.endLine)
  const isBroken = ({ line, column }: (typeof links)[number]) => broken.has(`${line}:${column}`)
  const lost = sick.entries.filter((entry) => leads(entry).length > 0 && leads(entry).every(isBroken))
  const trial = tryChanges(sick, lost.map(remove))
  if (trial === null) return null
  const held = links.filter(
    (link) => isBroken(link) && !lost.some((entry) => link.line >= entry.line && link.line <= entry.endLine),
  ).length
  return {
    cure: "remove-reference",
    label: "Remove broken index lines",
    consequence: `removes ${formatCount(trial.changes.length, "line")} from the index${held > 0 ? `; fix ${formatCount(held, "broken link")} manually on lines that also contain other links` : ""}${describeRemaining(trial.left)}`,
    proposals: [
      {
        path: file.path,
        makes: false,
        changes: trial.changes,
        reason: "Links to a file that does not exist.",
      },
    ],
  }
}

/** Returns the entries that a rule finds in the current text. */
function foundBy(rule: FileRule, { file, settings, today, entries }: ParsedFixFacts): PlacedEntry[] {
  const ids = new Set(rule.find(file, settings, today).flatMap(({ evidence }) => evidence.entries ?? []))
  return entries.filter(({ id }) => ids.has(id))
}
