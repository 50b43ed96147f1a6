import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { lockFiles } from "@/lib/db/memory-files/current-revisions"
import { dropBases, removedFilesOnceHeld } from "@/lib/db/sources/merge-bases"
import {
  ensureClient,
  findClient,
  recordContents,
  unrecordedContents,
  revisionTextsByHash,
} from "@/lib/db/sources/sync"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { syncPlace } from "./synced-folder"
import { heldFile, syncInput, sha256 } from "./sync-outputs"

export const takeFiles = operation({
  name: "sync.take",
  summary:
    "Report a folder's current contents as the merge base for later changes. Repeating the call has no effect.",
  method: "POST",
  path: "/sync/taken",
  right: "sync",
  unguarded: ["files"],
  input: syncInput.extend({
    team: z.string(),
    files: z.array(heldFile).max(500),
    released: z
      .array(z.uuid())
      .max(500)
      .default([])
      .describe("Files that a migration moved in Quarterdeck and that the folder no longer has"),
  }),
  output: z.object({ taken: z.number() }),
  async run(actor, input) {
    const place = await syncPlace(actor, input)
    if (!place.ok) return place
    const { team, bound } = place.value
    if (team === null) return done({ taken: 0 })
    const projectId = bound?.id ?? null
    const sourceId = (await findClient(visibilityOf(actor, team.id), input.source))?.id ?? null
    const files = [...new Map(input.files.map((one) => [one.file, one])).values()]
    const had = await unrecordedContents(visibilityOf(actor, team.id, projectId), sourceId, files)
    const released =
      sourceId === null
        ? []
        : await removedFilesOnceHeld(visibilityOf(actor, team.id, projectId), sourceId, input.released)
    if (had.length + released.length === 0) return done({ taken: 0 })
    return commit(
      actor,
      {
        kind: "sync.take",
        teamId: team.id,
        subject: input.source,
        detail: { files: had.length + released.length },
      },
      async (tx) => {
        await lockFiles(tx, team.id, [...had.map((one) => one.file), ...released])
        await recordContents(tx, team.id, await ensureClient(tx, team.id, input.source), had)
        if (sourceId !== null && released.length > 0) {
          const still = await removedFilesOnceHeld(
            visibilityOf(actor, team.id, projectId),
            sourceId,
            released,
            tx,
          )
          await dropBases(tx, team.id, sourceId, still)
        }
        return done({ taken: had.length })
      },
    )
  },
})

export const readSyncTexts = operation({
  name: "sync.texts",
  summary:
    "Return the exact text of files by hash, as many files as fit in one response. Request the remaining files in further calls.",
  method: "POST",
  path: "/sync/texts",
  right: "sync",
  unguarded: ["files"],
  input: z.object({
    team: z.string(),
    files: z
      .array(z.object({ file: z.uuid(), sha256 }))
      .min(1)
      .max(2000),
  }),
  output: z.object({ files: z.array(z.object({ file: z.string(), sha256, text: z.string() })) }),
  async run(actor, input) {
    const place = await syncPlace(actor, input)
    if (!place.ok) return place
    const { team, bound } = place.value
    return done({
      files:
        team === null ? [] : await revisionTextsByHash(visibilityOf(actor, team.id, bound?.id), input.files),
    })
  },
})
