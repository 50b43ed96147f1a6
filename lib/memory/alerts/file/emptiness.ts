import { addDays, dayOf } from "../day"
import { alertOf } from "../rule"
import type { EntryFacts, FileFacts, SectionFacts } from "./facts"
import { isKept, never, type FileRule } from "./kept"
import { tellingOf } from "./telling"

/** For so long what was made here may wait for its first entry. */
const GRACE_DAYS = 14
/** A file with fewer sections is short, not sparse. */
const LEAST_SECTIONS = 4
/** Of so many sections at least one should say something. */
const SECTIONS_A_WORD = 4
/** Before that an agent has hardly begun. */
const LEAST_SESSIONS = 3

/** It says nothing at all. Of an agent that hardly worked here that is no news, and it is told as a cold agent where it could have begun from something. */
export const empty: FileRule = {
  find(file, _settings, today) {
    if (!isKept(file) || file.state === "broken" || file.entries.some(({ state }) => state === "retired"))
      return []
    const telling = tellingOf(file)
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

/** Many headings, and hardly anything below them. */
export const sparse: FileRule = {
  find(file) {
    const sections = isKept(file) ? leavesOf(file.sections).filter(({ name }) => !isLog(name)) : []
    const telling = sections.length < LEAST_SECTIONS ? [] : tellingOf(file)
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
        message: `${filled.length} of ${sections.length} sections ${filled.length === 1 ? "says" : "say"} anything`,
        line: bare[0]?.line ?? null,
        evidence: {
          figures: { sections: sections.length, filled: filled.length },
          names: bare.map(({ name }) => name),
        },
      }),
    ]
  },
  turns: never,
}

function emptyWords({ text, entries, sections }: FileFacts): string {
  if (text.trim() === "") return "The file is empty"
  if (entries.length > 0) return "It says what it is for, and nothing yet"
  return sections.some(({ level }) => level > 0)
    ? "It has headings and nothing below them"
    : "It holds no entry"
}

/** An agent that has hardly worked here, as far as anybody knows: its scaffold says nothing yet, which is no news. */
const isUnused = ({ agent, sessions }: FileFacts, telling: readonly EntryFacts[]): boolean =>
  agent !== null && telling.length === 0 && sessions < LEAST_SESSIONS

/** Sections that no other one lies in: those hold what is said. A heading of the whole file is none. */
const leavesOf = (sections: readonly SectionFacts[]): SectionFacts[] =>
  sections.filter((one, index) => one.level > 1 && !((sections[index + 1]?.level ?? 0) > one.level))

const isLog = (name: string): boolean => /^session log$/i.test(name.trim())
