import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { revisionTextsByHash } from "@/lib/db/sources/sync"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { syncPlace } from "./team-and-project"
import { sha256 } from "./sync-outputs"

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
