import { z } from "zod"
import { copiesOf, type LoadedCopy, repeatedStatements } from "@/lib/db/agents/redundancy"
import { groupBy } from "@/lib/memory/text/aggregates"
import { isCopyFor, promotionPlaces } from "@/lib/memory/agents/promotion"
import { done } from "@/lib/memory/inputs/outcome"
import { fleetMembers } from "@/lib/db/agents/fleet"
import { sectionCounts } from "@/lib/db/agents/fleet-figures"
import { coverageMatrix, sectionKey } from "@/lib/memory/agents/coverage-matrix"
import { operation } from "../operation"
import { nextOutput, placeInList } from "../infra/paging"
import { partInput, partOf, partOutput } from "./fleet-filters"

/** Maximum number of duplicates to check. */
const CAP = 20_000
/** Default number of copies listed per duplicate. */
const USUAL_COPIES = 12

const copy = z.object({
  entry: z.string(),
  agent: z.string().nullable(),
  project: z.string(),
  category: z.string().nullable(),
  file: z.string(),
  path: z.string(),
  line: z.number(),
  date: z.string().nullable(),
})
/** The memory that an entry is promoted to. */
export const promotionPlace = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("category"), category: z.string(), project: z.string() }),
  z.object({ kind: z.literal("team") }),
])

/** A possible target: number of agents with a copy, and the id of one copy. */
const stands = { agents: z.number(), entry: z.string() }

export const showRedundancy = operation({
  name: "fleet.redundancy",
  summary:
    "List word-for-word duplicates across agents, ordered by the number of lines that a shared copy would save, with possible locations for that copy.",
  method: "GET",
  path: "/fleet/redundancy",
  right: "read",
  example: { team: "platform", category: "testing" },
  input: z.object({
    ...partInput,
    limit: z.coerce.number().int().min(1).max(500).default(50),
    after: placeInList.optional(),
    copies: z.coerce
      .number()
      .int()
      .min(1)
      .max(500)
      .default(USUAL_COPIES)
      .describe("Maximum number of copies listed per entry"),
  }),
  output: z.object({
    statements: z.array(
      z.object({
        text: z.string(),
        title: z
          .string()
          .nullable()
          .describe("The label above the entry, if all listed copies have the same label"),
        agents: z.number(),
        copies: z.number(),
        /** Number of lines saved if one copy remains. */
        saved: z.number(),
        /** Copies of the entry, up to the requested number. */
        held: z.array(copy),
        /** Shared memory that already has the entry. */
        shared: z.array(copy),
        /** Possible targets, best first. */
        places: z.array(
          z.union([promotionPlace.options[0].extend(stands), promotionPlace.options[1].extend(stands)]),
        ),
      }),
    ),
    total: z.number(),
    /** Number of lines saved if all duplicates on this page are promoted. */
    saved: z.number(),
    /** True if there are more duplicates than were checked. */
    capped: z.boolean(),
    next: nextOutput,
    ...partOutput,
  }),
  async run(actor, input) {
    const part = await partOf(actor, input)
    if (!part.ok) return part
    const after = Number(input.after ?? 0)
    const { rows, total, capped } = await repeatedStatements(part.value, {
      cap: CAP,
      take: input.limit,
      after,
    })
    const { own, told } = await copiesOf(
      rows.map(({ said }) => said),
      part.value,
      input.copies,
    )
    const ownBySaid = groupBy(own, ({ said }) => said)
    const toldBySaid = groupBy(told, ({ said }) => said)
    const statements = rows.flatMap(({ said, ...row }) => {
      const places = ownBySaid.get(said) ?? []
      const all = toldBySaid.get(said) ?? []
      const held = all.filter(({ agent }) => agent !== null)
      const [first] = held
      if (!first) return [] // The entry changed between two queries.
      return [
        {
          ...row,
          text: first.text,
          title: held.every(({ title }) => title === first.title) ? first.title : null,
          held: held.map(viewOf),
          shared: all.filter(({ agent }) => agent === null).map(viewOf),
          places: promotionPlaces(places).map((place) => ({
            ...place,
            entry: places.find((one) => isCopyFor(place, one))?.entry ?? first.entry,
          })),
        },
      ]
    })
    const next = after + input.limit < total ? String(after + input.limit) : null
    return done({
      statements,
      total,
      saved: statements.reduce((sum, { saved }) => sum + saved, 0),
      capped,
      next,
      ...part.value.choices,
    })
  },
})

const viewOf = ({ entry, agent, project, category, fileId, path, line, date }: LoadedCopy) => ({
  entry,
  agent,
  project,
  category,
  file: fileId,
  path,
  line,
  date,
})

/** Maximum number of sections in one table, so that the table stays readable. */
const MOST_SECTIONS = 24
const MOST_AGENTS = 500

export const showCoverage = operation({
  name: "fleet.coverage",
  summary:
    "Show coverage by category and section: the number of entries, how many agents have any, and which agents lack sections that most teammates have.",
  method: "GET",
  path: "/fleet/coverage",
  right: "read",
  example: { team: "platform", category: "testing", section: "What Worked" },
  input: z.object({
    ...partInput,
    section: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe(
        "A section. Also returns how many entries each agent has in the section, including agents with none",
      ),
  }),
  output: z.object({
    sections: z.array(z.string()),
    /** Number of sections that fewer agents fill and that are left out. */
    others: z.number(),
    rows: z.array(
      z.object({
        category: z.string().nullable(),
        agents: z.number(),
        cells: z.array(z.object({ entries: z.number(), agents: z.number(), gaps: z.number() })),
      }),
    ),
    /** Agents of the requested section, most entries first. */
    who: z
      .object({
        section: z.string(),
        agents: z.array(
          z.object({
            name: z.string(),
            project: z.string(),
            category: z.string().nullable(),
            entries: z.number(),
          }),
        ),
        total: z.number(),
      })
      .nullable(),
    ...partOutput,
  }),
  async run(actor, input) {
    const part = await partOf(actor, input)
    if (!part.ok) return part
    const [all, counts] = await Promise.all([fleetMembers(part.value), sectionCounts(part.value)])
    const members = all.filter(({ optedOut }) => !optedOut)
    const { sections, others, rows } = coverageMatrix(members, counts, MOST_SECTIONS)
    const whole = {
      sections: [...sections],
      others,
      rows: rows.map(({ cells, ...row }) => ({ ...row, cells: [...cells] })),
      ...part.value.choices,
    }
    if (input.section === undefined) return done({ ...whole, who: null })
    const key = sectionKey(input.section)
    const has = new Map<string, number>()
    for (const { agent, section, entries } of counts)
      if (sectionKey(section) === key) has.set(agent, (has.get(agent) ?? 0) + entries)
    const agents = members
      .map(({ id, name, project, category }) => ({ name, project, category, entries: has.get(id) ?? 0 }))
      .toSorted((a, b) => b.entries - a.entries || a.name.localeCompare(b.name))
    return done({
      ...whole,
      who: {
        section: sections.find((one) => sectionKey(one) === key) ?? input.section,
        agents: agents.slice(0, MOST_AGENTS),
        total: agents.length,
      },
    })
  },
})
