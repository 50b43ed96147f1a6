import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findOutranked } from "@/lib/db/conflicts/outranked-entries"
import type { EntryRow } from "@/lib/db/memory-files/entries"
import { type Actor, isAgent } from "@/lib/memory/teams/actor"
import { titledStatement } from "@/lib/memory/memory-files/titled-statement"
import { findWithheldKind, withheldText } from "@/lib/memory/context/withheld"
import { WITHHELD_KINDS } from "@/lib/memory/context/withheld-kinds"
import { outranked } from "../conflicts/outranked"
import { viewVerification, verificationOutput, readVerifications } from "../verification/verification-view"

export const entryView = z.object({
  id: z.string(),
  text: z.string(),
  title: z.string().nullable().describe("The label above the entry, such as Verification"),
  labels: z.array(z.string()).describe("The column names of a table row, in the order of its cells"),
  about: z.string().nullable().describe("The description in the file's front matter"),
  type: z.string().nullable(),
  section: z.string().nullable(),
  confidence: z.number().nullable(),
  date: z.string().nullable(),
  path: z.string(),
  line: z.number(),
  endLine: z.number(),
  state: z.string(),
  scope: z.string(),
  team: z.string(),
  project: z.string(),
  projectSlug: z.string(),
  agent: z.string().nullable(),
  format: z.string(),
  fileId: z.string(),
  /** Entry that outranks this one, or null. Outranked entries are listed last. */
  outranked: outranked.nullable(),
  /** Person who verified the current text, and the end of the verification. Null if unverified. */
  vouched: verificationOutput.nullable(),
  withheld: z
    .enum(WITHHELD_KINDS)
    .nullable()
    .optional()
    .describe(
      "Why the text is hidden from agents until a person verifies the entry. Omitted if the text is not hidden",
    ),
})
export type EntryView = z.output<typeof entryView>

/**
 * Returns entries of one team for responses. Agents get no text that reads like an instruction, unless a
 * person verified it.
 */
export async function viewEntries<Row extends EntryRow>(
  actor: Actor,
  { team, teamId }: { readonly team: string; readonly teamId: string },
  rows: readonly Row[],
): Promise<(Row & Pick<EntryView, "team" | "outranked" | "vouched" | "withheld">)[]> {
  const [outranked, vouches] = await Promise.all([
    findOutranked(
      visibilityOf(actor, teamId),
      rows.map((row) => row.id),
    ),
    readVerifications(visibilityOf(actor, teamId), rows),
  ])
  const forAgent = isAgent(actor)
  return rows.map((row) => {
    const withheld =
      forAgent && !vouches.has(row.id)
        ? (findWithheldKind(row.text) ?? findWithheldKind(titledStatement(row)))
        : null
    return {
      ...row,
      ...(withheld === null ? {} : { text: withheldText(withheld), title: null, labels: [], withheld }),
      ...(forAgent && row.about !== null && findWithheldKind(row.about) !== null ? { about: null } : {}),
      team,
      outranked: outranked.get(row.id) ?? null,
      vouched: viewVerification(vouches.get(row.id)),
    }
  })
}

/** Sorts outranked entries last, otherwise keeps the order. */
export const byPrecedence = (
  one: Pick<EntryView, "outranked">,
  other: Pick<EntryView, "outranked">,
): number => Number(one.outranked !== null) - Number(other.outranked !== null)
