import { formatCount } from "@/lib/memory/text/sentence"
import type { Diagnostic } from "../memory/memory-files/format"
import { markdownFormat, NO_LIMITS, frontmatterValue, optedOut } from "./markdown/markdown-format"
import type { MarkdownDocument } from "./markdown/markdown-document"
import { divideAt } from "./paths"
import { closeKaizenSession, mergeSessions, readSessionLog } from "./session-log"

/** Sections of a Kaizen memory file. Source: the project memory convention, "Memory file structure". */
export const KAIZEN_SECTIONS = [
  { name: "Project Context", about: "What this agent knows about the project it works in" },
  { name: "Accumulated Findings", about: "Patterns, recurring issues, key decisions encountered" },
  { name: "What Worked", about: "Approaches that produced good results in this project" },
  { name: "Watch Points", about: "Recurring risks, traps, or areas requiring extra care" },
  { name: "Open Threads", about: "Things noticed but not yet acted on" },
  { name: "Session Log", about: "One-line entry per session: date · summary · outcome" },
] as const

const isLog = (section: string) => section.trim().toLowerCase() === "session log"

/** `<project>/.kaizen/agents/<agent>/memory.md` */
export const kaizen = markdownFormat({
  id: "kaizen",
  name: "Kaizen memory",
  locate: (path) => {
    const divided = divideAt(path, ".kaizen", "agents", "*")
    if (divided === null || divided.below.length !== 1 || divided.below[0] !== "memory.md") return null
    return {
      scope: "project",
      role: "memory",
      root: divided.root,
      agent: divided.wild[0] ?? null,
      category: null,
      subject: null,
    }
  },
  reading: () => ({ isLog }),
  order: KAIZEN_SECTIONS.map((section) => section.name),
  inspect: (document, path) => {
    const log = readSessionLog(document)
    return {
      sessions: log.sessions,
      diagnostics: [
        ...frontmatterProblems(document, path),
        ...(optedOut(document.frontmatter) ? [] : sectionProblems(document)),
        ...log.diagnostics,
        ...countProblems(document, log.sessions.length),
      ],
    }
  },
  closeSession: (text, _path, session) => closeKaizenSession(text, { isLog }, session),
  mergeAround: (sides, merge) => mergeSessions(sides, { isLog }, merge),
  scaffold: ({ agent, project, date }) => {
    const frontmatter = [
      "---",
      `agent: ${agent ?? ""}`,
      `project: ${project ?? ""}`,
      `last_updated: ${date}`,
      "session_count: 0",
      "---",
    ]
    return (
      [
        ...frontmatter,
        ...KAIZEN_SECTIONS.flatMap(({ name, about }) => ["", `## ${name}`, `<!-- ${about} -->`]),
      ].join("\n") + "\n"
    )
  },
  limits: () => ({ ...NO_LIMITS, budget: 100 }),
})

function frontmatterProblems({ frontmatter, lines }: MarkdownDocument, path: string): Diagnostic[] {
  if (frontmatter === null) {
    return [
      warn(
        { line: 1, column: 1 },
        "frontmatter-missing",
        "The file has no front matter; add agent, project, last_updated and session_count between --- lines at the top",
      ),
    ]
  }
  const problems: Diagnostic[] = []
  const at = (key: string) => frontmatter.values.get(key) ?? { line: 1, column: 1 }
  const disabled = frontmatterValue(frontmatter, "memory")?.toLowerCase() === "disabled"
  for (const key of ["agent", "project", "last_updated", "session_count"]) {
    if (!disabled && frontmatterValue(frontmatter, key) === null)
      problems.push(warn(at(key), "frontmatter-key-missing", `The front matter has no ${key} key; add it`))
  }
  const folder = divideAt(path, ".kaizen", "agents", "*")?.wild[0] ?? null
  const agent = frontmatterValue(frontmatter, "agent")
  if (agent !== null && folder !== null && agent !== folder)
    problems.push(
      warn(
        at("agent"),
        "agent-mismatch",
        `The front matter names the agent ${agent}, but the folder is named ${folder}. The folder name is used`,
      ),
    )
  return problems.filter(({ line }) => line <= lines.count)
}

/**
 * Returns a problem if `session_count` differs from the number of lines in the session log: a warning if it
 * is lower, else a hint, because the log may have been shortened.
 */
function countProblems({ frontmatter }: MarkdownDocument, logged: number): Diagnostic[] {
  const stated = frontmatter?.values.get("session_count")
  if (
    stated === undefined ||
    !/^\d{1,9}$/.test(stated.value) ||
    logged === 0 ||
    Number(stated.value) === logged
  )
    return []
  const message = `The session_count is ${stated.value}, but the session log has ${formatCount(logged, "line")}`
  const problem = warn(stated, "session-count-differs", message)
  return [Number(stated.value) < logged ? problem : { ...problem, severity: "info" }]
}

function sectionProblems({ sections, lines }: MarkdownDocument): Diagnostic[] {
  const known = new Set<string>(KAIZEN_SECTIONS.map((section) => section.name))
  const seen = new Set<string>()
  const problems: Diagnostic[] = []
  for (const { name, level, heading } of sections) {
    const place = { line: heading.line, column: 1 }
    if (known.has(name) && seen.has(name))
      problems.push(
        warn(
          place,
          "section-duplicate",
          `The section ${name} appears more than once; move these entries to the first one`,
        ),
      )
    if (!known.has(name) && level === 2)
      problems.push({
        ...place,
        severity: "info",
        code: "section-unknown",
        message: `${name} is not a section of this format; its entries are kept in place`,
      })
    seen.add(name)
  }
  for (const name of known) {
    if (!seen.has(name))
      problems.push({
        line: Math.max(1, lines.count),
        column: 1,
        severity: "info",
        code: "section-missing",
        message: `The section ${name} does not exist yet; it will be created with its first entry`,
      })
  }
  return problems
}

const warn = (place: { line: number; column: number }, code: string, message: string): Diagnostic => ({
  line: place.line,
  column: place.column,
  severity: "warning",
  code,
  message,
})
