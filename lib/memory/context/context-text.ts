import type { Candidate, ContextAsked, ContextFormat, GivenEntry } from "./context-entry"
import { titledStatement } from "../memory-files/titled-statement"
import { roundTo } from "../numbers/round"

type Framed = Pick<ContextAsked, "agent" | "project" | "format" | "overrideGlobal">

/** What an agent is given, in one of the formats; empty where there is nothing to say. Every statement cites its file and line. */
export function writeContext(asked: Framed, entries: readonly GivenEntry[]): string {
  if (asked.format === "json")
    return `${frameOf(asked).slice(0, -2)}${entries.map((entry) => `\n${bodyOf("json", entry)}`).join(",")}]}`
  if (entries.length === 0) return ""
  return [frameOf(asked), ...entries.map((entry) => bodyOf(asked.format, entry))]
    .filter((line) => line !== "")
    .join("\n")
}

/** What stands around the statements. */
export function frameOf({ agent, project, format, overrideGlobal }: Framed): string {
  const title = `What ${oneLine(agent)} remembers of ${oneLine(project)}`
  const override = "Where team or project memory contradicts global memory, global memory is shown."
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

/** One statement. Whatever its words are, they stay inside their item: no line of theirs begins a line of the text. */
export function bodyOf(format: ContextFormat, entry: GivenEntry): string {
  const { candidate, copies, score } = entry
  const citation = `(${[`${candidate.path}:${candidate.line}`, ...copies.map((one) => `also ${one.path}:${one.line}`)].join(", ")})`
  switch (format) {
    case "json": {
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
    case "markdown": {
      const lines = titledStatement(candidate).trim().split(BREAK)
      const about = candidate.about ? `- ${aboutSection(candidate)}\n` : ""
      return lines.length === 1
        ? `${about}- ${lines[0] ?? ""} ${citation}`
        : [`${about}- ${citation}`, ...lines.map((line) => (line.trim() === "" ? "" : `  ${line}`))].join(
            "\n",
          )
    }
    case "text":
      return `${candidate.about ? `${aboutSection(candidate)}\n` : ""}${oneLine(titledStatement(candidate))} ${citation}`
    case "lines":
      return candidate.run === null
        ? `- ${oneLine(titledStatement(candidate))} ${citation}`
        : runLine({ outcome: candidate.type, goal: candidate.run.goal, lesson: candidate.text })
  }
}

/** What the section of an entry is for. */
const aboutSection = ({ section, about }: Pick<Candidate, "section" | "about">): string =>
  oneLine(`${section ?? ""}: ${about ?? ""}`)

/** As the run cache itself tells a run to a planner, to the letter: it cites nothing. Where the goal only repeats the start of the lesson, the lesson alone. */
export function runLine({
  outcome,
  goal,
  lesson,
}: {
  readonly outcome: string | null
  readonly goal: string
  readonly lesson: string
}): string {
  return oneLine(
    `- [${outcome ?? "unknown"}] ${goal.trim() === "" || lesson.startsWith(goal) ? lesson : `${goal}: ${lesson}`}`,
  )
}

const BREAK = /\r\n|[\r\n\u2028\u2029]/
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()
