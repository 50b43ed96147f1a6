import { z } from "zod"
import { fleetMembers } from "@/lib/db/agents/fleet-filters"
import { sectionCounts } from "@/lib/db/agents/coverage-matrix"
import { coverageMatrix, sectionKey } from "@/lib/memory/agents/coverage-matrix"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { partInput, partOf, partOutput } from "./fleet-filters"

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
      .describe("Also return how many entries each agent has in this section, including agents with none"),
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
