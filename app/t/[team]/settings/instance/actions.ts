"use server"

import { refresh } from "next/cache"
import { figureWords } from "@/components/jobs/jobs"
import { type FormState, formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { runHeartbeat } from "@/lib/operations/jobs/heartbeat"
import { runOperation } from "@/lib/operations/operation"

export async function runNow(_: FormState, form: FormData): Promise<FormState> {
  const job = formText(form, "job")
  const ran = await runOperation(runHeartbeat, await requireActor(), {
    team: formText(form, "team"),
    ...(job ? { job } : {}),
  })
  refresh()
  if (!ran.ok) return { error: ran.message }
  const failed = ran.value.runs.find((run) => run.state === "failed")
  return failed
    ? { error: `${failed.job} failed: ${failed.error}` }
    : { done: `Done: ${figureWords({ raised: ran.value.raised, resolved: ran.value.resolved })}` }
}
