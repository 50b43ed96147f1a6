import { hideSecrets } from "../secrets/hide-secrets"
import { findCompany } from "./company"
import { findSaidAlready } from "./duplicates"
import { findRefusal, readRefusing } from "./left-out"
import { type Ground, type Reading, readEntry, readGround } from "./reading"
import type { FilePlace, SeedAsked, SeedEntry, SeedPlacement, SeedPlace, Standing } from "./seed-entry"
import { NOTHING_ELSE, SIGNS, type Vote } from "./signs"

/**
 * Where each entry of the predecessors goes, one placement for each, in the order of the entries: into a section of the category's file,
 * or out. What an entry says is weighed by `SIGNS`; the order of the entries does not change where one goes.
 */
export function classifySeed(asked: SeedAsked, entries: readonly SeedEntry[]): SeedPlacement[] {
  const [alone, refusing] = [readGround(withItself(asked)), readRefusing(asked)]
  const refused = new Map(entries.map((entry) => [entry.id, findRefusal(entry, refusing)]))
  const readings = entries.filter(({ id }) => refused.get(id) === null).map((entry) => readEntry(entry, alone))
  const ground = { ...alone, company: findCompany(readings.map((reading) => ({ entry: reading.entry, standing: weigh(reading, alone) }))) }
  const placed = new Map(readings.map((reading) => [reading.entry.id, placeEntry(reading, ground)]))
  const inFile = entries.filter(({ id }) => placed.has(id) && placed.get(id)?.place.kind !== "left-out")
  const said = findSaidAlready(inFile, asked.known)
  return entries.map((entry) => {
    const own = (refused.get(entry.id) ?? placed.get(entry.id)) as Placed
    const again = said.get(entry.id)
    const out = again === undefined || own.place.kind === "left-out" ? own : { place: { kind: "left-out" as const, why: "duplicate" as const, by: again.by, was: { place: own.place, reason: own.reason, confidence: rounded(own.confidence) } }, reason: again.reason, confidence: again.score }
    return { entry: entry.id, from: entry.from, text: shownOf(entry, out), date: entry.date, place: out.place, reason: out.reason, confidence: rounded(out.confidence) }
  })
}

/** What may not be written is not copied into a plan either. */
const shownOf = ({ text }: SeedEntry, { place }: Placed): string => (place.kind === "left-out" && place.why === "guard" ? hideSecrets(text).text : text)

/** A new agent that nobody gave a section has one, unless it coordinates. */
function withItself(asked: SeedAsked): SeedAsked {
  const { agent, roles, category } = asked
  return agent === null || agent === category.coordinator || roles.includes(agent) ? asked : { ...asked, roles: [...roles, agent] }
}

interface Placed {
  readonly place: SeedPlace
  readonly reason: string
  readonly confidence: number
}

function placeEntry(reading: Reading, ground: Ground): Placed {
  const { asked } = ground
  const { entry } = reading
  if (reading.stoodIn?.kind === "stranger") return { place: { kind: "left-out", why: "other-role" }, reason: `it stood under “${entry.section}”, and ${asked.category.name} has no such role`, confidence: 0.8 }
  const standing = weigh(reading, ground)
  const { place } = standing
  const others = asked.agent !== null && place.kind === "role" && place.role !== asked.agent
  return others ? { place: { kind: "left-out", why: "other-role", was: { ...standing, confidence: rounded(standing.confidence) } }, reason: `is for ${place.role}: ${standing.reason}`, confidence: standing.confidence } : standing
}

/** Adds up what the signs say of each place. Without a coordinator its notes are everybody's. */
function weigh(reading: Reading, ground: Ground): Standing {
  const sums = new Map<string, { place: FilePlace; sum: number; votes: { words: string; weight: number }[] }>()
  for (const { weight, find } of SIGNS) {
    for (const vote of find(reading, ground)) {
      const place = housed(vote, ground)
      const key = place.kind === "role" ? `role ${place.role}` : place.kind
      const had = sums.get(key) ?? { place, sum: 0, votes: [] }
      sums.set(key, { place, sum: had.sum + weight * vote.strength, votes: [...had.votes, { words: vote.words, weight: weight * vote.strength }] })
    }
  }
  const ranked = [...sums.values()].toSorted((a, b) => b.sum - a.sum || orderOf(a.place, ground) - orderOf(b.place, ground))
  const [best = { place: { kind: "shared" as const }, sum: 0, votes: [] }, second] = ranked
  const told = best.votes.filter(({ words }) => words !== NOTHING_ELSE).reduce((sum, { weight }) => sum + weight, 0)
  return { place: best.place, reason: reasonOf(best.votes), confidence: sureness(told - (second?.sum ?? 0), reading.stoodIn === null ? MOST_BY_WORDS : 0.98) }
}

const housed = ({ place }: Vote, { asked }: Ground): FilePlace => (place.kind === "coordinator" && asked.category.coordinator === null ? { kind: "shared" } : place)

const orderOf = (place: FilePlace, { asked }: Ground): number => (place.kind === "shared" ? 0 : place.kind === "coordinator" ? 1 : 2 + asked.roles.indexOf(place.role))

/** The two signs that said most; that nothing spoke for a role is only said where nothing else is. */
function reasonOf(votes: readonly { readonly words: string; readonly weight: number }[]): string {
  const telling = votes.length > 1 ? votes.filter(({ words }) => words !== NOTHING_ELSE) : votes
  return telling.toSorted((a, b) => b.weight - a.weight).slice(0, 2).map(({ words }) => words).join("; ")
}

/** By how much what speaks for the best place leads, from 0.35 where it does not towards `most`. On files of other hands about so many are right. */
const sureness = (lead: number, most: number): number => LEAST + (most - LEAST) * (1 - Math.exp(-Math.max(0, lead) / 1.2))
const LEAST = 0.35
/** Words alone are never surer; the heading that an entry stood under is. */
const MOST_BY_WORDS = 0.85

const rounded = (number: number): number => Math.round(number * 100) / 100
