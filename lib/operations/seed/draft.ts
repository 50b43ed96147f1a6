import { setImmediate } from "node:timers/promises"
import { waitingAdditions } from "@/lib/db/compactions"
import { forgottenAmong } from "@/lib/db/forgotten"
import { definitionsOf } from "@/lib/db/seed-memories"
import { readPolicies } from "@/lib/db/policies"
import type { StoredPlacement } from "@/lib/db/seed-plans"
import { audienceOf } from "@/lib/memory/category-section"
import { done, type Outcome, refused } from "@/lib/memory/outcome"
import { type PlacedPolicy, policyOfMemory } from "@/lib/memory/policy"
import type { Instructions } from "@/lib/memory/restated"
import { classifySeed } from "@/lib/memory/seed/classify"
import { planOf } from "@/lib/memory/seed/plan"
import type {
  FilePlace,
  KnownStatement,
  SeedAsked,
  SeedEntry,
  SeedPlacement,
} from "@/lib/memory/seed/seed-entry"
import { barred, fitText, type Seeding, withoutUnwritable } from "@/lib/memory/seed/seeded-file"
import type { SortMethod } from "../coach/sorting"
import { guardText } from "../guard/guard"
import { instructionsOf } from "../proposals/compare"
import { type Target, targetOf } from "../proposals/target"
import { hashOfStatement, hexOf } from "../statement-hash"
import { hintsFor } from "./hints"
import type { ReadSource } from "./sources"
import type { SeedPlace, SeedTarget } from "./target"

/** What a memory would begin with, not kept yet. */
export interface Draft {
  readonly seeded: SeedTarget
  readonly sources: readonly ReadSource[]
  readonly placements: readonly StoredPlacement[]
  readonly budget: number
  readonly lines: number
  readonly model: string | null
  readonly notes: readonly string[]
  /** What is said already, by the id that a duplicate names: in the memory, or in a proposal that waits for it. */
  readonly said: ReadonlyMap<string, "stands" | "waits">
}

interface Wanted {
  readonly seeded: readonly SeedTarget[]
  readonly sources: readonly ReadSource[]
  readonly budget: number
  readonly method: SortMethod
}

/** What holds for all of the memories that are seeded together. */
interface Ground {
  readonly policies: readonly PlacedPolicy[]
  readonly instructions: Instructions[]
  /** What a category's memory holds, by its slug. */
  readonly shared: Map<string, Promise<Outcome<Target>>>
}

/** A draft for each memory, one after the other: others get their turn between them. */
export async function draftAll(place: SeedPlace, { seeded, ...more }: Wanted): Promise<Outcome<Draft[]>> {
  const [policies, instructions] = await Promise.all([
    readPolicies(place.team.id),
    instructionsOf(place.team.id, place.project.id),
  ])
  const ground: Ground = { policies, instructions, shared: new Map() }
  const drafts: Draft[] = []
  for (const one of seeded) {
    const draft = await draftSeed(place, ground, { ...more, seeded: one })
    if (!draft.ok) return draft
    drafts.push(draft.value)
    await setImmediate()
  }
  return done(drafts)
}

/** Classifies what the sources say and fits it into the budget. Writes nothing. */
async function draftSeed(
  place: SeedPlace,
  shared: Ground,
  { seeded, sources, budget, method }: Omit<Wanted, "seeded"> & { readonly seeded: SeedTarget },
): Promise<Outcome<Draft>> {
  const { target } = seeded
  const own = sources.find(({ file }) => file === target.head?.id)
  if (own) return refused("invalid", `from: ${own.path} is the memory that is to be seeded: name others`)
  const entries = sources.flatMap(({ name, held }) =>
    held.map((entry): SeedEntry => ({
      id: entry.id,
      from: name,
      section: entry.section,
      text: entry.text,
      state: entry.state,
      retiredBecause: entry.retiredBecause,
      date: entry.date,
      type: entry.type,
      confidence: entry.confidence,
    })),
  )
  const { ground, said } = await askedOf(place, shared, seeded, sources)
  const hinted = await hintsFor(ground, entries, method)
  if (!hinted.ok) return hinted
  const { hints, model, notes } = hinted.value
  const asked = { ...ground, hints }
  const seeding = seedingOf(seeded, entries)
  try {
    const guarded = await guardPlacements(
      place,
      classifySeed(asked, entries).map((one) => waitsFor(one, said)),
    )
    const plan = fitted(seeding, guarded, budget)
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
      lines: plan.lines,
      placements: plan.placements.map((one) => ({ ...one, ...(stood.get(one.entry) as Where) })),
    })
  } catch (cause) {
    if (cause instanceof RangeError) return refused("invalid", `${target.path}: ${cause.message}`)
    throw cause
  }
}

type Where = Pick<StoredPlacement, "section" | "path" | "line" | "fileId">

export const seedingOf = (
  { target, base, roles }: Pick<SeedTarget, "target" | "base" | "roles">,
  entries: readonly { readonly id: string; readonly section: string | null }[],
): Seeding => ({
  format: target.reading.format,
  path: target.reading.path,
  text: base,
  roles,
  stood: new Map(entries.map(({ id, section }) => [id, section])),
})

/** Each entry alone is only tried where all of them together cannot be written. */
function fitted(seeding: Seeding, placements: readonly SeedPlacement[], budget: number) {
  try {
    return fitText(seeding, placements, budget)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    return fitText(seeding, withoutUnwritable(seeding, placements), budget)
  }
}

/** What a proposal asks for already says so: it stands nowhere yet. */
const waitsFor = (one: SeedPlacement, said: Draft["said"]): SeedPlacement =>
  one.place.kind === "left-out" && one.place.why === "duplicate" && said.get(one.place.by ?? "") === "waits"
    ? { ...one, reason: one.reason.replace(/^is held already/, "is asked for by a proposal that waits") }
    : one

async function askedOf(
  place: SeedPlace,
  { policies, instructions, shared }: Ground,
  { target, agent, category, roles, standing }: SeedTarget,
  sources: readonly ReadSource[],
): Promise<{ readonly ground: SeedAsked; readonly said: Draft["said"] }> {
  const { team, project, today } = place
  const mates = (category?.agents ?? []).filter(
    (name) => name !== category?.coordinator && !roles.includes(name),
  )
  const all = agent === null || roles.length === 0 ? roles : [...roles, ...mates]
  const [ofCategory, waiting, definitions] = await Promise.all([
    agent === null || category === null ? null : sharedOf(place, shared, category.slug),
    waitingAdditions(team.id, project.id, target.path),
    definitionsOf(team.id, project.id, all),
  ])
  const memories = [
    ...(standing === "has-content" ? [target] : []),
    ...(ofCategory?.ok &&
    ofCategory.value.head &&
    ofCategory.value.head.state !== "gone" &&
    ofCategory.value.path !== target.path
      ? [ofCategory.value]
      : []),
  ]
  const stands = memories
    .filter(({ head }) => !sources.some(({ file }) => file === head?.id))
    .flatMap(({ entries }) => entries.filter(({ state }) => state === "current"))
  const known = [
    ...stands.map(({ id, text, section }): KnownStatement => ({ id, text, place: placeOf(section, all) })),
    ...waiting.map(({ id, text }): KnownStatement => ({ id, text, place: null })),
  ]
  const ground: SeedAsked = {
    agent,
    category: category ?? {
      slug: "",
      name: "this memory",
      agents: agent === null ? roles : [agent],
      coordinator: null,
    },
    roles: all,
    today,
    instructions,
    known,
    definitions,
    staleDays: policyOfMemory(policies, {
      scope: target.scope,
      projectSlug: project.slug,
      category: target.category,
      agentCategory: category?.slug ?? null,
      agent,
    }).staleDays,
  }
  return {
    ground,
    said: new Map([
      ...stands.map(({ id }) => [id, "stands"] as const),
      ...waiting.map(({ id }) => [id, "waits"] as const),
    ]),
  }
}

/** Read once for all agents of the category. */
function sharedOf(place: SeedPlace, shared: Ground["shared"], category: string): Promise<Outcome<Target>> {
  const read = shared.get(category) ?? targetOf(place, { category })
  shared.set(category, read)
  return read
}

/** Whom a section speaks to; null where its name does not say. */
function placeOf(section: string | null, roles: readonly string[]): FilePlace | null {
  const audience = section === null ? null : audienceOf(section)
  if (audience === null) return null
  if (audience.kind !== "role") return { kind: audience.kind === "everyone" ? "shared" : "coordinator" }
  const role = roles.find(
    (name) => name.toLowerCase() === audience.role || name.toLowerCase().startsWith(`${audience.role}-`),
  )
  return role === undefined ? null : { kind: "role", role }
}

/** What may not be written wherever it stands is left out, and says why: also what is left out anyhow, as a person could place it. */
export async function guardPlacements(
  place: Pick<SeedPlace, "team" | "project">,
  placements: readonly SeedPlacement[],
): Promise<SeedPlacement[]> {
  const why = await whyNotLetIn(place, placements)
  return placements.map((one) => {
    const reason = why.get(one.entry)
    return reason === undefined ? one : barred(one, reason)
  })
}

/** Secrets, what is made to be misread or to give orders, and what a person had the project forget. By entry. */
export async function whyNotLetIn(
  { team, project }: Pick<SeedPlace, "team" | "project">,
  entries: readonly { readonly entry: string; readonly text: string }[],
): Promise<Map<string, string>> {
  const hashes = entries.map((one) => ({ ...one, hash: hashOfStatement(one.text) }))
  const forgotten = new Map(
    (
      await forgottenAmong(
        team.id,
        project.id,
        hashes.map(({ hash }) => hash),
      )
    ).map((one) => [hexOf(one.statement), one]),
  )
  return new Map(
    hashes.flatMap(({ entry, text, hash }) => {
      const {
        secrets: [secret],
        flags: [flag],
      } = guardText(text)
      const gone = forgotten.get(hexOf(hash))
      if (secret !== undefined)
        return [[entry, `it may hold a secret (${secret.kind}): it is written nowhere else`] as const]
      if (flag !== undefined) return [[entry, flag.message] as const]
      return gone === undefined
        ? []
        : [
            [
              entry,
              `forgotten on ${gone.createdAt.toISOString().slice(0, 10)} by ${gone.byName}: ${gone.reason}`,
            ] as const,
          ]
    }),
  )
}

/** The same placements with where they stood. */
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

export const countsOf = (placements: readonly SeedPlacement[]) =>
  planOf(placements, { lines: 0, overhead: 0 }).counts
