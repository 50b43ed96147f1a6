import { visibilityOf, visibilitiesOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { changedSince } from "@/lib/db/deliveries/last-receipts"
import {
  currentEntries,
  findReceipt,
  headsOf,
  listReceipts as receiptsOf,
  type StoredReceipt,
} from "@/lib/db/deliveries/receipts"
import { isAgent } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { proposalPlace } from "../proposals/proposal-place"
import { readableTeams } from "../teams/team-and-project"

const file = z.object({ file: z.string(), path: z.string(), revision: z.number() })

/** The files that the harness found on its disk. File and revision are null if the bytes match no known revision. */
const diskFile = z.object({
  path: z.string(),
  file: z.string().nullable(),
  revision: z.number().nullable(),
  sha256: z.string(),
})

const receipt = z.object({
  receipt: z.string(),
  team: z.string(),
  project: z.object({ slug: z.string(), name: z.string() }),
  agent: z.string(),
  session: z.string(),
  harness: z.string().nullable(),
  /** Hexadecimal hash of the text that was given. */
  sha256: z.string(),
  tokens: z.number(),
  files: z.array(file),
  onDisk: z.array(diskFile),
  /** Ids, best first. */
  entries: z.array(z.string()),
  by: z.string(),
  at: z.string(),
})

export const listReceipts = operation({
  name: "receipt.list",
  summary: "List deliveries, newest first, with the agent, its harness, the memory it received and the time.",
  method: "GET",
  path: "/receipts",
  right: "read",
  input: z.object({
    team: z.string().optional(),
    project: z.string().optional(),
    agent: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
    after: z.uuid().optional().describe("The last delivery on the previous page"),
  }),
  output: z.object({
    receipts: z.array(receipt),
    /** The value to send as `after` for the next page, or null on the last page. */
    next: z.string().nullable(),
  }),
  async run(actor, input) {
    const teams = await readableTeams(actor, input.team)
    if (!teams.ok) return teams
    let visible = visibilitiesOf(actor, teams.value)
    if (input.project !== undefined) {
      const named = await proposalPlace(actor, input, "read")
      if (!named.ok) return named
      visible = [visibilityOf(actor, named.value.team.id, named.value.project.id)]
    }
    const rows = await receiptsOf(visible, {
      agent: input.agent ?? null,
      after: input.after ?? null,
      take: input.limit + 1,
    })
    const shown = rows.slice(0, input.limit)
    return done({
      receipts: shown.map((row) => viewOf(row, teams.value)),
      next: rows.length > input.limit ? (shown.at(-1)?.id ?? null) : null,
    })
  },
})

/**
 * `head`: current revision of the file, or null if the file was removed. `behind`: true if the file has
 * changed since the delivery in a way that the agent has not received.
 */
const now = { head: z.number().nullable(), behind: z.boolean() }

export const showReceipt = operation({
  name: "receipt.show",
  summary:
    "Show one delivery: the text the agent received, the files that its harness had on disk, and the changes since then.",
  method: "GET",
  path: "/receipts/{receipt}",
  right: "read",
  input: z.object({ receipt: z.string() }),
  output: receipt.extend({
    files: z.array(file.extend(now)),
    onDisk: z.array(diskFile.extend(now)),
    /** Files with new content for the agent, of which this delivery contained nothing. */
    missed: z.array(z.object({ file: z.string(), path: z.string(), head: z.number().nullable() })),
    /**
     * Delivered entries, best first. `text` is null if no file contains the entry anymore. It is also null
     * for agents, which read entries only from their context.
     */
    given: z.array(
      z.object({
        id: z.string(),
        text: z.string().nullable(),
        file: z.string().nullable(),
        line: z.number().nullable(),
        state: z.string(),
      }),
    ),
  }),
  async run(actor, input) {
    const teams = await readableTeams(actor, undefined)
    const row = teams.ok ? await findReceipt(visibilitiesOf(actor, teams.value), input.receipt) : null
    if (!teams.ok || row === null) return refused("not-found", `delivery not found: ${input.receipt}`)
    const visible = visibilityOf(actor, row.teamId)
    const ids = [...row.files, ...row.onDisk].flatMap((one) => one.file ?? [])
    const [changed, heads, entries] = await Promise.all([
      changedSince(visible, row.id),
      headsOf(visible, ids),
      currentEntries(visible, row.entries),
    ])
    const standing = ({ file, revision }: { file: string | null; revision: number | null }) => ({
      head: file === null ? null : (heads.get(file) ?? null),
      behind: revision !== null && changed.some((one) => one.file === file && one.revision === revision),
    })
    const found = new Map(entries.map((entry) => [entry.id, entry]))
    const withheld = isAgent(actor)
    return done({
      ...viewOf(row, teams.value),
      files: row.files.map((one) => ({ ...one, ...standing(one) })),
      onDisk: row.onDisk.map((one) => ({ ...one, ...standing(one) })),
      missed: changed
        .filter((one) => one.revision === null)
        .map(({ file, path, head }) => ({ file, path, head })),
      given: row.entries.map((id) => {
        const entry = found.get(id)
        return {
          id,
          text: withheld ? null : (entry?.text ?? null),
          file: entry?.fileId ?? null,
          line: entry?.line ?? null,
          state: entry?.state ?? "gone",
        }
      }),
    })
  },
})

function viewOf(
  {
    id,
    teamId,
    project,
    agentName,
    session,
    harness,
    sha256,
    tokens,
    files,
    onDisk,
    entries,
    byName,
    createdAt,
  }: StoredReceipt,
  teams: readonly { readonly id: string; readonly slug: string }[],
) {
  return {
    receipt: id,
    team: teams.find((team) => team.id === teamId)?.slug ?? "",
    project: { slug: project.slug, name: project.name },
    agent: agentName,
    session,
    harness,
    sha256: Buffer.from(sha256).toString("hex"),
    tokens,
    files,
    onDisk,
    entries,
    by: byName,
    at: createdAt.toISOString(),
  }
}
