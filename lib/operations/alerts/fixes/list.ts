import { z } from "zod"
import { FIX_NAMES } from "@/lib/memory/alerts/fixes/facts"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../../operation"
import { hunk } from "../../reverts/reverts-outputs"
import { visibleAlert } from "../visible-alert"
import { planFixes, type PlannedFix } from "./plan"

export const fixView = z.object({
  cure: z.enum(FIX_NAMES),
  label: z.string(),
  consequence: z.string().describe("The effect of the fix, and whether it fully resolves the alert"),
  proposals: z.number().describe("Number of proposals that the fix creates. 0 if the fix links to a page"),
  href: z.string().nullable().describe("The page that the fix links to"),
  waiting: z.array(z.string()).describe("IDs of the fix's proposals that are already pending"),
  shown: z
    .string()
    .describe("Send this value when you apply the fix, so that the fix applies to exactly this version"),
  files: z.array(
    z.object({
      path: z.string(),
      file: z.string().nullable().describe("Null if the fix creates the file"),
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
}: PlannedFix): z.input<typeof fixView> {
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

export const listFixes = operation({
  name: "alert.cures",
  summary:
    "List suggested fixes for an alert, line by line. Each fix creates proposals for review, or links to the page where you can resolve the alert.",
  method: "GET",
  path: "/alerts/{alert}/cures",
  right: "read",
  input: z.object({ alert: z.string() }),
  output: z.object({ cures: z.array(fixView) }),
  async run(actor, { alert }) {
    const found = await visibleAlert(actor, alert)
    return found.ok ? done({ cures: (await planFixes(found.value, new Date())).map(cureViewOf) }) : found
  },
})
