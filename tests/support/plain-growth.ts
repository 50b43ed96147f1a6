import { weekOf } from "@/lib/memory/agents/activity"
import type { LineCount } from "@/lib/memory/agents/growth"

/** A file with how it grew, as far as that is known. */
export interface GrowingFile {
  /** The last of each day, rising. `day`: ISO date. */
  readonly revisions: readonly { readonly day: string; readonly lines: number }[]
  /** What it dates, by Monday of the week: {"2026-11-16": 4}. */
  readonly dated: Readonly<Record<string, number>>
}

const WEEK_MS = 7 * 86_400_000

/**
 * Lines at the end of each of these weeks (Mondays, rising), over all files; null where nothing is known yet. Before the first revision of a
 * file, which often is the import of all of it, its lines are told by the dates in it: one line for each that was written later is not there yet.
 */
export function linesByWeek(files: readonly GrowingFile[], weeks: readonly string[]): (number | null)[] {
  const sums = weeks.map((): number | null => null)
  for (const file of files) addLines(sums, file, weeks)
  return sums
}

/** Loops, as tens of thousands of files are added up. */
function addLines(
  sums: (number | null)[],
  { revisions, dated }: GrowingFile,
  weeks: readonly string[],
): void {
  const [first] = revisions
  if (!first) return
  const begun = weekOf(first.day)
  let place = weeks.length - 1
  let at = revisions.length - 1
  for (; place >= 0 && (weeks[place] ?? "") >= begun; place -= 1) {
    while (at > 0 && weekOf(revisions[at]?.day ?? "") > (weeks[place] ?? "")) at -= 1
    sums[place] = (sums[place] ?? 0) + (revisions[at]?.lines ?? 0)
  }
  if (place < 0) return
  let [isDated, later] = [false, 0]
  const counts = new Map<string, number>()
  for (const week in dated) {
    if (week > begun) continue
    isDated = true
    const from = weeks[place] ?? ""
    if (week > from) later += dated[week] ?? 0
    else counts.set(week, dated[week] ?? 0)
  }
  if (!isDated) return
  for (; place >= 0; place -= 1) {
    sums[place] = (sums[place] ?? 0) + Math.max(0, first.lines - later)
    later += counts.get(weeks[place] ?? "") ?? 0
  }
}

/** The same as points to foretell from: each day on which a file changed, and the ends of the weeks before the first of them. `byWeek`: as `linesByWeek` has it. */
export function linePoints(
  files: readonly GrowingFile[],
  weeks: readonly string[],
  byWeek: readonly (number | null)[] = linesByWeek(files, weeks),
): LineCount[] {
  const first = files.reduce<string | undefined>(
    (least, { revisions: [one] }) =>
      one !== undefined && (least === undefined || one.day < least) ? one.day : least,
    undefined,
  )
  if (first === undefined) return []
  const begun = Date.parse(first)
  const before = weeks.flatMap((week, place): LineCount[] => {
    const lines = byWeek[place]
    const end = Date.parse(week) + WEEK_MS - 1
    return lines === null || lines === undefined || end >= begun ? [] : [{ at: new Date(end), lines }]
  })
  const steps = files
    .flatMap(({ revisions }) =>
      revisions.map(({ day, lines }, place) => ({
        day,
        by: place === 0 ? 0 : lines - (revisions[place - 1]?.lines ?? 0),
      })),
    )
    .toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
  // A file counts from the beginning: that it was stored later than another is no growth.
  let lines = files.reduce((sum, { revisions }) => sum + (revisions[0]?.lines ?? 0), 0)
  const since = steps.flatMap(({ day, by }, place): LineCount[] => {
    lines += by
    return steps[place + 1]?.day === day ? [] : [{ at: new Date(`${day}T00:00:00Z`), lines }]
  })
  return [...before, ...since]
}

/** Whether a part of it rests on dates and not on revisions. */
export const isEstimated = (files: readonly GrowingFile[], weeks: readonly string[]): boolean =>
  files.some(
    ({ revisions, dated }) =>
      revisions[0] !== undefined &&
      weekOf(revisions[0].day) > (weeks[0] ?? "") &&
      Object.keys(dated).some((week) => week < weekOf(revisions[0]?.day ?? "")),
  )
