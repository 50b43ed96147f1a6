import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { audienceOf, categoryMemory } from "@/lib/formats/category-memory"
import { roleTitle } from "@/lib/memory/context/category-section"
import { classifySeed } from "@/lib/memory/seed/entry-placement"
import { DEFAULT_TAXONOMY } from "@/lib/memory/agents/categories"
import { DEVELOPMENT } from "./labelled/development"
import { FRESH } from "./labelled/fresh"
import { HELD_OUT_SEEDS } from "./labelled/held-out"
import { accuracyOf, judge, type Judged, readFamilies, LABELLED_DATE } from "./labelled/labelled"
import { SIGN_WEIGHTS } from "@/lib/memory/seed/sign-weights"
import { seedExamples, fitWeights } from "./labelled/fit"
import { LABELLED_SETTINGS } from "./labelled/settings"
import { SETTINGS_HELD_OUT } from "./labelled/settings-held-out"
import { UNSEEN } from "./labelled/unseen"

const judgedOf = (text: string): Judged[] => readFamilies(text).flatMap(judge)
const [development, heldOut, unseen, fresh] = [
  judgedOf(DEVELOPMENT),
  judgedOf(HELD_OUT_SEEDS),
  judgedOf(UNSEEN),
  judgedOf(FRESH),
]
const wrong = (judged: readonly Judged[]) =>
  judged
    .filter(({ expected, found }) => expected !== found)
    .map(({ family, expected, found, text }) => `${family}: ${expected} → ${found}: ${text}`)
    .join("\n")

const STOOD = { everyone: "shared", coordinator: "coordinator" } as const

describe("the classification of labelled entries", () => {
  it("has enough of them, of enough fleets", () => {
    expect(development.length + heldOut.length).toBeGreaterThanOrEqual(180)
    expect(new Set(heldOut.map(({ family }) => family)).size).toBeGreaterThanOrEqual(6)
    expect(development.length).toBeLessThan(1.3 * heldOut.length)
  })

  it("is correct for the entries that the rules were made from", () => {
    expect(accuracyOf(development), wrong(development)).toBeGreaterThanOrEqual(0.92)
    expect(accuracyOf(unseen), wrong(unseen)).toBeGreaterThanOrEqual(0.92)
  })

  it("is correct for entries written before there were rules", () => {
    expect(accuracyOf(heldOut)).toBeGreaterThanOrEqual(0.88)
  })

  it("is correct for half of the entries written after the rules, and seldom picks a wrong role for the rest", () => {
    expect(accuracyOf(fresh)).toBeGreaterThanOrEqual(0.5)
    const toRoles = fresh.filter(({ placement }) => placement.place.kind === "role")
    expect(accuracyOf(toRoles)).toBeGreaterThanOrEqual(0.75)
  })

  it.each([...new Set(heldOut.map(({ family }) => family))])("is right about most of %s", (family) => {
    expect(
      accuracyOf([...development, ...heldOut].filter((one) => one.family === family)),
    ).toBeGreaterThanOrEqual(0.8)
  })
})

describe("the classification of a predecessor's memory for one successor", () => {
  const families = readFamilies(SETTINGS_HELD_OUT)
  const forAll = families
    .map((family) => ({ ...family, asked: { ...family.asked, agent: null } }))
    .flatMap(judge)
    .map((one, at) => ({ ...one, section: families.flatMap(({ entries }) => entries)[at]?.section ?? "" }))
  const isPlain = ({ section }: { readonly section: string }) =>
    /^(?:accumulated findings|findings|notes)$/i.test(section)
  const told = (some: typeof forAll) =>
    some.map((one) => ({
      ...one,
      expected: one.expected === "coordinator" && one.family === "changelog-writer" ? "shared" : one.expected,
    }))

  it("is correct for nine of ten entries under clear headings, and for about three of four plain sentences", () => {
    expect(
      accuracyOf(told(forAll.filter((one) => !isPlain(one)))),
      wrong(told(forAll)),
    ).toBeGreaterThanOrEqual(0.9)
    expect(accuracyOf(told(forAll.filter(isPlain)))).toBeGreaterThanOrEqual(0.75)
  })

  it("is correct where it reports high confidence, and marks uncertain entries", () => {
    const placed = told(forAll).filter(({ placement: { place } }) => place.kind !== "left-out")
    const between = (low: number, high: number) =>
      placed.filter(({ placement: { confidence } }) => confidence >= low && confidence < high)
    expect(between(0.7, 1.01).length).toBeGreaterThan(40)
    expect(accuracyOf(between(0.7, 1.01))).toBeGreaterThanOrEqual(0.9)
    expect(accuracyOf(between(0, 0.4))).toBeLessThan(0.7)
  })

  it("uses weights computed from the labeled entries, without those held out for measurement", () => {
    const learnt = [DEVELOPMENT, HELD_OUT_SEEDS, UNSEEN, FRESH, LABELLED_SETTINGS].flatMap(readFamilies)
    const fitted = fitWeights(
      learnt.flatMap((family) => [
        ...seedExamples({ ...family, asked: { ...family.asked, agent: null } }),
        ...(family.asked.agent === null ? [] : seedExamples(family)),
      ]),
    )
    for (const [sign, weight] of Object.entries(SIGN_WEIGHTS))
      expect(fitted[sign as keyof typeof fitted], `${sign}: ${JSON.stringify(fitted)}`).toBeCloseTo(weight, 1)
  })
})

/**
 * Category memories of the sample fleet, by other authors. Headings are removed, and the section of each
 * entry is predicted.
 */
describe("the classification of entries in category memories", () => {
  const judged = DEFAULT_TAXONOMY.filter(({ agents }) => agents.length > 1).flatMap((category) => {
    const path = `samples/platform/ledger/.claude/agent-memory/${category.slug}/MEMORY.md`
    const parsed = categoryMemory.parse(existsSync(path) ? readFileSync(path, "utf8") : "", path)
    const entries = parsed.entries.flatMap((one, at) => {
      const audience = audienceOf(
        (one.section === null ? undefined : parsed.sections[one.section]?.name) ?? "",
      )
      if (audience === null || one.state === "retired" || one.date === null) return []
      return [
        {
          ...one,
          id: String(at),
          from: "predecessor",
          section: null,
          stood: audience.kind === "role" ? audience.role : STOOD[audience.kind],
        },
      ]
    })
    const placements = classifySeed(
      { agent: null, category, roles: category.agents, today: LABELLED_DATE, staleDays: null, known: [] },
      entries,
    )
    return placements.flatMap(({ place, confidence }, at) =>
      place.kind === "left-out"
        ? []
        : [
            {
              stood: entries[at]?.stood,
              found:
                place.kind === "role" ? roleTitle(place.role).toLowerCase().replace(" ", "-") : place.kind,
              confidence,
            },
          ],
    )
  })
  const share = (some: typeof judged) =>
    some.filter(({ stood, found }) => stood === found).length / some.length

  it("is correct for most entries without a clear heading", () => {
    expect(judged.length).toBeGreaterThan(150)
    expect(share(judged)).toBeGreaterThanOrEqual(0.6)
  })

  it("is correct where it reports high confidence, and detects uncertain entries", () => {
    const sure = judged.filter(({ confidence }) => confidence >= 0.6)
    expect(sure.length).toBeGreaterThan(30)
    expect(share(sure)).toBeGreaterThanOrEqual(0.75)
    expect(share(judged.filter(({ confidence }) => confidence < 0.4))).toBeLessThan(share(sure))
  })
})
