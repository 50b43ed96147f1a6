import type { Visibility } from "@/lib/memory/teams/visibility"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId, newId } from "../infra/identifiers"
import type { SynthesisRow } from "./syntheses"

type Client = Pick<Reader, "synthesis">
type Place = Pick<SynthesisRow, "teamId" | "projectId" | "kind" | "agentName">

const WHOLE = { claims: { orderBy: { position: "asc" } } } as const
const placeOf = ({ teamId, projectId, kind, agentName }: Place) => ({ teamId, projectId, kind, agentName })

/**
 * SQL condition: publishing wrote the entry `e`, and its text is unchanged. Such an entry quotes others and
 * does not conflict with them.
 */
export const IS_PUBLISHED_QUOTE =
  "EXISTS (SELECT 1 FROM claim quoting WHERE quoting.team_id = e.team_id AND quoting.entry_id = e.id AND quoting.written = e.text)"

/** Serializes publishing and withdrawing in a team. Take this lock before all others. */
export async function lockPublishing(tx: Tx, teamId: string): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`coach of ${teamId}`}, 0))::text`
}

/** Returns the published synthesis for a project (null: the team), kind and agent. Null if there is none. */
export async function publishedSynthesisAt(
  place: Place,
  client: Client = database(),
): Promise<SynthesisRow | null> {
  return client.synthesis.findFirst({
    where: { ...placeOf(place), state: "published" },
    include: WHOLE,
    orderBy: { decidedAt: "desc" },
  })
}

/**
 * Returns the synthesis for the same project, kind and agent that was published before this one, or that this
 * one would replace if it is not published. Null if there is none.
 */
export async function previouslyPublished({
  id,
  state,
  decidedAt,
  replacesId,
  ...place
}: SynthesisRow): Promise<SynthesisRow | null> {
  const was = state === "published" || state === "replaced"
  if (was && replacesId !== null)
    return database().synthesis.findUnique({
      where: { teamId_id: { teamId: place.teamId, id: replacesId } },
      include: WHOLE,
    })
  return database().synthesis.findFirst({
    where: {
      ...placeOf(place),
      id: { not: id },
      state: { in: ["published", "replaced"] },
      ...(was && decidedAt !== null ? { decidedAt: { lt: decidedAt } } : {}),
    },
    include: WHOLE,
    orderBy: { decidedAt: "desc" },
  })
}

/**
 * Returns the id of the file into which the newest synthesis for the whole team was published. Null if there
 * is none.
 */
export async function lastTeamFile(
  { teamId }: Visibility,
  client: Client = database(),
): Promise<string | null> {
  const last = await client.synthesis.findFirst({
    where: { teamId, projectId: null, fileId: { not: null }, state: { in: ["published", "replaced"] } },
    select: { fileId: true },
    orderBy: { decidedAt: "desc" },
  })
  return last?.fileId ?? null
}

export interface Publication {
  readonly synthesis: { readonly teamId: string; readonly id: string }
  readonly by: { readonly id: string; readonly name: string }
  readonly at: Date
  readonly fileId: string
  readonly revision: number
  readonly replaced: string | null
  readonly claims: readonly {
    readonly position: number
    readonly entry: string
    readonly written: string | null
  }[]
}

/** Publishes a synthesis, and marks the one with the id `replaced` as replaced. Both must be locked. */
export async function setPublished(
  tx: Tx,
  { synthesis: { teamId, id }, by, at, fileId, revision, replaced, claims }: Publication,
): Promise<void> {
  if (replaced !== null)
    await tx.synthesis.update({ where: { teamId_id: { teamId, id: replaced } }, data: { state: "replaced" } })
  await tx.synthesis.update({
    where: { teamId_id: { teamId, id } },
    data: {
      state: "published",
      waitingKey: null,
      decidedAt: at,
      decidedById: by.id,
      decidedBy: by.name,
      fileId,
      revision,
      replacesId: replaced,
    },
  })
  await tx.$executeRaw`
    UPDATE claim SET entry_id = p.entry, written = p.written FROM json_to_recordset(${JSON.stringify(claims)}::json) AS p(position int, entry uuid, written text)
    WHERE claim.team_id = ${teamId}::uuid AND claim.synthesis_id = ${id}::uuid AND claim.position = p.position`
}

/**
 * Withdraws a published synthesis: it waits again with its decisions, and the one that it replaced is
 * published again. Both must be locked.
 */
export async function setWithdrawn(
  tx: Tx,
  { teamId, id, replacesId }: Pick<SynthesisRow, "teamId" | "id" | "replacesId">,
  waitingKey: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await tx.synthesis.update({
    where: { teamId_id: { teamId, id } },
    data: {
      state: "waiting",
      decidedAt: null,
      decidedById: null,
      decidedBy: null,
      fileId: null,
      revision: null,
      replacesId: null,
    },
  })
  await tx.$executeRaw`UPDATE synthesis SET waiting_key = ${waitingKey} WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND NOT EXISTS (SELECT 1 FROM synthesis o WHERE o.team_id = ${teamId}::uuid AND o.waiting_key = ${waitingKey})`
  await tx.claim.updateMany({ where: { teamId, synthesisId: id }, data: { entryId: null, written: null } })
  if (replacesId !== null)
    await tx.synthesis.updateMany({
      where: { teamId, id: replacesId, state: "replaced" },
      data: { state: "published" },
    })
}

/** True if this revision created or restored the file. */
export async function createdFile(
  tx: Tx,
  teamId: string,
  fileId: string,
  revision: number,
): Promise<boolean> {
  if (revision === 1) return true
  const [last] = await tx.$queryRaw<{ came: boolean }[]>`
    SELECT p.present AND p.reason = 'Written again' AND p.created_at > r.created_at AS came FROM presence p JOIN revision r ON r.team_id = p.team_id AND r.file_id = p.file_id AND r.number = ${revision - 1}::int
    WHERE p.team_id = ${teamId}::uuid AND p.file_id = ${fileId}::uuid ORDER BY p.number DESC LIMIT 1`
  return last?.came ?? false
}

/**
 * Returns those of the entries that belong to claims of published syntheses other than `but`. `written`: the
 * text that the publication wrote; null if it wrote none.
 */
export async function entriesOfOtherSyntheses(
  { teamId }: Visibility,
  entries: readonly string[],
  { but }: { but: readonly string[] },
  client: Pick<Reader, "claim"> = database(),
): Promise<{ entry: string; written: string | null }[]> {
  const rows = await client.claim.findMany({
    where: {
      teamId,
      entryId: { in: [...entries] },
      synthesisId: { notIn: [...but] },
      synthesis: { state: "published" },
    },
    select: { entryId: true, written: true },
  })
  return rows.flatMap(({ entryId, written }) => (entryId === null ? [] : [{ entry: entryId, written }]))
}

/** Returns the entries of a published synthesis that are still current, in no particular order. */
export async function entriesOfPublished({
  teamId,
  claims,
}: Pick<SynthesisRow, "teamId" | "claims">): Promise<{ entry: string; text: string }[]> {
  const ids = claims.flatMap((one) => one.entryId ?? [])
  return database().$queryRaw`
    SELECT e.id AS entry, e.text FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id WHERE e.team_id = ${teamId}::uuid AND e.id = ANY(${ids}::uuid[]) AND e.state = 'current' AND f.state <> 'gone'`
}

export interface NewPromotion {
  readonly text: string
  readonly to: string
  readonly path: string
  readonly agents: number
  readonly reason: string
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly writes: readonly { readonly fileId: string; readonly revision: number }[]
}

/** Stores a promotion with the revisions that it wrote, and returns its id. */
export async function addPromotion(
  tx: Tx,
  teamId: string,
  { by, writes, ...row }: NewPromotion,
): Promise<string> {
  const id = newId()
  await tx.promotion.create({ data: { teamId, id, ...row, byKind: by.kind, byId: by.id, byName: by.name } })
  await tx.promotionWrite.createMany({ data: writes.map((write) => ({ teamId, promotionId: id, ...write })) })
  return id
}

export async function findPromotion({ teamId }: Visibility, id: string) {
  return isId(id) ? database().promotion.findUnique({ where: { teamId_id: { teamId, id } } }) : null
}
