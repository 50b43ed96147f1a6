"use server"

import { redirect } from "next/navigation"
import { type FormState, formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { runOperation } from "@/lib/operations/operation"
import { createTeam } from "@/lib/operations/teams/teams"

export async function makeTeam(_: FormState, form: FormData): Promise<FormState> {
  const name = formText(form, "name")
  const made = await runOperation(createTeam, await requireActor(), { name })
  if (!made.ok) return { error: made.message, values: { name } }
  redirect(`/t/${made.value.slug}/sources`)
}
