import { z } from "zod"
import { CURES } from "@/lib/memory/alert/cure/facts"
import { done } from "@/lib/memory/outcome"
import { operation } from "../../operation"
import { hunk } from "../../reverts/views"
import { visibleAlert } from "../find"
import { planCures, type PlannedCure } from "./plan"

export const cureView = z.object({
  cure: z.enum(CURES),
  label: z.string(),
  consequence: z.string().describe("What comes of it, and whether it suffices"),
  proposals: z.number().describe("How many it makes; 0: it leads to a page"),
  href: z.string().nullable().describe("The page that it leads to"),
  waiting: z.array(z.string()).describe("Ids of its proposals that were made before and wait"),
  shown: z.string().describe("Carry it when you ask for the cure: it holds for exactly this"),
  files: z.array(
    z.object({
      path: z.string(),
      file: z.string().nullable().describe("Null: the cure makes it"),
      changes: z.number(),
      added: z.number(),
      cut: z.number(),
      hunks: z.array(hunk),
    }),
  ),
})

function cureViewOf({
  cure,
  label,
  consequence,
  href,
  proposals,
  waiting,
  shown,
}: PlannedCure): z.input<typeof cureView> {
  const files = proposals.map(({ path, target, changes, added, cut, hunks }) => ({
    path,
    file: target.head?.id ?? null,
    changes: changes.length,
    added,
    cut,
    hunks: [...hunks],
  }))
  return { cure, label, consequence, proposals: proposals.length, href, waiting: [...waiting], shown, files }
}

export const listCures = operation({
  name: "alert.cures",
  summary:
    "What can be done about an alert at once, line by line: each would make proposals that somebody decides, or leads to where it is decided.",
  method: "GET",
  path: "/alerts/{alert}/cures",
  right: "read",
  input: z.object({ alert: z.string() }),
  output: z.object({ cures: z.array(cureView) }),
  async run(actor, { alert }) {
    const found = await visibleAlert(actor, alert)
    return found.ok ? done({ cures: (await planCures(found.value, new Date())).map(cureViewOf) }) : found
  },
})
