import { weekOf } from "@/lib/memory/agents/activity"
import type { LineCount } from "@/lib/memory/agents/growth"

/** A file with its known history. */
export interface GrowingFile {
  /** The last revision of each day, ascending. `day`: ISO date. */
  readonly revisions: readonly { readonly day: string; readonly lines: number }[]
  /** Number of dated entries by Monday of the week: {"2026-11-16": 4}. */
  readonly dated: Readonly<Record<string, number>>
}

const WEEK_MS = 7 * 86_400_000

/**
 * Total lines at the end of each week (Mondays, ascending); null before anything is known. Before a file's
 * first revision, which often is an import of the whole file, its lines are estimated from entry dates: one
 * line less for each entry dated later.
 */
export function linesByWeek(files: readonly GrowingFile[], weeks: readonly string[]): (number | null)[] {
  const sums = weeks.map((): number | null => null)
  for (const file of files) addLines(sums, file, weeks)
  return sums
}

/** Adds the lines of a file. Uses loops, because there can be tens of thousands of files. */
function addLines(sums: (number | null)[], file: GrowingFile, weeks: readonly string[]): void {
  const [first] = file.revisions
  if (!first) return
  const begun = weekOf(first.day)
  const place = addRevisions(sums, file.revisions, weeks.toSpliced(0, countBefore(weeks, begun)))
  const dates = Object.keys(file.dated).filter((week) => week <= begun)
  if (place < 0 || dates.length === 0) return
  const last = weeks[place] ?? ""
  let later = dates.reduce((sum, week) => sum + (week > last ? (file.dated[week] ?? 0) : 0), 0)
  for (let at = place; at >= 0; at -= 1) {
    sums[at] = (sums[at] ?? 0) + Math.max(0, first.lines - later)
    later += file.dated[weeks[at] ?? ""] ?? 0
  }
}

/**
 * Lines at the end of each week, as a chart shows them: before a file's first revision only its entries dated
 * up to then, null without any.
 */
export function statedLinesByWeek(
  files: readonly GrowingFile[],
  weeks: readonly string[],
): (number | null)[] {
  return weeks.map((week) => {
    const known = files.flatMap(({ revisions, dated }) => {
      const [first] = revisions
      if (!first) return []
      const stored = revisions.findLast(({ day }) => weekOf(day) <= week)
      if (stored) return [stored.lines]
      const stated = Object.entries(dated).reduce((sum, [of, times]) => (of <= week ? sum + times : sum), 0)
      return stated > 0 ? [Math.min(first.lines, stated)] : []
    })
    return known.length === 0 ? null : known.reduce((sum, lines) => sum + lines, 0)
  })
}

const countBefore = (weeks: readonly string[], begun: string): number =>
  weeks.filter((week) => week < begun).length

/**
 * Adds the revisions of a file to the last weeks. Returns the index of the week before its first revision.
 */
function addRevisions(
  sums: (number | null)[],
  revisions: GrowingFile["revisions"],
  weeks: readonly string[],
): number {
  let at = revisions.length - 1
  let place = sums.length - 1
  for (const week of weeks.toReversed()) {
    while (at > 0 && weekOf(revisions[at]?.day ?? "") > week) at -= 1
    sums[place] = (sums[place] ?? 0) + (revisions[at]?.lines ?? 0)
    place -= 1
  }
  return place
}

/**
 * Points for a forecast: each day on which a file changed, and the ends of the weeks before the first of
 * them. `byWeek`: result of `linesByWeek`.
 */
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
  // Every file counts from the start: being stored later than another is not growth.
  let lines = files.reduce((sum, { revisions }) => sum + (revisions[0]?.lines ?? 0), 0)
  const since = steps.flatMap(({ day, by }, place): LineCount[] => {
    lines += by
    return steps[place + 1]?.day === day ? [] : [{ at: new Date(`${day}T00:00:00Z`), lines }]
  })
  return [...before, ...since]
}

/** True if part of it is estimated from dates instead of revisions. */
export const isEstimated = (files: readonly GrowingFile[], weeks: readonly string[]): boolean =>
  files.some(
    ({ revisions, dated }) =>
      revisions[0] !== undefined &&
      weekOf(revisions[0].day) > (weeks[0] ?? "") &&
      Object.keys(dated).some((week) => week < weekOf(revisions[0]?.day ?? "")),
  )
