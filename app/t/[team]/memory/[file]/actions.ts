"use server"

import { refresh } from "next/cache"
import type { RestoreState } from "@/components/memory-files/history/revision-details"
import { formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { restoreFile, rewindEntryTo } from "@/lib/operations/history/restore-and-rewind"
import { runOperation } from "@/lib/operations/operation"
import { asSentence } from "@/lib/memory/text/sentence"

/** Restores a revision of the file. If the form names an entry, restores only the text of that entry. */
export async function restore(_: RestoreState, form: FormData): Promise<RestoreState> {
  const [file, entry, revision, base] = ["file", "entry", "revision", "base"].map((name) =>
    formText(form, name),
  ) as [string, string, string, string]
  const actor = await requireActor()
  const isUndo = formText(form, "undo") !== ""
  const written = entry
    ? await runOperation(rewindEntryTo, actor, { entry, revision, base })
    : await runOperation(restoreFile, actor, { file, revision, base, reason: isUndo ? "undone" : "" })
  if (!written.ok) return { error: asSentence(written.message) }
  refresh()
  const now = written.value.revision
  if (isUndo) return { done: `Undone. Revision ${revision} restored as revision ${now}.` }
  return {
    done: entry
      ? `Entry text restored in revision ${now}.`
      : `Revision ${revision} restored as revision ${now}.`,
    undo: { file, revision: now - 1, base: now },
  }
}
