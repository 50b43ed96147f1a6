import { createHash } from "node:crypto"
import { database } from "../data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import type { Team } from "../imports/import-folder"
import { PAYLOADS, shortPayload } from "./payloads"

/**
 * Conflicts with payloads on both sides, in their evidence, and in all three texts of a file. Returns the
 * conflict IDs, the file conflict first.
 */
export async function givenHostileConflicts(team: Team, file: string, other: string): Promise<string[]> {
  const entries = await database().entry.findMany({
    where: { teamId: team.id, fileId: file },
    orderBy: { position: "asc" },
    take: 6,
  })
  const held = await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id, id: other } })
  const common = { teamId: team.id, projectId: held.projectId, state: "open", foundBy: shortPayload() }
  const ofFile = newId()
  const theirs = `${PAYLOADS.join("\n")}\n`
  await database().conflict.create({
    data: {
      ...common,
      id: ofFile,
      kind: "file",
      finding: "file",
      openKey: keyOf(ofFile),
      evidence: evidenceOf(0),
      fileId: held.id,
      sourceId: held.sourceId,
      base: `${PAYLOADS.toReversed().join("\n")}\n`,
      ours: theirs,
      theirs,
    },
  })
  const ids = [ofFile]
  for (const [place, kind] of ["same-scope", "cross-scope"].entries()) {
    const id = newId()
    const [left, right] = entries.slice(place * 2 + 1)
    if (!left || !right) throw new Error("the file has too few entries")
    await database().conflict.create({
      data: {
        ...common,
        id,
        kind,
        finding: "contradiction",
        openKey: keyOf(id),
        pair: keyOf(`pair ${id}`),
        prevails: kind === "cross-scope" ? "left" : null,
        evidence: evidenceOf(place + 1),
      },
    })
    await database().conflictSide.createMany({
      data: [left, right].map((entry, at) => ({
        teamId: team.id,
        conflictId: id,
        entryId: entry.id,
        fileId: entry.fileId,
        side: at === 0 ? "left" : "right",
        text: entry.text,
      })),
    })
    ids.push(id)
  }
  return ids
}

const AT_ONCE = 60

const evidenceOf = (place: number) => ({
  message: PAYLOADS.slice(place * AT_ONCE, (place + 1) * AT_ONCE).join(" and "),
  words: shortPayload(),
  score: 0.9,
})

const keyOf = (name: string) => new Uint8Array(createHash("sha256").update(name).digest())
