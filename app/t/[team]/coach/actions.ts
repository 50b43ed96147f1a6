"use server"

import { forwardForm } from "@/app/forward-form"
import { redirect } from "next/navigation"
import { coachPath } from "@/components/data/addresses"
import { EVERYWHERE } from "@/components/coach/coach-run"
import { type FormState, formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { cancelCoachRun, retryCoachRun, startCoach } from "@/lib/operations/coach/runs/coach-runs"
import { runOperation } from "@/lib/operations/operation"

/** Starts a run of the coach and redirects to the list. `here`: the project that the list is filtered by. */
export async function startSynthesis(
  { team, here }: { team: string; here: string | null },
  _: FormState,
  form: FormData,
): Promise<FormState> {
  const [kind, within, agent, method] = ["kind", "in", "agent", "method"].map((name) =>
    formText(form, name).trim(),
  )
  const begun = await runOperation(startCoach, await requireActor(), {
    team,
    kind,
    ...(within && within !== EVERYWHERE ? { project: within } : {}),
    ...(kind === "orientation" && agent ? { agent } : {}),
    ...(method ? { method } : {}),
  })
  if (!begun.ok) return { error: begun.message }
  redirect(coachPath(team, { project: begun.value.project === here ? here : null }))
}

export const cancelRun = forwardForm(cancelCoachRun)

export const retryRun = forwardForm(retryCoachRun)
