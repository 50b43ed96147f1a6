import { hideSecrets } from "../secrets/hide-secrets"
import { findCompany } from "./company"
import { findSaidAlready } from "./duplicates"
import { findRefusal, readRefusing } from "./left-out"
import { type Ground, type Reading, readEntry, readGround } from "./reading"
import type { FilePlace, SeedAsked, SeedEntry, SeedPlacement, SeedPlace, Standing } from "./seed-entry"
import { placeName } from "./place-name"
import { SIGN_WEIGHTS, type SignName } from "./sign-weights"
import { NOTHING_ELSE, type Vote, votesOn } from "./signs"

/**
 * Where each entry of the predecessors goes, one placement for each, in the order of the entries: into a section of the category's file,
 * or out. What an entry says is weighed by `SIGNS`; the order of the entries does not change where one goes.
 */
export function classifySeed(asked: SeedAsked, entries: readonly SeedEntry[]): SeedPlacement[] {
  const [alone, refusing] = [readGround(withItself(asked)), readRefusing(asked)]
  const refused = new Map(entries.map((entry) => [entry.id, findRefusal(entry, refusing)]))
  const readings = entries
    .filter(({ id }) => refused.get(id) === null)
    .map((entry) => readEntry(entry, alone))
  const ground = {
    ...alone,
    company: findCompany(
      readings.map((reading) => ({ entry: reading.entry, standing: weigh(reading, alone) })),
    ),
  }
  const placed = new Map(readings.map((reading) => [reading.entry.id, placeEntry(reading, ground)]))
  const inFile = entries.filter(({ id }) => placed.has(id) && placed.get(id)?.place.kind !== "left-out")
  const said = findSaidAlready(inFile, asked.known)
  return entries.map((entry) => {
    const own = (refused.get(entry.id) ?? placed.get(entry.id)) as Placed
    const again = said.get(entry.id)
    const out =
      again === undefined || own.place.kind === "left-out"
        ? own
        : {
            place: {
              kind: "left-out" as const,
              why: "duplicate" as const,
              by: again.by,
              was: { place: own.place, reason: own.reason, confidence: rounded(own.confidence) },
            },
            reason: again.reason,
            confidence: again.score,
          }
    return {
      entry: entry.id,
      from: entry.from,
      text: shownOf(entry, out),
      date: entry.date,
      place: out.place,
      reason: out.reason,
      confidence: rounded(out.confidence),
    }
  })
}

/** What may not be written is not copied into a plan either. */
const shownOf = ({ text }: SeedEntry, { place }: Placed): string =>
  place.kind === "left-out" && place.why === "guard" ? hideSecrets(text).text : text

/** A new agent that nobody gave a section has one, unless it coordinates. */
export function withItself(asked: SeedAsked): SeedAsked {
  const { agent, roles, category } = asked
  return agent === null || agent === category.coordinator || roles.includes(agent)
    ? asked
    : { ...asked, roles: [...roles, agent] }
}

interface Placed {
  readonly place: SeedPlace
  readonly reason: string
  readonly confidence: number
}

function placeEntry(reading: Reading, ground: Ground): Placed {
  const { asked } = ground
  const { entry } = reading
  if (reading.stoodIn?.kind === "stranger")
    return {
      place: { kind: "left-out", why: "other-role" },
      reason: `was under “${entry.section}”, a role that ${asked.category.name} does not have`,
      confidence: 0.8,
    }
  const standing = weigh(reading, ground)
  const { place } = standing
  const others = asked.agent !== null && place.kind === "role" && place.role !== asked.agent
  return others
    ? {
        place: {
          kind: "left-out",
          why: "other-role",
          was: { ...standing, confidence: rounded(standing.confidence) },
        },
        reason: `is for ${place.role}: ${standing.reason}`,
        confidence: standing.confidence,
      }
    : standing
}

/** Adds up what the signs say of each place. Without a coordinator its notes are everybody's; of several roles that have the same nobody knows whose it is. */
function weigh(reading: Reading, ground: Ground): Standing {
  const sums = sumUp(reading, ground, SIGN_WEIGHTS)
  const ranked = sums.toSorted((a, b) => b.sum - a.sum || orderOf(a.place, ground) - orderOf(b.place, ground))
  const [best, second] = ranked
  const open = best?.place.kind === "role" && best.sum === second?.sum
  const { place, sum, votes } = (open ? ranked.find((one) => one.place.kind !== "role") : best) as Sum
  const all = sums.reduce((total, one) => total + Math.exp(CALM * one.sum), 0)
  return { place, reason: reasonOf(votes), confidence: Math.min(MOST, Math.exp(CALM * sum) / all) }
}

export interface Sum {
  readonly place: FilePlace
  readonly sum: number
  readonly votes: readonly {
    readonly sign: SignName
    readonly words: string
    readonly strength: number
    readonly weight: number
  }[]
}

/** Every place that an entry may go to with what speaks for it. */
export function sumUp(reading: Reading, ground: Ground, weights: Readonly<Record<SignName, number>>): Sum[] {
  const { asked } = ground
  const places: FilePlace[] = [
    { kind: "shared" },
    ...(asked.category.coordinator === null ? [] : [{ kind: "coordinator" as const }]),
    ...asked.roles.map((role) => ({ kind: "role" as const, role })),
  ]
  const votes = votesOn(reading, ground).map((vote) => ({
    ...vote,
    key: placeName(housed(vote, ground)),
    weight: weights[vote.sign] * vote.strength,
  }))
  return places.map((place) => {
    const own = votes.filter(({ key }) => key === placeName(place))
    return { place, votes: own, sum: own.reduce((total, { weight }) => total + weight, 0) }
  })
}

const housed = ({ place }: Vote, { asked }: Ground): FilePlace =>
  place.kind === "coordinator" && asked.category.coordinator === null ? { kind: "shared" } : place

const orderOf = (place: FilePlace, { asked }: Ground): number =>
  place.kind === "shared" ? 0 : place.kind === "coordinator" ? 1 : 2 + asked.roles.indexOf(place.role)

/** The two signs that said most; that nothing spoke for a role is only said where nothing else is. */
function reasonOf(votes: Sum["votes"]): string {
  const worded = votes.filter(({ words, weight }) => words !== "" && weight > 0)
  const telling = worded.filter(({ words }) => words !== NOTHING_ELSE)
  return telling.length === 0
    ? NOTHING_ELSE
    : telling
        .toSorted((a, b) => b.weight - a.weight)
        .slice(0, 2)
        .map(({ words }) => words)
        .join("; ")
}

/** Words that a person labels by are plainer than those of other files: so much less is a sum worth there. */
const CALM = 0.6
/** The rules are never surer than that. */
const MOST = 0.98

const rounded = (number: number): number => Math.round(number * 100) / 100
