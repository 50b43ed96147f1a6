/** Number of lines at a time, of a file or of all that an agent loads. */
export interface LineCount {
  readonly at: Date
  readonly lines: number
  /** True if the lines were imported at once. They do not count as growth. */
  readonly imported?: boolean
}

export interface Growth {
  /** Lines per day; negative if the memory shrinks. */
  readonly perDay: number
  /**
   * Returns when a number of lines is reached at this rate: now if it is already reached, null if never or
   * not within two years.
   */
  reaches(limit: number): Date | null
}

/** Number of days that growth is measured over. */
export const GROWTH_DAYS = 60
const LEAST = 3
/** Share of lines whose loss at once counts as a cleanup. Growth is measured from there. */
const CLEARED = 0.2

/**
 * Returns the growth: the median of the slopes between all days (Theil-Sen), so that one busy day has little influence. Between changes
 * growth is linear; after the last change there is none. Null without enough data. Points in any order.
 */
export function forecast(points: readonly LineCount[], now: Date): Growth | null {
  const rising = points.filter(({ at }) => at <= now).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const last = rising.at(-1)
  if (!last) return null
  const recent = sinceCleared(within(rising, now))
  const changes = recent.filter(
    ({ lines, imported }, place) => place > 0 && imported !== true && lines !== recent[place - 1]?.lines,
  )
  if (changes.length < LEAST || new Set(changes.map(({ at }) => dayOf(at))).size < LEAST) return null
  const perDay = median(slopes(everyDay(grownOf(recent), now.getTime() / DAY_MS)))
  if (perDay === null) return null
  return {
    perDay,
    reaches(limit) {
      if (last.lines >= limit) return now
      const days = (limit - last.lines) / perDay
      return perDay > 0 && days < FOREVER ? new Date(now.getTime() + days * DAY_MS) : null
    },
  }
}

const DAY_MS = 86_400_000
/** Days from which a date counts as never. */
const FOREVER = 730

/** Returns the points of the last `GROWTH_DAYS`. The point before them is moved to the start of this time. */
function within(rising: readonly LineCount[], now: Date): readonly LineCount[] {
  const from = now.getTime() - GROWTH_DAYS * DAY_MS
  const first = rising.findIndex(({ at }) => at.getTime() >= from)
  if (first < 0) return []
  const before = rising[first - 1]
  return before ? [{ ...before, at: new Date(from) }, ...rising.slice(first)] : rising
}

function sinceCleared(rising: readonly LineCount[]): readonly LineCount[] {
  const at = rising.findLastIndex(
    ({ lines }, place) => lines < (rising[place - 1]?.lines ?? 0) * (1 - CLEARED),
  )
  return at < 0 ? rising : rising.slice(at)
}

/** Returns the number of lines gained since the first point, for each point, without imports. */
function grownOf(rising: readonly LineCount[]): Grown[] {
  let grown = 0
  return rising.map(({ at, lines, imported }, place) => {
    if (imported !== true) grown += lines - (rising[place - 1]?.lines ?? lines)
    return { day: at.getTime() / DAY_MS, grown }
  })
}

interface Grown {
  readonly day: number
  readonly grown: number
}

/** Maximum number of points, because the number of slopes grows quadratically. */
const MOST_POINTS = 16

/** Returns the growth at steps of one or several whole days, ending now. */
function everyDay(rising: readonly Grown[], now: number): Grown[] {
  const days = now - (rising[0]?.day ?? now) + 1e-9
  const step = Math.max(1, Math.ceil(days / MOST_POINTS))
  return Array.from({ length: Math.floor(days / step) + 1 }, (_, back) => ({
    day: now - back * step,
    grown: grownAt(rising, now - back * step),
  })).toReversed()
}

function grownAt(rising: readonly Grown[], day: number): number {
  const next = rising.findIndex((one) => one.day >= day - 1e-9)
  if (next <= 0) return (next < 0 ? rising.at(-1) : rising[0])?.grown ?? 0
  const [from, to] = [rising[next - 1] as Grown, rising[next] as Grown]
  return to.day === from.day
    ? to.grown
    : from.grown + ((to.grown - from.grown) * (day - from.day)) / (to.day - from.day)
}

function slopes(points: readonly Grown[]): Float64Array {
  const all = new Float64Array((points.length * (points.length - 1)) / 2)
  let place = 0
  for (const [at, one] of points.entries()) {
    for (let next = at + 1; next < points.length; next += 1, place += 1) {
      const other = points[next] as Grown
      all[place] = (other.grown - one.grown) / (other.day - one.day)
    }
  }
  return all
}

function median(numbers: Float64Array): number | null {
  const sorted = numbers.toSorted()
  const middle = sorted.length / 2
  if (sorted.length === 0) return null
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS)

/** The lines of an agent's, a category's or a project's memory by week against its load limit, as `fleet.growth` answers. */
export interface MemoryGrowth {
  readonly name: string
  readonly project: string
  readonly lines: number
  /** Lines that the harness loads; null: all. */
  readonly limit: number | null
  /** Lines at the end of each week; null: not known. */
  readonly weeks: readonly (number | null)[]
  /** True if weeks before the first import are counted by dates in the files. */
  readonly estimated: boolean
  /** Lines per day; null: too few changes. */
  readonly perDay: number | null
  /** ISO date on which the limit is reached at this rate; null: never, or there is none. */
  readonly limitOn: string | null
}

export interface GrowthSummary {
  /** Lines of all memory at the end of each week; null where none are known. */
  readonly weeks: (number | null)[]
  /** True if some weeks are counted by dates in the files. */
  readonly estimated: boolean
  /** Lines that all memory together gains in a week. */
  readonly perWeek: number
  /** The next memory to be truncated, with the date; null if there is none at this rate. */
  readonly first: { readonly name: string; readonly project: string; readonly on: string } | null
}

/** Returns the growth of the memory of agents, categories and projects as one, and which of them is truncated first. */
export function summarizeGrowth(memories: readonly MemoryGrowth[]): GrowthSummary {
  const weeks = memories.reduce<(number | null)[]>(
    (sums, memory) =>
      memory.weeks.map((lines, week) => (lines === null ? (sums[week] ?? null) : (sums[week] ?? 0) + lines)),
    [],
  )
  const [first] = memories
    .filter(({ lines, limit, limitOn }) => limit !== null && lines <= limit && limitOn !== null)
    .toSorted((a, b) => ((a.limitOn ?? "") < (b.limitOn ?? "") ? -1 : 1))
  return {
    weeks,
    estimated: memories.some(({ estimated }) => estimated),
    perWeek: Math.round(memories.reduce((sum, { perDay }) => sum + (perDay ?? 0) * 7, 0)),
    first: first === undefined ? null : { name: first.name, project: first.project, on: first.limitOn ?? "" },
  }
}

/** Returns the memory of a category or a project with a name that tells it from agents: "Testing (shared)". */
export const withSharedName = <Memory extends { readonly name: string }>(memory: Memory): Memory => ({
  ...memory,
  name: `${memory.name} (shared)`,
})

/** An agent with the size of its own memory, or of its category's memory if it has none of its own. */
export interface LimitedAgent {
  readonly name: string
  readonly project: { readonly slug: string }
  /** Slug of the category; null without one. */
  readonly category: string | null
  /** True if the figures are those of the category's memory. */
  readonly shared: boolean
  readonly lines: number
  /** Line budget; null: none. */
  readonly budget: number | null
  /** Lines that the harness loads; null: all. */
  readonly limit: number | null
  /** Lines that the harness never loads. */
  readonly pastCut: number
}

/**
 * Returns the agents whose memory has used most of its budget, fullest first. Of agents that share category
 * memory, only one is listed.
 */
export function closestToBudget<A extends LimitedAgent>(agents: readonly A[], most: number): A[] {
  const fullness = ({ lines, budget }: A) => lines / (budget ?? Number.POSITIVE_INFINITY)
  return onePerMemory(agents.filter(({ budget, lines }) => budget !== null && lines > 0))
    .toSorted((a, b) => fullness(b) - fullness(a))
    .slice(0, most)
}

/**
 * Returns how many agents are truncated, and the agents whose memory has used most of its load limit, fullest
 * first. Of agents that share category memory, only one is listed. `unlisted`: number of truncated agents
 * whose memory is not listed.
 */
export function closestToLimit<A extends LimitedAgent>(
  agents: readonly A[],
  most: number,
): { truncated: number; unlisted: number; fullest: (A & { limit: number })[] } {
  const limited = agents.filter((agent): agent is A & { limit: number } => agent.limit !== null)
  const truncated = limited.filter(({ pastCut }) => pastCut > 0)
  const fullest = onePerMemory(limited)
    .toSorted((a, b) => b.lines / b.limit - a.lines / a.limit)
    .slice(0, most)
  const listed = new Set(fullest.map(memoryKey))
  return {
    truncated: truncated.length,
    unlisted: truncated.filter((agent) => !listed.has(memoryKey(agent))).length,
    fullest,
  }
}

/** Returns the first agent of each memory. */
const onePerMemory = <A extends LimitedAgent>(agents: readonly A[]): A[] => [
  ...new Map(agents.toReversed().map((agent) => [memoryKey(agent), agent])).values(),
]

/** Returns a key that agents have in common if their figures are those of the same memory. */
const memoryKey = ({ shared, project, category, name }: LimitedAgent): string =>
  [project.slug, shared ? `category ${category}` : `agent ${name}`].join("/")

/** Returns the name of the memory that an agent's figures are about: "unit-tester", "Testing (shared)". */
export function memoryName(
  { name, shared, category }: Pick<LimitedAgent, "name" | "shared" | "category">,
  categories: readonly { readonly slug: string; readonly name: string }[],
): string {
  const found = shared ? categories.find(({ slug }) => slug === category) : undefined
  return found ? withSharedName(found).name : name
}
