import type { Visibility } from "@/lib/memory/teams/visibility"
import { createHash } from "node:crypto"
import { pairKey } from "@/lib/memory/similarity/matching"
import type { FileRole, FormatId, LoadLimits } from "@/lib/memory/memory-files/format"
import { readPlace } from "@/lib/memory/policies/policy-place"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { transferEntryData } from "../layout-migrations"
import type { Belonging } from "../policies"

/** Returns files whose entries were parsed by older rules, by id. */
export async function filesReadBefore(
  { teamId }: Visibility,
  rules: number,
  take: number,
): Promise<string[]> {
  const files = await database().memoryFile.findMany({
    where: { teamId, rules: { lt: rules } },
    select: { id: true },
    orderBy: { id: "asc" },
    take,
  })
  return files.map(({ id }) => id)
}

/** An old entry whose text is part of a new entry. Both can have the same id. */
export interface EntrySuccessor {
  readonly from: string
  readonly to: string
  readonly before: string
  readonly now: string
  /** SHA-256 of the old text, as verifications store it. `statementNow`: SHA-256 of the new text. */
  readonly statementBefore: Uint8Array<ArrayBuffer>
  readonly statementNow: Uint8Array<ArrayBuffer>
}

/**
 * Makes new entries the target of everything that refers to the old ones: verifications, deliveries,
 * conflicts, waiting proposals, and claims of the coach.
 */
export async function transferDecisions(
  tx: Tx,
  teamId: string,
  projectId: string,
  heirs: readonly EntrySuccessor[],
): Promise<void> {
  if (heirs.length === 0) return
  const others = heirs.filter(({ from, to }) => from !== to)
  if (others.length > 0) await transferEntryData(tx, teamId, projectId, others)
  for (const { to, statementBefore, statementNow } of heirs)
    await tx.vouch.updateMany({
      where: { teamId, entryId: to, statement: statementBefore },
      data: { statement: statementNow },
    })
  for (const { from, to } of others) {
    await tx.claim.updateMany({ where: { teamId, entryId: from }, data: { entryId: to } })
    await tx.$executeRaw`
      UPDATE claim SET citations = replace(citations::text, ${from}, ${to})::jsonb
      WHERE team_id = ${teamId}::uuid AND citations @> jsonb_build_array(jsonb_build_object('entry', ${from}::text))`
    await tx.$executeRaw`
      UPDATE proposal SET targets = array_replace(targets, ${from}::uuid, ${to}::uuid), changes = replace(changes::text, ${from}, ${to})::jsonb
      WHERE team_id = ${teamId}::uuid AND state = 'waiting' AND ${from}::uuid = ANY(targets)`
  }
  await carryConflicts(tx, teamId, heirs)
}

/** Replaces old entries in decided conflicts. Open conflicts are detected again instead. */
async function carryConflicts(tx: Tx, teamId: string, heirs: readonly EntrySuccessor[]): Promise<void> {
  const byOld = new Map(heirs.map((heir) => [heir.from, heir]))
  const decided = await tx.conflict.findMany({
    where: {
      teamId,
      state: { in: ["resolved", "dismissed"] },
      sides: { some: { entryId: { in: [...byOld.keys()] } } },
    },
    select: { id: true, state: true, sides: { orderBy: { entryId: "asc" } } },
  })
  for (const { id, state, sides } of decided) {
    const now = sides.map((side) => {
      const heir = byOld.get(side.entryId)
      return {
        ...side,
        entryId: heir?.to ?? side.entryId,
        text: heir?.before === side.text ? heir.now : side.text,
      }
    })
    await tx.conflictSide.deleteMany({ where: { teamId, conflictId: id } })
    await tx.conflictSide.createMany({ data: now, skipDuplicates: true })
    const [left, right] = ["left", "right"].map((side) => now.find((one) => one.side === side)?.text)
    if (state !== "dismissed" || left === undefined || right === undefined) continue
    const pair = new Uint8Array(createHash("sha256").update(pairKey(left, right)).digest())
    await tx.conflict.update({ where: { teamId_id: { teamId, id } }, data: { pair } })
  }
}

/** A stored file with the data that determine its load limits. */
export interface LimitedRow extends Belonging {
  readonly id: string
  readonly format: FormatId
  readonly role: FileRole
  readonly path: string
  readonly sourceId: string | null
  readonly sourceKind: string | null
  readonly sourceName: string | null
  readonly lines: number
  readonly bytes: number
  readonly limits: LoadLimits
  readonly cut: number | null
}

/**
 * Returns at most `take` files that inherit the policy at `place`, in order of id, after the file `after`.
 */
export async function filesBelow(
  tx: Tx,
  teamId: string,
  place: string,
  { after, take }: { after: string | null; take: number },
): Promise<LimitedRow[]> {
  const named = readPlace(place)
  const [scope, project, category, agent] = [
    named.kind === "scope" ? named.scope : null,
    named.kind === "project" || named.kind === "agent" ? named.project : null,
    named.kind === "category" ? named.category : null,
    named.kind === "agent" ? named.agent : null,
  ]
  return tx.$queryRaw`
    SELECT f.id, f.format, f.role, f.path, f.scope, p.slug AS "projectSlug", coalesce(c.slug, ac.slug) AS category, a.name AS agent, s.id AS "sourceId", s.kind AS "sourceKind", s.name AS "sourceName", f.lines, f.bytes, f.limits, f.cut
    FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id
      LEFT JOIN category ac ON ac.team_id = a.team_id AND ac.id = a.category_id LEFT JOIN source s ON s.team_id = f.team_id AND s.id = f.source_id
    WHERE f.team_id = ${teamId}::uuid AND (${after}::uuid IS NULL OR f.id > ${after}::uuid) AND (${scope}::text IS NULL OR f.scope = ${scope}) AND (${project}::text IS NULL OR p.slug = ${project})
      AND (${category}::text IS NULL OR coalesce(c.slug, ac.slug) = ${category}) AND (${agent}::text IS NULL OR a.name = ${agent})
    ORDER BY f.id LIMIT ${take}`
}

/** Returns the current texts of files, by id. */
export async function textsOfHeads(
  tx: Tx,
  teamId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.$queryRaw<{ id: string; text: string }[]>`
    SELECT f.id, r.text FROM memory_file f JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head WHERE f.team_id = ${teamId}::uuid AND f.id = ANY(${[...ids]}::uuid[])`
  return new Map(rows.map((row) => [row.id, row.text]))
}

export async function setLimits(
  tx: Tx,
  teamId: string,
  files: readonly { readonly id: string; readonly limits: LoadLimits; readonly cut: number | null }[],
): Promise<void> {
  if (files.length === 0) return
  await tx.$executeRaw`
    UPDATE memory_file f SET limits = row.limits, cut = row.cut FROM json_to_recordset(${JSON.stringify(files)}::json) AS row(id uuid, limits jsonb, cut int) WHERE f.team_id = ${teamId}::uuid AND f.id = row.id`
}

export async function allTeamIds(client: Pick<Reader, "team"> = database()): Promise<string[]> {
  return (await client.team.findMany({ select: { id: true }, orderBy: { id: "asc" } })).map((team) => team.id)
}
