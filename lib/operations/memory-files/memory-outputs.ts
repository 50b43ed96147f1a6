import { z } from "zod"
import { changeDay } from "@/lib/memory/memory-files/change-day"
import type { ListedFile } from "@/lib/db/memory-files/files"
import { FORMATS } from "@/lib/formats/all-formats"
import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { findOutranked } from "@/lib/db/conflicts/outranked-entries"
import { entriesAtHead } from "@/lib/db/memory-files/current-revisions"
import type { EntryRow } from "@/lib/db/memory-files/entries"
import { type Actor, isAgent } from "@/lib/memory/teams/actor"
import { titledStatement } from "@/lib/memory/memory-files/shown-statement"
import { findWithheldKind, withheldLines, withheldText, WITHHELD_KINDS } from "@/lib/memory/context/withheld"
import { outranked } from "../conflicts/conflict-outputs"
import { viewVerification, verificationOutput, readVerifications } from "../verification/verify-entries"

const limits = z.object({
  budget: z.number().nullable(),
  lines: z.number().nullable(),
  bytes: z.number().nullable(),
  characters: z.number().nullable(),
  runs: z.number().nullable(),
})

export const fileSummary = z.object({
  id: z.string(),
  path: z.string(),
  title: z.string().nullable(),
  format: z.string(),
  formatName: z.string(),
  role: z.string(),
  scope: z.string(),
  state: z.enum(["present", "gone", "broken"]),
  project: z.object({ slug: z.string(), name: z.string() }),
  agent: z.string().nullable(),
  category: z.string().nullable(),
  /** Number of the current revision. */
  head: z.number(),
  bytes: z.number(),
  lines: z.number(),
  entries: z.number(),
  retired: z.number(),
  sessions: z.number(),
  /** First line that the harness does not load, or null. */
  cut: z.number().nullable(),
  limits,
  problems: z.number(),
  /** ISO day of the last change to the content: by import, sync or a decision in Quarterdeck. */
  updatedOn: z.string().nullable(),
})
export type FileSummary = z.output<typeof fileSummary>

export function summarizeFile(file: ListedFile): FileSummary {
  return {
    id: file.id,
    path: file.path,
    title: file.title,
    format: file.format,
    formatName: FORMATS.find((one) => one.id === file.format)?.name ?? file.format,
    role: file.role,
    scope: file.scope,
    state: file.state as FileSummary["state"],
    project: file.project,
    agent: file.agent?.name ?? null,
    category: file.category?.slug ?? null,
    head: file.head,
    bytes: file.bytes,
    lines: file.lines,
    entries: file.entries,
    retired: file.retired,
    sessions: file.sessions,
    cut: file.cut,
    limits: limits.parse(file.limits),
    problems: file.problems,
    updatedOn: changeDay(file),
  }
}

/** Schema of a diagnostic in responses. See `lib/memory/memory-files/diagnostic`. */
export const diagnostic = z.object({
  line: z.number(),
  column: z.number(),
  severity: z.enum(["error", "warning", "info"]),
  code: z.string(),
  message: z.string(),
})

export const withheldOutput = z
  .enum(WITHHELD_KINDS)
  .nullable()
  .optional()
  .describe(
    "Why the text is hidden from agents until a person verifies the entry. Omitted if the text is not hidden",
  )

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
  withheld: withheldOutput,
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
  return rows.map((row) => ({
    ...row,
    ...noteIfWithheld(actor, row, vouches),
    ...(forAgent && row.about !== null && findWithheldKind(row.about) !== null ? { about: null } : {}),
    team,
    outranked: outranked.get(row.id) ?? null,
    vouched: viewVerification(vouches.get(row.id)),
  }))
}

type Titled = Parameters<typeof titledStatement>[0] & { readonly id: string }

/**
 * Returns the fields that replace an entry's text for agents if it reads like an instruction. Empty for people
 * and for verified entries.
 */
export function noteIfWithheld(
  actor: Actor,
  entry: Titled,
  verified: { has(id: string): boolean },
): { text?: string; title?: null; labels?: string[]; withheld?: NonNullable<EntryView["withheld"]> } {
  if (!isAgent(actor) || verified.has(entry.id)) return {}
  const withheld = findWithheldKind(entry.text) ?? findWithheldKind(titledStatement(entry))
  return withheld === null ? {} : { text: withheldText(withheld), title: null, labels: [], withheld }
}

/** Returns the current text of a file. For agents, notes replace what they must not get. */
export async function currentTextFor(
  actor: Actor,
  visible: Visibility,
  head: { readonly id: string; readonly text: string },
): Promise<string> {
  if (!isAgent(actor)) return head.text
  const entries = await entriesAtHead(visible, head.id)
  return textWithNotes(head.text, entries, await readVerifications(visible, entries))
}

/**
 * Replaces the lines of a file that agents must not get with a note. Checks the whole text, because front
 * matter and prose also reach agents. Lines of verified entries stay.
 */
export function textWithNotes(
  text: string,
  entries: readonly {
    readonly id: string
    readonly text: string
    readonly line: number
    readonly endLine: number
  }[],
  verified: { has(id: string): boolean },
): string {
  const withheld = new Map(withheldLines(text).map(({ line, kind }) => [line, kind]))
  for (const entry of entries) {
    const kind = verified.has(entry.id) ? null : findWithheldKind(entry.text)
    for (let line = entry.line; line <= entry.endLine; line += 1)
      if (kind !== null) withheld.set(line, kind)
      else if (verified.has(entry.id)) withheld.delete(line)
  }
  if (withheld.size === 0) return text
  const lines = text.split(/(\r\n|\r|\n)/)
  for (const [line, kind] of withheld) lines[(line - 1) * 2] = withheldText(kind)
  return lines.join("")
}

/** Sorts outranked entries last, otherwise keeps the order. */
export const byPrecedence = (
  one: Pick<EntryView, "outranked">,
  other: Pick<EntryView, "outranked">,
): number => Number(one.outranked !== null) - Number(other.outranked !== null)
