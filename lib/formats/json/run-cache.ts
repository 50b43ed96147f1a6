import type { Diagnostic } from "../../memory/memory-files/diagnostic"
import {
  EMPTY_META,
  type MemoryFormat,
  type ParsedEntry,
  type ParsedFile,
  type ParsedSection,
  type SessionRecord,
} from "../../memory/memory-files/format"
import { describeBadJsonDate, isoDateOf } from "./json-dates"
import { mergeJson } from "./json-merge"
import { describeUnknown } from "../known-types"
import { placesOf, reportProblem, type Places } from "./json-places"
import { retirementOf } from "./json-retirement"
import { readStruck } from "./json-strike"
import { readJson, stringOf, valueOf, type JsonNode, type JsonObject } from "./json-tree"
import { listsOf, reviseRuns } from "./run-cache-changes"
import { GOAL_LENGTH, isNote, isRun, KEPT_RUNS, RUN_OUTCOMES } from "./run-summary"

export { appendRun, pruneRuns } from "./run-cache-changes"
export type { RunOutcome, RunSummary } from "./run-summary"

/** `{runs: [{timestamp, ticketId?, goal, outcome, lesson}], notes: []}`, one file a project. */
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

/**
 * What a planner is given of the cache: at most `maxLines` lines, newest run first, notes in the lines that are left.
 * Empty where nothing is remembered or the text cannot be read.
 */
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

/** Goal and lesson; where the goal only repeats the start of the lesson, the lesson alone. */
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
    for (const item of array.items) {
      const place = { places, section, diagnostics }
      if (name === "Notes") entries.push(...readNote(item, place))
      else {
        entries.push(...readRun(item, place))
        if (item.kind === "object") sessions.push(recordOf(item, places))
      }
    }
    const surplus = array.items.length - KEPT_RUNS
    if (name === "Runs" && surplus > 0) {
      diagnostics.push(
        places.report(
          array.start,
          "warning",
          "runs-over-limit",
          `the file has ${array.items.length} runs, but only ${KEPT_RUNS} are loaded; the oldest ${surplus} would be pruned`,
        ),
      )
    }
  }
  for (const key of ["runs", "notes"]) {
    const node = valueOf(root, key)
    if (node === undefined ? key === "runs" : node.kind !== "array") {
      diagnostics.push(
        places.report(
          node?.start ?? root.start,
          node === undefined ? "warning" : "error",
          `${key}-missing`,
          `"${key}" is missing or not a list; write "${key}": []`,
        ),
      )
    }
  }
  return { meta: EMPTY_META, sections, entries, sessions, diagnostics }
}

interface Place {
  readonly places: Places
  readonly section: number
  readonly diagnostics: Diagnostic[]
}

function readRun(item: JsonNode, { places, section, diagnostics }: Place): ParsedEntry[] {
  const warn = (node: JsonNode, code: string, message: string) =>
    void diagnostics.push(places.report(node.start, "warning", code, message))
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
  const date = isoDateOf(stringOf(item, "timestamp") ?? "")
  if (date === null)
    warn(
      valueOf(item, "timestamp") ?? item,
      "date-invalid",
      describeBadJsonDate("timestamp", stringOf(item, "timestamp"), "2025-11-28T10:00:00Z"),
    )
  const goal = stringOf(item, "goal")
  if (goal === null) warn(valueOf(item, "goal") ?? item, "goal-missing", `this run has no "goal"`)
  else if (goal.length > GOAL_LENGTH)
    warn(
      valueOf(item, "goal") ?? item,
      "goal-too-long",
      `the goal has ${goal.length} characters; it is truncated at ${GOAL_LENGTH} when written`,
    )
  const outcome = stringOf(item, "outcome")
  const unknown = describeUnknown("outcome", outcome, RUN_OUTCOMES)
  if (unknown !== null) warn(valueOf(item, "outcome") ?? item, "outcome-unknown", unknown)
  if (!isRun(item)) {
    warn(valueOf(item, "lesson") ?? item, "lesson-missing", `this run has no "lesson"`)
    return []
  }
  const retirement = retirementOf(item)
  return [
    {
      ...UNRATED,
      text: stringOf(item, "lesson") ?? "",
      section,
      span: places.span(item),
      state: retirement === null ? "current" : "retired",
      retiredBecause: retirement?.why ?? null,
      date,
      type: outcome,
    },
  ]
}

function readNote(item: JsonNode, { places, section, diagnostics }: Place): ParsedEntry[] {
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
