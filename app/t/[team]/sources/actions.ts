"use server"

import { revalidatePath } from "next/cache"
import { redirect } from "next/navigation"
import { runPath } from "@/components/sources/source"
import { type FormState, textOf } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import * as directories from "@/lib/operations/sources/allowed-directories"
import { importDirectory } from "@/lib/operations/sources/imports"
import { ask } from "@/lib/operations/operation"

export async function previewDirectory(team: string, _: FormState, form: FormData): Promise<FormState> {
  const directory = textOf(form, "directory").trim()
  const project = textOf(form, "project").trim()
  const outcome = await ask(importDirectory, await requireActor(), {
    team,
    directory,
    ...(project ? { project } : {}),
  })
  if (!outcome.ok) return { errors: { directory: outcome.message }, values: { directory, project } }
  redirect(runPath(team, outcome.value.run))
}

export async function allowDirectory(_: FormState, form: FormData): Promise<FormState> {
  const path = textOf(form, "path").trim()
  const outcome = await ask(directories.allowDirectory, await requireActor(), { path })
  if (!outcome.ok) return { errors: { path: outcome.message }, values: { path } }
  revalidatePath("/t/[team]/sources", "page")
  return { done: `Leads can now import from ${outcome.value.path}` }
}

export async function disallowDirectory(form: FormData): Promise<void> {
  await ask(directories.disallowDirectory, await requireActor(), { path: textOf(form, "path") })
  revalidatePath("/t/[team]/sources", "page")
}
