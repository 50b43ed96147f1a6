import { linksIn } from "@/lib/memory/memory-files/topic-files"
import type { LogScoringInput, LogEntry, ScoredLog } from "@/lib/memory/compaction/scored-log-entry"
import { linesOfLog, withoutClock } from "@/lib/memory/compaction/log-notes"
import { type Compaction, type CompactionSettings, planCompaction } from "@/lib/memory/compaction/plan-logs"
import { planRuns, type RunsPlanInput, type RunsPlan } from "@/lib/memory/compaction/plan-runs"
import { scoreLog } from "@/lib/memory/compaction/score-log"
import { planTrim } from "@/lib/memory/compaction/trim/plan-trim"
import type { Trim, TrimInput } from "@/lib/memory/compaction/trim/trim-entry"
import { indexStatements, isSame, findRelated } from "@/lib/memory/compaction/known-memory"
import { readStatement } from "@/lib/memory/similarity/statement"
import { flagKindsOf } from "../guard/secrets-and-flags"
import type { Analysis } from "../isolated/analysis"
import { hashOfStatement, hexOf } from "../infra/statement-hash"

/** Log text: an entry of a daily log, or a line of the session log in a memory file. */
export interface LogPart extends Pick<
  LogEntry,
  "id" | "text" | "section" | "file" | "path" | "line" | "day"
> {
  readonly isSession: boolean
}

/** Reads the lines of one agent's logs. */
export const readLogLines: Analysis<readonly LogPart[], LogEntry[]> = {
  name: "read-log-lines",
  run: (parts) => parts.flatMap(linesOfPart),
}

function linesOfPart({ isSession, id, text, section, line, ...from }: LogPart): LogEntry[] {
  const lines = isSession
    ? [{ line, section, written: text, text: withoutClock(text) }]
    : linesOfLog({ text, line, section })
  return lines.map((one, place) => ({
    ...one,
    ...from,
    id: place === 0 ? id : `${id}:${one.line}`,
    flagged: whyFlagged(one.written),
    key: keyOfStatement(one.written),
  }))
}

const FLAG_WORDS: Readonly<Record<ReturnType<typeof flagKindsOf>[number], string>> = {
  "invisible-character": "contains hidden characters",
  "look-alike": "contains a word with lookalike letters",
  "instruction-like": "reads like an instruction",
  secret: "contains a secret",
}

function whyFlagged(text: string): string | null {
  const [kind] = flagKindsOf(text)
  return kind === undefined ? null : FLAG_WORDS[kind]
}

/** Scores the lines of one agent's logs. */
export const scoreLogs: Analysis<LogScoringInput, ScoredLog[]> = { name: "score-logs", run: scoreLog }

/** Plans the additions from the logs of one agent, with the ids of equal waiting proposals. */
export const planAdditions: Analysis<
  CompactionSettings & { readonly scored: readonly ScoredLog[]; readonly waiting: WaitingStatements },
  { readonly plan: Compaction; readonly waiting: (string | null)[] }
> = {
  name: "plan-additions",
  run({ scored, waiting, ...asked }) {
    const plan = planCompaction(scored, asked)
    const written = new Map(scored.map(({ entry }) => [entry.id, entry.written ?? entry.text]))
    const find = waitingIn(waiting)
    return {
      plan,
      waiting: plan.additions.map(({ text, cites }) =>
        find(
          text,
          cites.flatMap(({ id }) => written.get(id) ?? []),
        ),
      ),
    }
  },
}

/** Plans removals and notes of one run cache, with the ids of equal waiting proposals. */
export const planRunsUnit: Analysis<
  RunsPlanInput & { readonly waiting: WaitingStatements },
  { readonly plan: RunsPlan; readonly waiting: (string | null)[] }
> = {
  name: "plan-runs",
  run({ waiting, ...asked }) {
    const plan = planRuns(asked)
    const find = waitingIn(waiting)
    return { plan, waiting: plan.notes.map(({ text }) => find(text, [])) }
  },
}

/** Plans how one file gets within its budget, and finds its first entry that links to another file. */
export const planTrimUnit: Analysis<
  TrimInput & { readonly path: string },
  { readonly trim: Trim; readonly firstLink: string | null }
> = {
  name: "plan-trim",
  run: ({ path, ...asked }) => ({
    trim: planTrim(asked),
    firstLink: asked.entries.find(({ text }) => linksIn(text, path).length > 0)?.id ?? null,
  }),
}

/** Statements with a waiting proposal. */
export interface WaitingStatements {
  /** Ids of the proposals, by the keys of their statements. */
  readonly byKey: ReadonlyMap<string, string>
  /** Additions of waiting proposals. */
  readonly additions: readonly { readonly id: string; readonly text: string }[]
}

export const keyOfStatement = (text: string): string => hexOf(hashOfStatement(text))

/**
 * Returns a function that finds the waiting proposal of a statement, or of a similar one. Null if there is
 * none.
 */
function waitingIn({
  byKey,
  additions,
}: WaitingStatements): (statement: string, cited: readonly string[]) => string | null {
  const index = indexStatements(additions, ({ text }) => text)
  return (statement, cited) =>
    [statement, ...cited].flatMap((text) => byKey.get(keyOfStatement(text)) ?? [])[0] ??
    findRelated(readStatement(statement), index).find(({ likeness }) => isSame(likeness))?.item.id ??
    null
}
