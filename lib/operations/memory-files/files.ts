import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findOutranked } from "@/lib/db/conflicts/outranked-entries"
import { type FileFilter, findFile, findRevision, listFiles } from "@/lib/db/memory-files/files"
import { fleetRows } from "@/lib/db/agents/fleet"
import { type Actor, isAgent } from "@/lib/memory/teams/actor"
import type { FileMeta } from "@/lib/memory/memory-files/format"
import { withheldNote } from "@/lib/memory/context/withheld"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import {
  diagnostic,
  fileSummary,
  noteIfWithheld,
  summarizeFile,
  textWithNotes,
  withheldOutput,
} from "./memory-outputs"
import { outranked } from "../conflicts/conflict-outputs"
import { operation } from "../operation"
import { NOT_A_CURSOR } from "../infra/paging"
import { projectOf, teamOf } from "../teams/team-and-project"
import { viewVerification, verificationOutput, readVerifications } from "../verification/verify-entries"

export const fileEntry = z.object({
  id: z.string(),
  text: z.string(),
  title: z.string().nullable(),
  labels: z.array(z.string()),
  section: z.string().nullable(),
  line: z.number(),
  endLine: z.number(),
  state: z.enum(["current", "retired"]),
  retiredBecause: z.string().nullable(),
  date: z.string().nullable(),
  type: z.string().nullable(),
  confidence: z.number().nullable(),
  accessedCount: z.number(),
  key: z.string().nullable(),
  sinceRevision: z.number(),
  withheld: withheldOutput,
  /** Person who verified the current text, and the end of the verification. Null if unverified. */
  vouched: verificationOutput.nullable(),
  outranked: outranked.nullable(),
})
export type FileEntry = z.output<typeof fileEntry>

export const listMemoryFiles = operation({
  name: "file.list",
  summary: "List the memory files of a team by path.",
  method: "GET",
  path: "/files",
  right: "read",
  input: z.object({
    team: z.string(),
    project: z.string().optional(),
    text: z.string().optional(),
    after: z.uuid(NOT_A_CURSOR).optional(),
    limit: z.coerce.number().int().min(1).max(5000).default(2000),
  }),
  output: z.object({ files: z.array(fileSummary), next: z.string().nullable() }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, input.project)
    if (!project.ok) return project
    const filter: FileFilter = {
      take: input.limit,
      ...(input.text ? { text: input.text } : {}),
      ...(input.after ? { after: input.after } : {}),
    }
    const files = await listFiles(visibilityOf(actor, team.value.id, project.value?.id), filter)
    return done({
      files: files.map(summarizeFile),
      next: files.length === input.limit ? (files.at(-1)?.id ?? null) : null,
    })
  },
})

export const showMemoryFile = operation({
  name: "file.show",
  summary: "Show one memory file: text, findings and load limit.",
  method: "GET",
  path: "/files/{file}",
  right: "read",
  version: { of: "file.head" },
  input: z.object({ team: z.string(), file: z.string() }),
  output: z.object({
    file: fileSummary,
    text: z.string(),
    meta: z.custom<FileMeta>().meta({
      type: "object",
      description:
        "The file's metadata: title, description, agent, project, type, lastUpdated, sessionCount, optedOut, layout",
    }),
    sections: z.array(
      z.object({
        name: z.string(),
        level: z.number(),
        line: z.number(),
        endLine: z.number(),
        audience: z.string(),
      }),
    ),
    entries: z.array(fileEntry),
    log: z.array(
      z.object({
        date: z.string().nullable(),
        summary: z.string(),
        outcome: z.string().nullable(),
        line: z.number(),
      }),
    ),
    diagnostics: z.array(diagnostic),
    revisions: z.number(),
    /** Agents whose harness loads this file. */
    readers: z.array(z.object({ name: z.string(), project: z.string() })),
  }),
  async run(actor, input) {
    const found = await visibleFile(actor, input)
    if (!found.ok) return found
    const { teamId, file } = found.value
    const [head, vouches, ranks, agents] = await Promise.all([
      findRevision(visibilityOf(actor, teamId), file.id, file.head),
      readVerifications(visibilityOf(actor, teamId), file.parts),
      findOutranked(
        visibilityOf(actor, teamId),
        file.parts.map((one) => one.id),
      ),
      file.category === null
        ? []
        : fleetRows(visibilityOf(actor, teamId, file.projectId), { staleness: [], now: new Date() }),
    ])
    const readers =
      file.agent === null
        ? agents
            .filter((one) => one.category === file.category?.slug)
            .map((one) => ({ name: one.name, project: one.projectSlug }))
        : [{ name: file.agent.name, project: file.project.slug }]
    const text = head?.text ?? ""
    return done({
      file: summarizeFile(file),
      text: isAgent(actor) ? textWithNotes(text, file.parts, vouches) : text,
      meta: file.meta as unknown as FileMeta,
      sections: file.sections.map(({ name, level, line, endLine, audience }) => ({
        name,
        level,
        line,
        endLine,
        audience,
      })),
      entries: file.parts.map((part) => ({
        ...entryFields(part),
        ...noteIfWithheld(actor, part, vouches),
        vouched: viewVerification(vouches.get(part.id)),
        outranked: ranks.get(part.id) ?? null,
      })),
      log: file.log.map(({ date, summary, outcome, line }) => ({
        date: date?.toISOString().slice(0, 10) ?? null,
        summary: isAgent(actor) ? (withheldNote(summary) ?? summary) : summary,
        outcome,
        line,
      })),
      diagnostics: z.array(diagnostic).parse(file.diagnostics),
      revisions: file.head,
      readers,
    })
  },
})

export const showFileRevision = operation({
  name: "revision.show",
  summary: "Return the exact text of a revision and of the previous revision.",
  method: "GET",
  path: "/files/{file}/revisions/{number}",
  right: "read",
  input: z.object({
    team: z.string(),
    file: z.string(),
    number: z.coerce.number().pipe(z.int32().positive()),
  }),
  output: z.object({
    number: z.number(),
    by: z.string(),
    reason: z.string(),
    createdAt: z.string(),
    text: z.string(),
    before: z.string().nullable(),
  }),
  async run(actor, input) {
    const found = await visibleFile(actor, input)
    if (!found.ok) return found
    const { teamId, file } = found.value
    const [revision, before] = await Promise.all([
      findRevision(visibilityOf(actor, teamId), file.id, input.number),
      findRevision(visibilityOf(actor, teamId), file.id, input.number - 1),
    ])
    if (!revision)
      return refused("not-found", `${file.path} has no revision ${input.number}; the latest is ${file.head}`)
    return done({
      number: revision.number,
      by: revision.actorName,
      reason: revision.reason,
      createdAt: revision.createdAt.toISOString(),
      text: revision.text,
      before: before?.text ?? null,
    })
  },
})

type FoundFile = NonNullable<Awaited<ReturnType<typeof findFile>>>

const entryFields = ({
  id,
  text,
  title,
  labels,
  section,
  line,
  endLine,
  retiredBecause,
  type,
  confidence,
  accessedCount,
  key,
  sinceRevision,
  statedOn,
  state,
}: FoundFile["parts"][number]) => ({
  id,
  text,
  title,
  labels,
  section,
  line,
  endLine,
  retiredBecause,
  type,
  confidence,
  accessedCount,
  key,
  sinceRevision,
  state: state as FileEntry["state"],
  date: statedOn?.toISOString().slice(0, 10) ?? null,
})

async function visibleFile(
  actor: Actor,
  input: { team: string; file: string },
): Promise<Outcome<{ teamId: string; file: FoundFile }>> {
  const team = await teamOf(actor, "read", input.team)
  if (!team.ok) return team
  const file = await findFile(visibilityOf(actor, team.value.id), input.file)
  if (!file) return refused("not-found", "memory file not found")
  return done({ teamId: team.value.id, file })
}
