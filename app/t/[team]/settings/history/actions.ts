"use server"

import { refresh } from "next/cache"
import { redirect } from "next/navigation"
import { type RevertRequest, historyPath } from "@/components/memory-files/revert/reverts"
import { selectionOf } from "@/app/t/[team]/settings/history/revert-request"
import { type FormState, formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { runOperation } from "@/lib/operations/operation"
import { previewRevert } from "@/lib/operations/reverts/preview"
import { restoreTeam } from "@/lib/operations/reverts/point-in-time-restore"
import { runRevert } from "@/lib/operations/reverts/run"
import { capitalize } from "@/lib/memory/text/sentence"

export async function revert(
  team: string,
  asked: RevertRequest,
  _: FormState,
  form: FormData,
): Promise<FormState> {
  const reason = formText(form, "reason")
  const ran = await runOperation(runRevert, await requireActor(), {
    team,
    ...selectionOf(asked),
    shown: formText(form, "shown"),
    reason,
    alsoReject: form.has("alsoReject"),
  })
  if (!ran.ok) return refusal(ran, reason)
  redirect(`${historyPath(team)}/${ran.value.revert}`)
}

export async function restore(
  team: string,
  asked: RevertRequest,
  _: FormState,
  form: FormData,
): Promise<FormState> {
  const reason = formText(form, "reason")
  const ran = await runOperation(restoreTeam, await requireActor(), {
    team,
    at: asked.at,
    ...(asked.project ? { project: asked.project } : {}),
    shown: formText(form, "shown"),
    reason,
  })
  if (!ran.ok) return refusal(ran, reason)
  redirect(`${historyPath(team)}/${ran.value.revert}`)
}

/**
 * Undoes a revert and opens the resulting revert. The user sees no preview, because the page already shows
 * the revert. Returns the error of a refusal.
 */
export async function undo(team: string, id: string): Promise<FormState> {
  const actor = await requireActor()
  const seen = await runOperation(previewRevert, actor, { team, of: { revert: id } })
  if (!seen.ok) return { error: seen.message }
  const ran = await runOperation(runRevert, actor, {
    team,
    of: { revert: id },
    shown: seen.value.shown,
    reason: "Undone",
  })
  if (!ran.ok) return { error: ran.message }
  redirect(`${historyPath(team)}/${ran.value.revert}`)
}

/**
 * Returns the refusal with the typed reason. If the preview is outdated, the page then shows the current one.
 */
function refusal({ reason, message }: { reason: string; message: string }, typed: string): FormState {
  if (reason === "stale") refresh()
  return {
    error:
      reason === "stale"
        ? "The files have changed since the preview, so nothing was written. The preview above is now up to date."
        : capitalize(message),
    values: { reason: typed },
  }
}
