import {
  type Diagnostic,
  EMPTY_META,
  type MemoryFormat,
  type ParsedEntry,
  type ParsedFile,
  type ParsedSection,
  type SessionRecord,
} from "../../memory/memory-files/format"
import { describeBadJsonDate, isoDateOf, placesOf, reportProblem, type Places } from "./json-places"
import { mergeJson } from "./json-merge"
import { describeUnknown } from "../field-values"
import { retirementOf, readStruck } from "./json-retirement"
import { readJson, stringOf, valueOf, type JsonArray, type JsonNode, type JsonObject } from "./json-tree"
import { listsOf, reviseRuns, GOAL_LENGTH, isNote, isRun, KEPT_RUNS, RUN_OUTCOMES } from "./run-cache-changes"

export { appendRun, pruneRuns } from "./run-cache-changes"
export type { RunOutcome, RunSummary } from "./run-cache-changes"

/** `{runs: [{timestamp, ticketId?, goal, outcome, lesson}], notes: []}`, one file per project. */
export const runCache: MemoryFormat = {
  id: "run-cache",
  name: "Run cache",
  locate,
  recognizes: () => 1,
  parse,
  merge: mergeJson,
  revise: reviseRuns,
  scaffold: () => `{\n  "runs": [],\n  "notes": []\n}\n`,
  limits: () => ({ budget: null, lines: null, bytes: null, characters: null, runs: KEPT_RUNS }),
}

/** Returns the lines of the cache for a planner: at most `maxLines`, newest runs first, then notes. Empty for invalid text. */
export function formatMemoryForPrompt(text: string, maxLines = 5): string {
  const reading = readJson(text)
  if (!reading.ok || reading.root.kind !== "object") return ""
  const [runs, notes] = [valueOf(reading.root, "runs"), valueOf(reading.root, "notes")]
  const loaded = runs?.kind === "array" ? runs.items.slice(-KEPT_RUNS).toReversed() : []
  const lines = [
    ...loaded
      .filter(isRun)
      .flatMap((run) =>
        retirementOf(run) === null ? [`- [${stringOf(run, "outcome") ?? "unknown"}] ${wordsOf(run)}`] : [],
      ),
    ...(notes?.kind === "array"
      ? notes.items
          .filter(isNote)
          .flatMap((note) => (readStruck(note.value) === null ? [`- Note: ${note.value}`] : []))
      : []),
  ]
  return lines
    .slice(0, Math.max(0, maxLines))
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .join("\n")
}

/** Returns goal and lesson; only the lesson if it begins with the goal. */
function wordsOf(run: JsonObject): string {
  const [goal, lesson] = [stringOf(run, "goal") ?? "", stringOf(run, "lesson") ?? ""]
  return goal.trim() === "" || lesson.startsWith(goal) ? lesson : `${goal}: ${lesson}`
}

function locate(path: string) {
  const match = /^(?:(.*)\/)?\.sdd\/cache\/project_memory\.json$/.exec(path)
  return match === null
    ? null
    : ({
        scope: "project",
        role: "runs",
        root: match[1] ?? "",
        agent: null,
        category: null,
        subject: null,
      } as const)
}

function parse(text: string): ParsedFile {
  const places = placesOf(text)
  const reading = readJson(text)
  const empty = { meta: EMPTY_META, sections: [], entries: [], sessions: [] }
  if (!reading.ok) return { ...empty, diagnostics: [reportProblem(places, reading.problem)] }
  const { root } = reading
  if (root.kind !== "object") {
    return {
      ...empty,
      diagnostics: [
        places.report(root.start, "error", "json-shape", `expected an object with "runs" and "notes"`),
      ],
    }
  }
  const sections: ParsedSection[] = []
  const entries: ParsedEntry[] = []
  const sessions: SessionRecord[] = []
  const diagnostics: Diagnostic[] = []
  for (const { name, array } of listsOf(root)) {
    const section =
      sections.push({
        name,
        level: 0,
        span: places.span(array),
        audience: { kind: "everyone" },
        description: null,
      }) - 1
    const reading = { places, section, diagnostics }
    const readItem = name === "Notes" ? readNote : readRun
    for (const item of array.items) {
      entries.push(...readItem(item, reading))
      if (name === "Runs" && item.kind === "object") sessions.push(recordOf(item, places))
    }
    if (name === "Runs") diagnostics.push(...surplusRuns(array, places))
  }
  diagnostics.push(...missingLists(root, places))
  return { meta: EMPTY_META, sections, entries, sessions, diagnostics }
}

function surplusRuns({ start, items }: JsonArray, places: Places): Diagnostic[] {
  const surplus = items.length - KEPT_RUNS
  if (surplus <= 0) return []
  const message = `the file has ${items.length} runs, but only ${KEPT_RUNS} are loaded: the oldest ${surplus === 1 ? "is" : `${surplus} are`} left out`
  return [places.report(start, "warning", "runs-over-limit", message)]
}

/** Reports members that are not lists, and missing runs. Notes are optional. */
const missingLists = (root: JsonObject, places: Places): Diagnostic[] =>
  ["runs", "notes"].flatMap((key) => {
    const node = valueOf(root, key)
    if (node?.kind === "array" || (node === undefined && key === "notes")) return []
    const severity = node === undefined ? "warning" : "error"
    const message = `"${key}" is missing or is not a list; write "${key}": []`
    return [places.report(node?.start ?? root.start, severity, `${key}-missing`, message)]
  })

interface ListReading {
  readonly places: Places
  readonly section: number
  readonly diagnostics: Diagnostic[]
}

function readRun(item: JsonNode, { places, section, diagnostics }: ListReading): ParsedEntry[] {
  if (item.kind !== "object") {
    diagnostics.push(
      places.report(
        item.start,
        "error",
        "run-shape",
        `a run must be an object with "timestamp", "goal", "outcome" and "lesson"`,
      ),
    )
    return []
  }
  diagnostics.push(...runProblems(item, places))
  if (!isRun(item)) return []
  const retirement = retirementOf(item)
  return [
    {
      ...UNRATED,
      text: stringOf(item, "lesson") ?? "",
      section,
      span: places.span(item),
      state: retirement === null ? "current" : "retired",
      retiredBecause: retirement?.why ?? null,
      date: isoDateOf(stringOf(item, "timestamp") ?? ""),
      type: stringOf(item, "outcome"),
    },
  ]
}

function runProblems(run: JsonObject, places: Places): Diagnostic[] {
  const timestamp = stringOf(run, "timestamp")
  const isDated = isoDateOf(timestamp ?? "") !== null
  const unknown = describeUnknown("outcome", stringOf(run, "outcome"), RUN_OUTCOMES)
  const problems: (readonly [key: string, code: string, message: string])[] = [
    ...(isDated
      ? []
      : [
          [
            "timestamp",
            "date-invalid",
            describeBadJsonDate("timestamp", timestamp, "2025-11-28T10:00:00Z"),
          ] as const,
        ]),
    ...goalProblems(stringOf(run, "goal")),
    ...(unknown === null ? [] : [["outcome", "outcome-unknown", unknown] as const]),
    ...(isRun(run) ? [] : [["lesson", "lesson-missing", `this run has no "lesson"`] as const]),
  ]
  return problems.map(([key, code, message]) =>
    places.report((valueOf(run, key) ?? run).start, "warning", code, message),
  )
}

function goalProblems(goal: string | null): (readonly [key: string, code: string, message: string])[] {
  if (goal === null) return [["goal", "goal-missing", `this run has no "goal"`]]
  if (goal.length <= GOAL_LENGTH) return []
  const message = `the goal is ${goal.length} characters long and will be truncated to ${GOAL_LENGTH} when saved`
  return [["goal", "goal-too-long", message]]
}

function readNote(item: JsonNode, { places, section, diagnostics }: ListReading): ParsedEntry[] {
  if (!isNote(item)) {
    diagnostics.push(
      places.report(
        item.start,
        "warning",
        "note-shape",
        "a note must be a non-empty string; this one was skipped",
      ),
    )
    return []
  }
  const struck = readStruck(item.value)
  return [
    {
      ...UNRATED,
      text: struck?.text ?? item.value,
      section,
      span: places.span(item),
      state: struck === null ? "current" : "retired",
      retiredBecause: struck?.why ?? null,
      date: null,
      type: null,
    },
  ]
}

const UNRATED = { key: null, title: null, labels: [], confidence: null, accessedCount: null }

function recordOf(item: JsonObject, places: Places): SessionRecord {
  const timestamp = stringOf(item, "timestamp")
  return {
    date: timestamp !== null && isoDateOf(timestamp) !== null ? timestamp : null,
    summary: stringOf(item, "goal") ?? stringOf(item, "lesson") ?? "",
    outcome: stringOf(item, "outcome"),
    line: places.line(item.start),
  }
}
