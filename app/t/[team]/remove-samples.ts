"use server"

import { redirect } from "next/navigation"
import type { FormState } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { runOperation } from "@/lib/operations/operation"
import { removeSamples } from "@/lib/operations/samples/load-and-remove"

export async function removeSampleTeams(): Promise<FormState> {
  const removed = await runOperation(removeSamples, await requireActor(), {})
  if (!removed.ok) return { error: removed.message }
  redirect("/")
}
