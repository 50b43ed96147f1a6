import type { ProposedChange } from "../../proposals/proposed-change"
import type { FileRule } from "../file/kept"
import { linksIn } from "../file/links"
import { brokenReferences } from "../file/references"
import { restatesInstructions } from "../file/restates"
import { sessionNoise } from "../file/session-noise"
import { counted } from "../counted"
import type { Cure, PlacedEntry, Sick } from "./facts"
import { leftWords, tryChanges } from "./trial"

const remove = ({ id, text }: PlacedEntry): ProposedChange => ({ kind: "remove", entry: id, before: text })
const entriesWord = (count: number): string => counted(count, "entry", "entries")

/** The oldest runs go, which no planner is given any more; the history keeps them. */
export function dropRuns(sick: Sick): Cure | null {
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
  const rest = runs > limit ? `, still ${(runs - limit).toLocaleString("en")} over` : ""
  return {
    cure: "drop-runs",
    label: "Drop the oldest runs",
    consequence: `takes out the ${counted(trial.changes.length, "oldest run", "oldest runs")}, which stay in the history: ${counted(file.sessions, "run")} become ${runs.toLocaleString("en")} of ${limit.toLocaleString("en")}${rest}`,
    proposals: [
      {
        path: file.path,
        makes: false,
        changes: trial.changes,
        reason: `The cache keeps more than the ${limit.toLocaleString("en")} runs that are loaded.`,
      },
    ],
  }
}

/** What the rule itself found to be of a session goes. */
export function removeNoise(sick: Sick): Cure | null {
  const trial = tryChanges(sick, foundBy(sessionNoise, sick).map(remove))
  return (
    trial && {
      cure: "remove-noise",
      label: "Take the session's notes out",
      consequence: `takes out ${entriesWord(trial.changes.length)} that ${trial.changes.length === 1 ? "tells" : "tell"} of a session${leftWords(trial.left)}`,
      proposals: [
        {
          path: sick.file.path,
          makes: false,
          changes: trial.changes,
          reason: "It tells of a session, not of what holds after it.",
        },
      ],
    }
  )
}

/** What the instructions say anyway goes from here. */
export function removeRestated(sick: Sick): Cure | null {
  const trial = tryChanges(sick, foundBy(restatesInstructions, sick).map(remove))
  const [where] = restatesInstructions.find(sick.file, sick.settings, sick.today)
  return (
    trial && {
      cure: "remove-restated",
      label: "Take out what the instructions say",
      consequence: `takes out ${entriesWord(trial.changes.length)}; the instructions keep saying ${trial.changes.length === 1 ? "it" : "them"}${leftWords(trial.left)}`,
      proposals: [
        {
          path: sick.file.path,
          makes: false,
          changes: trial.changes,
          reason: `The instructions say so already: ${(where?.evidence.names ?? []).slice(0, 10).join(", ")}.`,
        },
      ],
    }
  )
}

/** Lines of an index that lead to nothing but files that are not there. */
export function removeReference(sick: Sick): Cure | null {
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
    label: "Take out the lines that lead nowhere",
    consequence: `takes out ${counted(trial.changes.length, "line")} of the index${held > 0 ? `; ${counted(held, "broken link stands", "broken links stand")} beside others and ${held === 1 ? "is" : "are"} left to you` : ""}${leftWords(trial.left)}`,
    proposals: [
      {
        path: file.path,
        makes: false,
        changes: trial.changes,
        reason: "It leads to a file that is not there.",
      },
    ],
  }
}

/** The entries that a rule raised its alert for, as it would now. */
function foundBy(rule: FileRule, { file, settings, today, entries }: Sick): PlacedEntry[] {
  const ids = new Set(rule.find(file, settings, today).flatMap(({ evidence }) => evidence.entries ?? []))
  return entries.filter(({ id }) => ids.has(id))
}
