import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { findRevisionText, strangersAmong } from "@/lib/db/memory-files/history"
import { headEntries, lockHead } from "@/lib/db/memory-files/current-revisions"
import { can } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { rewindEntry } from "@/lib/memory/history/rewind-entry"
import { liftForgotten } from "../forgetting/forget-in"
import { operation } from "../operation"
import { readingOf, reviseHead } from "../writing/revise"
import { NO_FILE, visibleEntryPlace } from "./find"
import { stale, whyNotRestore } from "./guards"
import { entriesOf, recordedIn } from "./recorded"
import { revisionNumber } from "./history-outputs"

export const rewindEntryTo = operation({
  name: "entry.rewind",
  summary:
    "Restore an entry's text from an earlier revision. A removed entry returns to its place. Nothing else changes.",
  method: "POST",
  path: "/entries/{entry}/rewind",
  right: "curate",
  version: { of: "revision", base: "base" },
  input: z.object({
    entry: z.string(),
    revision: revisionNumber.describe("The revision with the wanted text"),
    base: revisionNumber.optional().describe("The latest revision that you have read. Checked if given"),
    reason: z.string().trim().max(500).default(""),
  }),
  output: z.object({
    id: z.string(),
    file: z.string(),
    path: z.string(),
    revision: z.number(),
    text: z.string(),
  }),
  async run(actor, input) {
    const place = await visibleEntryPlace(actor, input.entry)
    if (!place.ok) return place
    const { teamId, projectId, fileId, head: seen } = place.value
    if (!can(actor, "curate", { teamId, projectId }))
      return refused("forbidden", `${seen.path}: only curators can restore it. Propose the change instead`)
    return commit(
      actor,
      (value: { revision: number }) => ({
        kind: "entry.rewind",
        teamId,
        subject: seen.path,
        detail: { entry: input.entry, restored: input.revision, revision: value.revision },
      }),
      async (tx) => {
        const head = await lockHead(tx, teamId, fileId)
        if (!head) return refused("not-found", NO_FILE)
        const why = await whyNotRestore(actor, teamId, head, tx)
        if (why) return why
        const reading = await readingOf(teamId, head, tx)
        const then = await recordedIn({ teamId, fileId, reading }, input.revision, tx)
        const old = then?.entries.find((entry) => entry.id === input.entry)
        if (!then || !old)
          return refused(
            "not-found",
            then
              ? `revision ${input.revision} of ${head.path} does not have this entry`
              : `${head.path} has no revision ${input.revision}; the latest is ${head.revision}`,
          )
        if (input.base !== undefined && input.base !== head.revision)
          return stale(head, {
            base: input.base,
            read: (await findRevisionText(teamId, fileId, input.base, tx))?.text ?? null,
            yours: old.text,
          })
        if ((await strangersAmong(tx, teamId, fileId, [input.entry])).size > 0)
          return refused("conflict", "the entry is in another file now: restore it there")
        const entries = await headEntries(teamId, fileId, tx)
        const parsed = reading.format.parse(head.text, reading.path)
        const spans = parsed.entries.map((entry) => entry.span)
        const rewound = rewindEntry(reading, input.entry, {
          now: {
            text: head.text,
            entries: entriesOf(
              parsed,
              entries.map((entry) => entry.id),
            ),
            spans,
          },
          former: then,
        })
        if (!rewound.ok) return refused("invalid", `${head.path}: ${rewound.why}`)
        if (rewound.text === head.text)
          return refused("conflict", `already identical to revision ${input.revision}`)
        const now = new Date()
        const by = { kind: actor.kind, id: actor.id, name: actor.name }
        const reason = `Entry restored from revision ${input.revision}${input.reason ? `: ${input.reason}` : ""}`
        const revised = await reviseHead(
          tx,
          teamId,
          { head, entries, reading },
          { text: rewound.text, ids: rewound.ids, reason, by },
          now,
        )
        if (!revised.ok) return revised
        await liftForgotten(tx, teamId, [input.entry], by, now)
        return done({
          id: input.entry,
          file: fileId,
          path: head.path,
          revision: revised.value.revision,
          text: old.text,
        })
      },
    )
  },
})
