import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { waitingAdditions } from "@/lib/db/compactions"
import { forgottenAmong } from "@/lib/db/memory-files/forgotten-entries"
import { definitionsOf } from "@/lib/db/seed/agents"
import { readPolicies } from "@/lib/db/policies"
import { readStalenessFacts } from "@/lib/db/confirmed-entries"
import type { StoredPlacement } from "@/lib/db/seed/plans"
import { joinNames } from "@/lib/memory/text/sentence"
import { audienceOf } from "@/lib/memory/context/category-section"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { type PlacedPolicy, policyOfMemory } from "@/lib/memory/policies/policy"
import type { Instructions } from "@/lib/memory/comparison/restated-instructions"
import { planOf } from "@/lib/memory/seed/plan"
import type {
  FilePlace,
  KnownStatement,
  SeedInput,
  SeedEntry,
  SeedPlacement,
  SeedFormat,
  SeedHint,
} from "@/lib/memory/seed/seed-entry"
import { leaveOutBarred } from "@/lib/memory/seed/seeded-file"
import type { SortClass } from "@/lib/coach/coach"
import { type SortMethod, sortByModel } from "../coach/available-coaches"
import { instructionsOf } from "../proposals/instructions"
import { runForPerson } from "../isolated/run-isolated"
import { type Target, targetOf } from "../proposals/target"
import { hashOfStatement, hexOf } from "../infra/statement-hash"
import { fitSeed, type GuardedPlacement, placeSeed, type SeedingById, whyBarred } from "./analyses"
import type { ReadSource } from "./predecessors"
import type { SeedPlace, SeedTarget } from "./target"

/** A seed plan that is not stored yet. */
export interface Draft {
  readonly seeded: SeedTarget
  readonly sources: readonly ReadSource[]
  readonly placements: readonly StoredPlacement[]
  readonly budget: number
  readonly lines: number
  readonly model: string | null
  readonly notes: readonly string[]
  /**
   * Origin of each duplicated entry, by the id that a duplicate names. "stands": the entry is in the memory.
   * "waits": the entry is in a waiting proposal.
   */
  readonly said: ReadonlyMap<string, "stands" | "waits">
}

interface Wanted {
  readonly seeded: readonly SeedTarget[]
  readonly sources: readonly ReadSource[]
  readonly budget: number
  readonly method: SortMethod
}

/** Data that all memories seeded together share. */
interface Ground {
  readonly policies: readonly PlacedPolicy[]
  readonly instructions: Instructions[]
  /** Memory of each category, by the slug of the category. */
  readonly shared: Map<string, Promise<Outcome<Target>>>
}

/** Returns a draft for each memory. Makes the drafts one after the other. */
export async function draftSeedPlans(
  place: SeedPlace,
  { seeded, ...more }: Wanted,
): Promise<Outcome<Draft[]>> {
  const [policies, instructions] = await Promise.all([
    readPolicies(wholeTeamUnchecked(place.team.id)),
    instructionsOf(place.team.id, place.project.id),
  ])
  const ground: Ground = { policies, instructions, shared: new Map() }
  const drafts: Draft[] = []
  for (const one of seeded) {
    const draft = await draftSeed(place, ground, { ...more, seeded: one })
    if (!draft.ok) return draft
    drafts.push(draft.value)
  }
  return done(drafts)
}

/**
 * Assigns the entries of the sources to places and fits them into the budget. Writes nothing. Refuses if the
 * memory is one of its sources.
 */
async function draftSeed(
  place: SeedPlace,
  shared: Ground,
  { seeded, sources, budget, method }: Omit<Wanted, "seeded"> & { readonly seeded: SeedTarget },
): Promise<Outcome<Draft>> {
  const { target } = seeded
  const own = sources.find(({ file }) => file === target.head?.id)
  if (own)
    return refused("invalid", `from: ${own.path} is the memory being seeded. Choose other predecessors`)
  const entries = await seedEntries(place, sources)
  const { ground, said } = await askedOf(place, shared, seeded, sources)
  const hinted = await seedHints(ground, entries, method)
  if (!hinted.ok) return hinted
  const { hints, model, notes } = hinted.value
  const what = `The memory of ${joinNames(sources.map(({ name }) => name))}`
  const placed = await runForPerson(placeSeed, { asked: { ...ground, hints }, entries }, what)
  if (!placed.ok) return placed
  const placements = await withoutForgotten(place, placed.value)
  const fitted = await runForPerson(
    fitSeed,
    {
      seeding: seedingOf(seeded, entries),
      placements: placements.map((one) => waitsFor(one, said)),
      budget,
    },
    what,
  )
  if (!fitted.ok) return fitted
  if (!fitted.value.ok) return refused("invalid", `${target.path}: ${fitted.value.why}`)
  const stood = new Map(
    sources.flatMap(({ held, path, file }) =>
      held.map(
        (entry) => [entry.id, { section: entry.section, path, line: entry.line, fileId: file }] as const,
      ),
    ),
  )
  return done({
    seeded,
    sources,
    budget,
    model,
    notes,
    said,
    lines: fitted.value.lines,
    placements: fitted.value.placements.map((one) => ({ ...one, ...(stood.get(one.entry) as Where) })),
  })
}

/** Returns the entries of the sources, with what people confirmed about them. */
async function seedEntries({ team }: SeedPlace, sources: readonly ReadSource[]): Promise<SeedEntry[]> {
  const ids = sources.flatMap(({ held }) => held.map(({ id }) => id))
  const facts = await readStalenessFacts(wholeTeamUnchecked(team.id), ids)
  const confirmed = new Map(facts.map((one) => [one.id, one]))
  return sources.flatMap(({ name, held }) =>
    held.map((entry) => ({
      id: entry.id,
      from: name,
      section: entry.section,
      text: entry.text,
      state: entry.state,
      retiredBecause: entry.retiredBecause,
      date: entry.date,
      type: entry.type,
      confidence: entry.confidence,
      vouchedUntil: confirmed.get(entry.id)?.vouchedUntil ?? null,
      keptOn: confirmed.get(entry.id)?.keptOn ?? null,
    })),
  )
}

type Where = Pick<StoredPlacement, "section" | "path" | "line" | "fileId">

const seedingOf = (
  { target, base, roles }: SeedTarget,
  entries: readonly { readonly id: string; readonly section: string | null }[],
): SeedingById => ({
  format: target.reading.format.id as SeedFormat,
  path: target.reading.path,
  text: base,
  roles,
  stood: new Map(entries.map(({ id, section }) => [id, section])),
})

/** Replaces "duplicate of" in the reason if the duplicate is a waiting proposal. */
const waitsFor = (one: SeedPlacement, said: Draft["said"]): SeedPlacement =>
  one.place.kind === "left-out" && one.place.why === "duplicate" && said.get(one.place.by ?? "") === "waits"
    ? { ...one, reason: one.reason.replace(/^duplicate of/, "already proposed:") }
    : one

async function askedOf(
  place: SeedPlace,
  { policies, instructions, shared: read }: Ground,
  { target, agent, category, roles, standing }: SeedTarget,
  sources: readonly ReadSource[],
): Promise<{ readonly ground: SeedInput; readonly said: Draft["said"] }> {
  const { team, project, today } = place
  const all = agent === null || roles.length === 0 ? roles : withMates(roles, category)
  const [ofCategory, waiting, definitions] = await Promise.all([
    agent === null || category === null ? null : sharedOf(place, read, category.slug),
    waitingAdditions(wholeTeamUnchecked(team.id), project.id, target.path),
    definitionsOf(wholeTeamUnchecked(team.id), project.id, all),
  ])
  const shared = ofCategory?.ok ? [ofCategory.value].filter((one) => isOtherMemory(one, target)) : []
  const memories = standing === "has-content" ? [target, ...shared] : shared
  const current = memories
    .filter(({ head }) => !sources.some(({ file }) => file === head?.id))
    .flatMap(({ entries }) => entries.filter(({ state }) => state === "current"))
  const known = [
    ...current.map(({ id, text, section }): KnownStatement => ({ id, text, place: placeOf(section, all) })),
    ...waiting.map(({ id, text }): KnownStatement => ({ id, text, place: null })),
  ]
  const { staleDays, staleDaysByType } = policyOfMemory(policies, {
    scope: target.scope,
    projectSlug: project.slug,
    category: target.category,
    agentCategory: category?.slug ?? null,
    agent,
  })
  const ground: SeedInput = {
    agent,
    category: category ?? noCategory(agent === null ? roles : [agent]),
    roles: all,
    today,
    instructions,
    known,
    definitions,
    staleDays,
    staleDaysByType,
  }
  return {
    ground,
    said: new Map([
      ...current.map(({ id }) => [id, "stands"] as const),
      ...waiting.map(({ id }) => [id, "waits"] as const),
    ]),
  }
}

/** Returns the roles and the other agents of the category, without its coordinator. */
function withMates(roles: readonly string[], category: SeedTarget["category"]): readonly string[] {
  const { agents = [], coordinator = null } = category ?? {}
  return [...roles, ...agents.filter((name) => name !== coordinator && !roles.includes(name))]
}

const isOtherMemory = ({ head, path }: Target, target: Target): boolean =>
  head !== null && head.state !== "gone" && path !== target.path

const noCategory = (agents: readonly string[]): SeedInput["category"] => ({
  slug: "",
  name: "this memory",
  agents,
  coordinator: null,
})

/** Returns the memory of a category. Reads it once for all agents. */
function sharedOf(place: SeedPlace, shared: Ground["shared"], category: string): Promise<Outcome<Target>> {
  const read = shared.get(category) ?? targetOf(place, { category })
  shared.set(category, read)
  return read
}

/** Returns the place in the file that a section is for. Null if the name of the section does not say. */
function placeOf(section: string | null, roles: readonly string[]): FilePlace | null {
  const audience = section === null ? null : audienceOf(section)
  if (audience === null) return null
  if (audience.kind !== "role") return { kind: audience.kind === "everyone" ? "shared" : "coordinator" }
  const role = roles.find(
    (name) => name.toLowerCase() === audience.role || name.toLowerCase().startsWith(`${audience.role}-`),
  )
  return role === undefined ? null : { kind: "role", role }
}

/**
 * Leaves out entries that were forgotten in the project. Does not change entries that are left out already.
 */
async function withoutForgotten(
  place: Pick<SeedPlace, "team" | "project">,
  placed: readonly GuardedPlacement[],
): Promise<SeedPlacement[]> {
  const forgotten = await forgottenReasons(
    place,
    placed.map(({ statement }) => statement),
  )
  return placed.map(({ placement, statement }) => {
    const reason = forgotten.get(statement)
    const isBarred = placement.place.kind === "left-out" && placement.place.why === "guard"
    return reason === undefined || isBarred ? placement : leaveOutBarred(placement, reason)
  })
}

/**
 * Returns when, by whom and why entries were forgotten, as text for display, by hash. `statements`: hashes of
 * the texts of entries. All hashes are in hexadecimal.
 */
async function forgottenReasons(
  { team, project }: Pick<SeedPlace, "team" | "project">,
  statements: readonly string[],
): Promise<Map<string, string>> {
  const rows = await forgottenAmong(
    wholeTeamUnchecked(team.id),
    project.id,
    statements.map((hex) => new Uint8Array(Buffer.from(hex, "hex"))),
  )
  return new Map(
    rows.map(({ statement, createdAt, byName, reason }) => [
      hexOf(statement),
      `forgotten on ${createdAt.toISOString().slice(0, 10)} by ${byName}: ${reason}`,
    ]),
  )
}

/**
 * Returns why entries may not be written, by entry id: a secret, hidden characters, prompt injection, or a
 * forgotten entry.
 */
export async function findBarredEntries(
  place: Pick<SeedPlace, "team" | "project">,
  entries: readonly { readonly entry: string; readonly text: string }[],
): Promise<Map<string, string>> {
  const hashed = entries.map((one) => ({ ...one, statement: hexOf(hashOfStatement(one.text)) }))
  const forgotten = await forgottenReasons(
    place,
    hashed.map(({ statement }) => statement),
  )
  return new Map(
    hashed.flatMap(({ entry, text, statement }) => {
      const reason = whyBarred(text) ?? forgotten.get(statement)
      return reason === undefined ? [] : [[entry, reason] as const]
    }),
  )
}

/** Returns the placements with the section, path and line from their earlier placements. */
export function stored(
  placements: readonly SeedPlacement[],
  before: readonly StoredPlacement[],
): StoredPlacement[] {
  const known = new Map(before.map((one) => [one.entry, one]))
  return placements.map((one) => {
    const { section, path, line, fileId } = known.get(one.entry) as StoredPlacement
    return { ...one, section, path, line, fileId }
  })
}

/** Returns the number of placements for each kind of place. */
export const countPlacements = (placements: readonly SeedPlacement[]) =>
  planOf(placements, { lines: 0, overhead: 0 }).counts

interface SeedHints {
  readonly hints: readonly SeedHint[]
  readonly model: string | null
  readonly notes: readonly string[]
}

/** Returns hints of a language model about where the entries belong, in addition to the rules. */
async function seedHints(
  { category, roles }: Pick<SeedInput, "category" | "roles">,
  entries: readonly SeedEntry[],
  method: SortMethod,
): Promise<Outcome<SeedHints>> {
  const places = placesOf({ category, roles })
  const statements = entries
    .filter(({ state }) => state === "current")
    .map(({ id, text, section, date }) => ({ id, text, section, date }))
  const purpose = `New agents in the category ${category.name} start with what other agents already know. For each statement, say who it is for.`
  const answer = await sortByModel(
    { purpose, choices: places.map(({ choice }) => choice), statements },
    method,
  )
  if (!answer.ok) return answer
  const { sorted, model, notes } = answer.value
  const hints = sorted.flatMap(({ id, choice, sure, why }): SeedHint[] => {
    const place = places.find((one) => one.choice.name === choice)?.place
    return place
      ? [
          {
            entry: id,
            place,
            strength: sure,
            words: why === "" ? "according to the language model" : `language model: ${why}`,
          },
        ]
      : []
  })
  return done({ hints, model, notes })
}

function placesOf({
  category,
  roles,
}: Pick<SeedInput, "category" | "roles">): { readonly choice: SortClass; readonly place: FilePlace }[] {
  return [
    {
      choice: { name: "all", means: `every agent in ${category.name} should know it` },
      place: { kind: "shared" },
    },
    ...(category.coordinator === null
      ? []
      : [
          {
            choice: {
              name: "coordinator",
              means: `only for ${category.coordinator}, which assigns work and combines results`,
            },
            place: { kind: "coordinator" } as const,
          },
        ]),
    ...roles.map((role, place) => ({
      choice: { name: `role${place + 1}`, means: `only for the agent ${role}` },
      place: { kind: "role", role } as const,
    })),
  ]
}
