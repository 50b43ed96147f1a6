import type { ContextCandidate, ContextQuery, ContextFormat, RankedEntry } from "./context-entry"
import { titledStatement } from "../memory-files/shown-statement"
import { roundTo } from "../text/aggregates"
import { onOneLine } from "@/lib/memory/text/sentence"

type Framed = Pick<ContextQuery, "agent" | "project" | "format" | "overrideGlobal">

/**
 * Returns the context of an agent in one of the formats. Without entries: "", or an empty list for JSON.
 * Every entry states its date, if known, and cites its file and line, except runs in the format `lines`.
 */
export function writeContext(asked: Framed, entries: readonly RankedEntry[]): string {
  if (asked.format === "json")
    return `${frameOf(asked).slice(0, -2)}${entries.map((entry) => `\n${bodyOf("json", entry)}`).join(",")}]}`
  if (entries.length === 0) return ""
  return [frameOf(asked), ...entries.map((entry) => bodyOf(asked.format, entry))]
    .filter((line) => line !== "")
    .join("\n")
}

/** Returns the text of a context without its entries. */
export function frameOf({ agent, project, format, overrideGlobal }: Framed): string {
  const title = `What ${onOneLine(agent)} remembers about ${onOneLine(project)}`
  const override = "Where team or project memory contradicts global memory, only global memory is shown."
  switch (format) {
    case "json":
      return `{"agent":${JSON.stringify(agent)},"project":${JSON.stringify(project)},${overrideGlobal ? '"overrideGlobal":true,' : ""}"entries":[]}`
    case "markdown":
      return [`# ${title}`, "", ...(overrideGlobal ? [override, ""] : [])].join("\n")
    case "text":
      return [`${title}:`, ...(overrideGlobal ? [override] : [])].join("\n")
    case "lines":
      return ""
  }
}

/**
 * Returns one entry in a format. All lines of its text are indented or joined, so that no line can pass for
 * another entry.
 */
export function bodyOf(format: ContextFormat, entry: RankedEntry): string {
  const { candidate } = entry
  switch (format) {
    case "json":
      return jsonOf(entry)
    case "markdown":
      return markdownOf(entry)
    case "text": {
      const about = candidate.about ? `${aboutSection(candidate)}\n` : ""
      return `${about}${onOneLine(titledStatement(candidate))} ${citationOf(entry)}`
    }
    case "lines":
      return candidate.run === null
        ? `- ${onOneLine(titledStatement(candidate))} ${citationOf(entry)}`
        : runLine({ outcome: candidate.type, goal: candidate.run.goal, lesson: candidate.text })
  }
}

/** Returns the file and line of an entry, after its date unless the text or the path contains the date. */
function citationOf({ candidate, copies }: RankedEntry): string {
  const { path, line, date } = candidate
  const isShown = date === null || `${path} ${titledStatement(candidate)}`.includes(date)
  const places = [`${path}:${line}`, ...copies.map((one) => `also ${one.path}:${one.line}`)]
  return `${isShown ? "" : `(${date}) `}(${places.join(", ")})`
}

function jsonOf({ candidate, copies, score }: RankedEntry): string {
  const { text, title, labels = [], about, path, line, section, type, scope, date } = candidate
  return JSON.stringify({
    text,
    ...(title ? { title } : {}),
    ...(labels.length > 0 ? { labels } : {}),
    ...(about ? { about } : {}),
    path,
    line,
    section,
    type,
    scope,
    date,
    score: roundTo(score, 4),
    ...(copies.length === 0 ? {} : { also: copies.map((one) => ({ path: one.path, line: one.line })) }),
  })
}

function markdownOf(entry: RankedEntry): string {
  const lines = titledStatement(entry.candidate).trim().split(BREAK)
  const about = entry.candidate.about ? `- ${aboutSection(entry.candidate)}\n` : ""
  if (lines.length === 1) return `${about}- ${lines[0] ?? ""} ${citationOf(entry)}`
  const indented = lines.map((line) => (line.trim() === "" ? "" : `  ${line}`))
  return [`${about}- ${citationOf(entry)}`, ...indented].join("\n")
}

/** Returns the section of an entry with its description. */
const aboutSection = ({ section, about }: Pick<ContextCandidate, "section" | "about">): string =>
  onOneLine(`${section ?? ""}: ${about ?? ""}`)

/** Returns a run exactly as the run cache writes it for a planner, without a citation. The goal is left out if the lesson begins with it. */
export function runLine({
  outcome,
  goal,
  lesson,
}: {
  readonly outcome: string | null
  readonly goal: string
  readonly lesson: string
}): string {
  return onOneLine(
    `- [${outcome ?? "unknown"}] ${goal.trim() === "" || lesson.startsWith(goal) ? lesson : `${goal}: ${lesson}`}`,
  )
}

const BREAK = /\r\n|[\r\n\u2028\u2029]/
