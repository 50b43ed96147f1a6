import { z } from "zod"
import { copiesOf, type LoadedCopy, repeatedStatements } from "@/lib/db/agents/redundancy"
import { groupBy } from "@/lib/memory/text/group"
import { isCopyFor, promotionPlaces } from "@/lib/memory/agents/promotion-places"
import { done } from "@/lib/memory/inputs/outcome"
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
    "List entries that several agents have word for word, ordered by the number of lines a shared copy would save, with the places where that copy could go.",
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
