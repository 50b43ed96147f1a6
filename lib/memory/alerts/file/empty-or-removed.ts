import { addDays, dayOf } from "../day"
import { alertOf } from "../rule"
import {
  type EntryFacts,
  type FileFacts,
  type SectionFacts,
  isLastingMemory,
  onNoDay,
  type FileRule,
  currentOf,
} from "./file-rule"

/** Days that a new file may stay empty. */
const GRACE_DAYS = 14
/** Minimum number of sections of a file that counts as almost empty. */
const LEAST_SECTIONS = 4
/** A file is almost empty if at most one of this many sections has content. */
const SECTIONS_A_WORD = 4
/** Minimum number of sessions of the agent for an alert. Agents with fewer have hardly started. */
const LEAST_SESSIONS = 3

/**
 * A file without content. Not raised for agents with few sessions; they may get a cold-agent alert instead.
 */
export const emptyFile: FileRule = {
  find(file, _settings, today) {
    if (
      !isLastingMemory(file) ||
      file.state === "broken" ||
      file.entries.some(({ state }) => state === "retired")
    )
      return []
    const telling = informativeEntries(file)
    if (
      telling.length > 0 ||
      isUnused(file, telling) ||
      (file.madeAt !== null && today < addDays(dayOf(file.madeAt), GRACE_DAYS))
    )
      return []
    return [alertOf("empty", { message: emptyWords(file) })]
  },
  turns: ({ madeAt }) => (madeAt === null ? [] : [addDays(dayOf(madeAt), GRACE_DAYS)]),
}

/** A file with many headings and hardly any content. */
export const sparseFile: FileRule = {
  find(file) {
    const sections = isLastingMemory(file) ? leavesOf(file.sections).filter(({ name }) => !isLog(name)) : []
    const telling = sections.length < LEAST_SECTIONS ? [] : informativeEntries(file)
    if (telling.length === 0 || (file.agent !== null && file.sessions < LEAST_SESSIONS)) return []
    const isIn =
      (entry: EntryFacts) =>
      ({ line, endLine }: SectionFacts) =>
        entry.line >= line && entry.line <= endLine
    const filled = sections.filter((section) => telling.some((entry) => isIn(entry)(section)))
    if (
      filled.length * SECTIONS_A_WORD > sections.length ||
      telling.some((entry) => !sections.some(isIn(entry)))
    )
      return []
    const bare = sections.filter((section) => !filled.includes(section))
    return [
      alertOf("sparse", {
        message: `Only ${filled.length} of ${sections.length} sections ${filled.length === 1 ? "has" : "have"} content`,
        line: bare[0]?.line ?? null,
        evidence: {
          figures: { sections: sections.length, filled: filled.length },
          names: bare.map(({ name }) => name),
        },
      }),
    ]
  },
  turns: onNoDay,
}

function emptyWords({ text, entries, sections }: FileFacts): string {
  if (text.trim() === "") return "The file is empty"
  if (entries.length > 0) return "The file only describes its purpose"
  return sections.some(({ level }) => level > 0)
    ? "The file has headings but no content"
    : "The file has no entries"
}

/** True for an agent with few known sessions and only a scaffold file. */
const isUnused = ({ agent, sessions }: FileFacts, telling: readonly EntryFacts[]): boolean =>
  agent !== null && telling.length === 0 && sessions < LEAST_SESSIONS

/** Returns the sections without subsections. The title of the file does not count. */
const leavesOf = (sections: readonly SectionFacts[]): SectionFacts[] =>
  sections.filter((one, index) => one.level > 1 && !((sections[index + 1]?.level ?? 0) > one.level))

const isLog = (name: string): boolean => /^session log$/i.test(name.trim())

/** Returns current entries with content: no placeholders and no introduction of the file. */
export function informativeEntries(file: FileFacts): EntryFacts[] {
  const preface = endOfPreface(file)
  const lines = preface === 0 ? [] : file.text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/, preface)
  return currentOf(file).filter(
    (entry) =>
      !isPlaceholder(entry.text) && !(entry.line < preface && !LIST_ITEM.test(lines[entry.line - 1] ?? "")),
  )
}

export const isPlaceholder = (text: string): boolean =>
  PLACEHOLDER.test(text.trim()) || EMPTY_TABLE.test(text.trim())

const EMPTY_TABLE = /^\|[^\n]*\|[ \t]*\r?\n[ \t]*\|[ \t:|-]+\|$/

/** Placeholder texts. */
const PLACEHOLDER =
  /^[\s_*([<>-]*(?:none|nothing|n\/?a|tbd|todo|empty|pending|placeholder|to be (?:filled(?: in)?|added|determined|documented|defined|updated)|(?:none|nothing|no (?:[\p{L}-]+ ){0,2}[\p{L}-]+?)(?: (?:has|have|been|were|are|is))*(?: (?:yet|so far|recorded|documented|added|noted|logged|saved|stored|available|found))+|(?:this (?:file|section|memory) is|(?:it|your [\w.]+) is) (?:currently |still |intentionally )?empty[^.]{0,40}|add [\p{L}-]+(?: [\p{L}-]+){0,5} here)[\s_*)\]>.…-]*$/iu

/** Returns the line of the first section if an introduction can precede it; else 0. */
function endOfPreface({ sections, entries }: FileFacts): number {
  const first = sections.find(({ level }) => level === 2)
  const before = first === undefined ? [] : entries.filter(({ line }) => line < first.line)
  return first !== undefined &&
    before.length <= MOST_OF_PREFACE &&
    sections.some(({ level, line }) => level === 1 && line < first.line)
    ? first.line
    : 0
}

const MOST_OF_PREFACE = 2

const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,9}[.)])\s|^\s*\|/

/** A file that its source no longer contains. Files removed by a person do not count. */
export const removedFromSource: FileRule = {
  find: ({ state, leftSource, entries }) =>
    state === "gone" && leftSource
      ? [
          alertOf("gone", {
            message: "Removed from the source. Its text and history are kept",
            evidence: { figures: { entries: entries.length } },
          }),
        ]
      : [],
  turns: onNoDay,
}
