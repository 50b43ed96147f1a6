"use server"

import { revalidatePath } from "next/cache"
import { redirect } from "next/navigation"
import { runPath } from "@/components/sources/import-types"
import { type FormState, formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import * as directories from "@/lib/operations/sources/sources-and-directories"
import { importDirectory } from "@/lib/operations/sources/imports"
import { runOperation } from "@/lib/operations/operation"

export async function previewDirectory(team: string, _: FormState, form: FormData): Promise<FormState> {
  const directory = formText(form, "directory").trim()
  const project = formText(form, "project").trim()
  const outcome = await runOperation(importDirectory, await requireActor(), {
    team,
    directory,
    ...(project ? { project } : {}),
  })
  if (!outcome.ok) return { errors: { directory: outcome.message }, values: { directory, project } }
  redirect(runPath(team, outcome.value.run))
}

export async function allowDirectory(_: FormState, form: FormData): Promise<FormState> {
  const path = formText(form, "path").trim()
  const outcome = await runOperation(directories.allowDirectory, await requireActor(), { path })
  if (!outcome.ok) return { errors: { path: outcome.message }, values: { path } }
  revalidatePath("/t/[team]/sources", "page")
  return { done: `Leads can now import from ${outcome.value.path}.` }
}

export async function disallowDirectory(form: FormData): Promise<void> {
  await runOperation(directories.disallowDirectory, await requireActor(), { path: formText(form, "path") })
  revalidatePath("/t/[team]/sources", "page")
}
