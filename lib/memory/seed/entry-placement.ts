import { hideSecrets } from "../secrets/secrets"
import { findKnownDuplicates } from "./duplicates"
import { findRefusal, readRefusalContext } from "./left-out-rules"
import { readEntry, readSeedContext, type SeedContext, type SeedReading, type NeighborRole } from "./reading"
import {
  type FilePlace,
  type SeedInput,
  type SeedEntry,
  type SeedPlacement,
  type SeedPlace,
  type PlaceChoice,
  placeName,
} from "./seed-entry"
import { SIGN_WEIGHTS, type SignName } from "./sign-weights"
import { NOTHING_ELSE, votesOn, whereOf, type Vote } from "./placement-signs"
import { groupBy } from "../text/aggregates"

/**
 * Minimum number of entries that their words assign to one role, below one heading and of one predecessor.
 */
const FEWEST = { heading: 3, predecessor: 5 }
/** Minimum share of these entries among the confidently placed entries of the heading or predecessor. */
const SHARE = 0.7
const SURE = 0.5

/** Returns the headings and the predecessors whose entries are mostly for one role. Their other entries are likely for it too. */
function findCompany(
  placed: readonly { readonly entry: SeedEntry; readonly standing: PlaceChoice }[],
): NeighborRole[] {
  const sure = placed.filter(({ standing }) => standing.confidence >= SURE)
  const headed = sure.filter(({ entry }) => entry.section !== null)
  const ofRoles = sure.filter(({ standing: { place } }) => place.kind === "role")
  return [
    ...companyOf(groupBy(headed, ({ entry }) => `${entry.from}\0${entry.section}`).values(), FEWEST.heading),
    ...companyOf(groupBy(ofRoles, ({ entry }) => entry.from).values(), FEWEST.predecessor).map((one) => ({
      ...one,
      section: null,
    })),
  ]
}

function companyOf(
  groups: Iterable<readonly { readonly entry: SeedEntry; readonly standing: PlaceChoice }[]>,
  fewest: number,
): NeighborRole[] {
  return [...groups].flatMap((group) => {
    const byRole = groupBy(
      group.flatMap(({ standing: { place } }) => (place.kind === "role" ? [place.role] : [])),
      (role) => role,
    )
    const [role, roles = []] = [...byRole].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
    const { from = "", section = null } = group[0]?.entry ?? {}
    return role !== undefined && roles.length >= fewest && roles.length >= SHARE * group.length
      ? [{ from, section, role }]
      : []
  })
}

/**
 * Returns where each entry of the predecessors goes, in the order of the entries: a section of the category's file, or left out. Places are
 * chosen by the votes of `SIGNS`. The order of the entries does not matter.
 */
export function classifySeed(asked: SeedInput, entries: readonly SeedEntry[]): SeedPlacement[] {
  const [alone, refusing] = [readSeedContext(withNewAgentRole(asked)), readRefusalContext(asked)]
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
  const said = findKnownDuplicates(inFile, asked.known)
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

/** Returns the text for the plan. If the entry is left out because of a secret, the secret is hidden. */
const shownOf = ({ text }: SeedEntry, { place }: Placed): string =>
  place.kind === "left-out" && place.why === "guard" ? hideSecrets(text).text : text

/** Adds the new agent to the roles, unless it is the coordinator. */
export function withNewAgentRole(asked: SeedInput): SeedInput {
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

function placeEntry(reading: SeedReading, ground: SeedContext): Placed {
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

/**
 * Returns the place with the most votes. If two roles tie, returns the best place that does not belong to a
 * role.
 */
function weigh(reading: SeedReading, ground: SeedContext): PlaceChoice {
  const sums = scorePlaces(reading, ground, SIGN_WEIGHTS)
  const ranked = sums.toSorted((a, b) => b.sum - a.sum || orderOf(a.place, ground) - orderOf(b.place, ground))
  const [best, second] = ranked
  const open = best?.place.kind === "role" && best.sum === second?.sum
  const { place, sum, votes } = (open ? ranked.find((one) => one.place.kind !== "role") : best) as PlaceScore
  const all = sums.reduce((total, one) => total + Math.exp(CALM * one.sum), 0)
  const confidence = Math.min(MOST, Math.exp(CALM * sum) / all)
  const against = contradictedBy(reading)
  return against === null
    ? { place, reason: reasonOf(votes), confidence }
    : { place, reason: `${against}; ${reasonOf(votes)}`, confidence: Math.min(UNSURE, confidence) }
}

/**
 * Returns a note that names the section of the known entry that an entry contradicts, or null. A person
 * decides which entry is true.
 */
function contradictedBy({ near }: SeedReading): string | null {
  return near === null || !near.contradicts || near.known.place === null
    ? null
    : `contradicts an entry ${whereOf(near.known.place)}`
}

export interface PlaceScore {
  readonly place: FilePlace
  readonly sum: number
  readonly votes: readonly {
    readonly sign: SignName
    readonly words: string
    readonly strength: number
    readonly weight: number
  }[]
}

/** Returns the votes for every place. Without a coordinator, its votes count for the shared section. */
export function scorePlaces(
  reading: SeedReading,
  ground: SeedContext,
  weights: Readonly<Record<SignName, number>>,
): PlaceScore[] {
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

const housed = ({ place }: Vote, { asked }: SeedContext): FilePlace =>
  place.kind === "coordinator" && asked.category.coordinator === null ? { kind: "shared" } : place

function orderOf(place: FilePlace, { asked }: SeedContext): number {
  if (place.kind === "role") return 2 + asked.roles.indexOf(place.role)
  return place.kind === "shared" ? 0 : 1
}

/**
 * Returns the two strongest signs, for display. “Not specific to one role” is used only if there is no other
 * sign.
 */
function reasonOf(votes: PlaceScore["votes"]): string {
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

/** Factor on the sums before they become probabilities, because labeled examples are clearer than real files. */
const CALM = 0.6
/** Maximum confidence of a place that the rules choose. */
const MOST = 0.98
/**
 * Maximum confidence in the place of an entry that contradicts a known entry. A value below 0.5 marks the
 * place as unsure.
 */
const UNSURE = 0.4

const rounded = (number: number): number => Math.round(number * 100) / 100
