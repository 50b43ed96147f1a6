import type { LineCount } from "./growth"

/**
 * Files of agents with their known sizes over time. Stored by column, because there are tens of thousands of
 * files.
 */
export interface GrowingFiles {
  /** Index of the agent that loads each file. */
  readonly agents: readonly number[]
  /** Dated lines of each file by Monday of the week: "20261116:4,20261109:2". */
  readonly dated: readonly string[]
  /**
   * Revisions by file, ascending: `file`, `day` (days since the first week, 0 for all before) and `lines`, three numbers each. The last of
   * a day counts.
   */
  readonly revisions: Int32Array
}

/** Number of lines of all files of an agent. */
export interface AgentLines {
  /**
   * Values at the end of each week; null while unknown. Before the first revision of a file, only its dated
   * lines count.
   */
  readonly weeks: (number | null)[]
  /** True if some values rest on dates instead of revisions. */
  readonly estimated: boolean
  /** Points for a forecast: each day with a change, and the ends of the weeks before the first. */
  readonly points: LineCount[]
}

/**
 * Returns the lines of agents at the end of each week (Mondays, ascending, without gaps). Before the first revision of a file, often its
 * import, only lines with a date up to then count, because nothing shows that the others existed. The points of a forecast also contain
 * the undated lines from the start, so that an import does not count as growth.
 */
export function agentLines(count: number, files: GrowingFiles, weeks: readonly string[]): AgentLines[] {
  const sums = new Sums(count, files, weeks)
  sums.addAll()
  return Array.from({ length: count }, (_, agent) => sums.of(agent))
}

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const [ZERO, COLON, COMMA] = [48, 58, 44]

/** Sums by columns. An object for each revision would take most of the time. */
class Sums {
  private readonly begin: number
  private readonly lines: Float64Array
  private readonly isKnown: Uint8Array
  /** `lines` without the undated lines of files that were not stored yet. */
  private readonly stated: Float64Array
  private readonly isStated: Uint8Array
  private readonly isEstimated: Uint8Array
  private readonly first: Float64Array
  /** Number of days for which steps are stored. */
  private readonly days: number
  private readonly steps: Float64Array
  private readonly isStep: Uint8Array
  private readonly weekOf = new Map<number, number>()
  private readonly counts: Int32Array

  constructor(
    count: number,
    private readonly files: GrowingFiles,
    private readonly weeks: readonly string[],
  ) {
    this.begin = Date.parse(weeks[0] ?? "")
    this.lines = new Float64Array(count * weeks.length)
    this.isKnown = new Uint8Array(count * weeks.length)
    this.stated = new Float64Array(count * weeks.length)
    this.isStated = new Uint8Array(count * weeks.length)
    this.isEstimated = new Uint8Array(count)
    this.first = new Float64Array(count)
    let last = 0
    for (let at = 1; at < files.revisions.length; at += 3)
      last = Math.max(last, files.revisions[at] as number)
    this.days = last + 1
    this.steps = new Float64Array(count * this.days)
    this.isStep = new Uint8Array(count * this.days)
    this.counts = new Int32Array(weeks.length)
  }

  addAll(): void {
    const { revisions } = this.files
    for (let from = 0, to = 0; from < revisions.length; from = to) {
      for (to = from + 3; to < revisions.length && revisions[to] === revisions[from]; to += 3);
      this.addFile(from, to)
    }
  }

  /** Adds the revisions of one file, from index `from` up to `to` (exclusive). */
  private addFile(from: number, to: number): void {
    const { agents, dated, revisions } = this.files
    const file = revisions[from] as number
    const agent = agents[file] as number
    let first = from
    while (first + 3 < to && revisions[first + 4] === revisions[from + 1]) first += 3
    const firstDay = revisions[first + 1] as number
    const firstLines = revisions[first + 2] as number
    this.first[agent] = (this.first[agent] as number) + firstLines
    this.isStep[agent * this.days + firstDay] = 1
    const { steps, isStep } = this
    let before = firstLines
    for (let at = first + 3; at < to; at += 3) {
      const step = agent * this.days + (revisions[at + 1] as number)
      steps[step] = (steps[step] as number) + (revisions[at + 2] as number) - before
      isStep[step] = 1
      before = revisions[at + 2] as number
    }
    const begun = Math.floor(firstDay / 7)
    let at = to - 3
    for (let week = this.weeks.length - 1; week >= begun; week -= 1) {
      while (at > first && (revisions[at + 1] as number) >= (week + 1) * 7) at -= 3
      this.addWeek(agent, week, revisions[at + 2] as number)
      this.addStated(agent, week, revisions[at + 2] as number)
    }
    if (begun > 0) this.addDated(agent, dated[file] ?? "", { begun, lines: firstLines })
  }

  private addWeek(agent: number, week: number, lines: number): void {
    const at = agent * this.weeks.length + week
    this.lines[at] = (this.lines[at] as number) + lines
    this.isKnown[at] = 1
  }

  private addStated(agent: number, week: number, lines: number): void {
    const at = agent * this.weeks.length + week
    this.stated[at] = (this.stated[at] as number) + lines
    this.isStated[at] = 1
  }

  /**
   * Adds lines for the weeks before the file's first revision: `lines` minus the lines with a later date.
   * Adds nothing if the file has no dates up to then.
   */
  private addDated(agent: number, dated: string, { begun, lines }: { begun: number; lines: number }): void {
    const last = Math.min(begun, this.weeks.length) - 1
    const counts = this.counts
    let isDated = false
    let later = 0
    let stated = 0
    counts.fill(0)
    for (let at = 0; at < dated.length; at += 1) {
      let day = 0
      let times = 0
      for (let sign = dated.charCodeAt(at); sign !== COLON; sign = dated.charCodeAt((at += 1)))
        day = day * 10 + sign - ZERO
      for (
        let sign = dated.charCodeAt((at += 1));
        sign !== COMMA && at < dated.length;
        sign = dated.charCodeAt((at += 1))
      )
        times = times * 10 + sign - ZERO
      const week = this.weekOf.get(day) ?? this.placeOf(day)
      if (week > begun) continue
      isDated = true
      if (week < begun) this.isEstimated[agent] = 1
      if (week > last) later += times
      else if (week >= 0) counts[week] = times
      if (week <= last) stated += times
    }
    if (isDated) this.addEarlierWeeks(agent, lines, { last, later, stated })
  }

  /** Adds the weeks up to `last`. `later`, `stated`: lines with a date after the last week, or up to its end. */
  private addEarlierWeeks(
    agent: number,
    lines: number,
    { last, later, stated }: { last: number; later: number; stated: number },
  ): void {
    for (let week = last; week >= 0; week -= 1) {
      this.addWeek(agent, week, Math.max(0, lines - later))
      if (stated > 0) this.addStated(agent, week, Math.min(lines, stated))
      later += this.counts[week] as number
      stated -= this.counts[week] as number
    }
  }

  /** Returns the index of the week of a day such as 20261116; negative for weeks before the first. */
  private placeOf(day: number): number {
    const place = Math.round(
      (Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100) - this.begin) /
        WEEK_MS,
    )
    this.weekOf.set(day, place)
    return place
  }

  of(agent: number): AgentLines {
    const estimated = this.isEstimated[agent] === 1
    const weeks = this.weeksOf(agent, this.stated, this.isStated)
    return { weeks, estimated, points: this.pointsOf(agent, this.weeksOf(agent, this.lines, this.isKnown)) }
  }

  private weeksOf(agent: number, lines: Float64Array, isKnown: Uint8Array): (number | null)[] {
    return this.weeks.map((_, week) => {
      const at = agent * this.weeks.length + week
      return isKnown[at] ? (lines[at] as number) : null
    })
  }

  private pointsOf(agent: number, weeks: readonly (number | null)[]): LineCount[] {
    const from = agent * this.days
    const begun = this.isStep.subarray(from, from + this.days).indexOf(1)
    if (begun < 0) return []
    const points: LineCount[] = []
    for (let week = 0; (week + 1) * 7 <= begun && week < weeks.length; week += 1) {
      const lines = weeks[week]
      if (lines !== null && lines !== undefined)
        points.push({ at: new Date(this.begin + (week + 1) * WEEK_MS - 1), lines })
    }
    let lines = this.first[agent] as number
    for (let day = begun; day < this.days; day += 1) {
      if (!this.isStep[from + day]) continue
      lines += this.steps[from + day] as number
      points.push({ at: new Date(this.begin + day * DAY_MS), lines })
    }
    return points
  }
}
