import { fitBudget, isIncluded, lineCountOfEntry } from "./budget"
import { headingsFor, type HeadingOf } from "./headings"
import { planOf, type SeedPlan } from "./plan"
import type { SeedPlacement } from "./seed-entry"
import type { SeedFormat } from "./seed-formats"
import { type SeedFile, type SeedText, type EntryToWrite, writeSeed } from "./write-seed"

/** The file that a plan writes, and the former headings of its entries. */
export interface Seeding extends SeedFile {
  readonly roles: readonly string[]
  /** Former headings by entry id. */
  readonly stood: ReadonlyMap<string, string | null>
}

export const headingsOf = ({ format, path, text, roles }: SeedFile & Pick<Seeding, "roles">): HeadingOf =>
  headingsFor(
    format.id as SeedFormat,
    roles,
    format.parse(text, path).sections.map(({ name }) => name),
  )

/** Returns the placed entries to write, by place, in the order of the plan. */
export function entriesToWrite(seeding: Seeding, placements: readonly SeedPlacement[]): EntryToWrite[] {
  const heading = headingsOf(seeding)
  return placements.filter(isIncluded).map(({ entry, text, date, place }) => ({
    entry,
    text,
    date,
    heading: heading(place, seeding.stood.get(entry) ?? null),
  }))
}

export const seedText = (seeding: Seeding, placements: readonly SeedPlacement[]): SeedText =>
  writeSeed(seeding, entriesToWrite(seeding, placements))

/**
 * Returns the plan of these placements with the number of lines of its written text. Throws `RangeError` if
 * an entry cannot be written; call `leaveOutUnwritable` first.
 */
export function planWithLineCount(
  seeding: Seeding,
  placements: readonly SeedPlacement[],
  lines: number,
): SeedPlan {
  const written = seedText(seeding, placements)
  if (!written.ok) throw new RangeError(written.why)
  return planOf(placements, { lines, overhead: written.lines - sumOf(placements) })
}

/** Leaves out entries that cannot be written into the file as one entry. */
export function leaveOutUnwritable(seeding: Seeding, placements: readonly SeedPlacement[]): SeedPlacement[] {
  const bad = new Map<string, string>()
  for (const one of entriesToWrite(seeding, placements)) {
    const alone = writeSeed(seeding, [one])
    if (!alone.ok) bad.set(one.entry, alone.why)
  }
  return placements.map((one) => {
    const why = bad.get(one.entry)
    return why === undefined ? one : leaveOutBarred(one, `cannot be written to the file: ${why}`)
  })
}

/** Leaves out an entry that may not be written. */
export function leaveOutBarred(one: SeedPlacement, reason: string): SeedPlacement {
  const was =
    one.place.kind === "left-out"
      ? one.place.was
      : { place: one.place, reason: one.reason, confidence: one.confidence }
  return { ...one, place: { kind: "left-out", why: "guard", ...(was && { was }) }, reason, confidence: 1 }
}

const ROUNDS = 8

/**
 * Returns the plan whose written text fits the budget. The lines of headings depend on the included entries,
 * so the fit is repeated until the plan no longer grows.
 */
export function fitText(seeding: Seeding, placements: readonly SeedPlacement[], lines: number): SeedPlan {
  let overhead = firstOverhead(seeding, placements)
  let best: SeedPlan | null = null
  for (let round = 0; round < ROUNDS; round += 1) {
    const fitted = fitBudget(placements, { lines, overhead })
    const plan = planWithLineCount(seeding, fitted, lines)
    const kept = plan.placements.filter(isIncluded).length
    if (plan.over === 0 && (best === null || kept > best.placements.filter(isIncluded).length)) best = plan
    if (plan.over === 0 && plan.budget.overhead >= overhead) break
    if (plan.over > 0 && (best !== null || kept === 0)) break
    overhead = plan.over > 0 ? overhead + plan.over : plan.budget.overhead
  }
  return filled(
    seeding,
    best ?? planWithLineCount(seeding, fitBudget(placements, { lines, overhead: lines }), lines),
  )
}

/** Number of entries that are tried for the last free lines. */
const TRIED = 40

/**
 * Uses lines that are free because a heading was left out with its entries. Tries other left-out entries for
 * them.
 */
function filled(seeding: Seeding, plan: SeedPlan): SeedPlan {
  let full = plan
  for (const one of plan.placements
    .filter(({ place }) => place.kind === "left-out" && place.why === "budget")
    .slice(0, TRIED)) {
    if (
      lineCountOfEntry(one) > full.budget.lines - full.lines ||
      one.place.kind !== "left-out" ||
      one.place.was === undefined
    )
      continue
    const back = { ...one, ...one.place.was }
    const tried = planWithLineCount(
      seeding,
      full.placements.map((other) => (other.entry === one.entry ? back : other)),
      plan.budget.lines,
    )
    if (tried.over === 0) full = tried
  }
  return full
}

/**
 * Returns the number of lines of the file without its entries, if each possible heading has an entry. Each
 * further entry takes only its own lines. 0 if the entries cannot be written.
 */
function firstOverhead(seeding: Seeding, placements: readonly SeedPlacement[]): number {
  const firsts = [
    ...new Map(
      entriesToWrite(seeding, placements)
        .toReversed()
        .map((one) => [one.heading, one]),
    ).values(),
  ]
  const written = writeSeed(seeding, firsts)
  return written.ok ? written.lines - firsts.reduce((sum, one) => sum + lineCountOfEntry(one), 0) : 0
}

const sumOf = (placements: readonly SeedPlacement[]): number =>
  placements.filter(isIncluded).reduce((sum, one) => sum + lineCountOfEntry(one), 0)
