"use server"

import { refresh } from "next/cache"
import type { Placements } from "@/components/agents/categories/categories"
import { type FormState, formText } from "@/components/data/form-state"
import { requireActor } from "@/lib/auth/actor"
import { slugOf } from "@/lib/memory/text/names"
import { runOperation } from "@/lib/operations/operation"
import {
  applyTaxonomy,
  placeInCategory,
  undoPlacement,
} from "@/lib/operations/categories/category-assignment"
import { makeDefaultCategories, removeCategory, setCategory } from "@/lib/operations/categories/categories"
import { capitalize } from "@/lib/memory/text/sentence"

export async function placeAgents(
  team: string,
  agents: readonly { name: string; project?: string }[],
  category: string | null,
) {
  const placed = await runOperation(placeInCategory, await requireActor(), { team, agents, category })
  refresh()
  return placed
}

export async function undoPlacements(team: string, placements: Placements) {
  const undone = await runOperation(undoPlacement, await requireActor(), {
    team,
    placed: placements.placed,
    names: placements.names,
  })
  refresh()
  return undone
}

export async function placeByRule(team: string) {
  const placed = await runOperation(applyTaxonomy, await requireActor(), { team })
  refresh()
  return placed
}

export async function makeDefault(team: string) {
  const made = await runOperation(makeDefaultCategories, await requireActor(), { team })
  refresh()
  return made
}

/** Saves a category. The slug of a new category is derived from its name and never changes. */
export async function saveCategory(_: FormState, form: FormData): Promise<FormState> {
  const [team, slug, name, coordinator, version] = ["team", "category", "name", "coordinator", "version"].map(
    (field) => formText(form, field).trim(),
  ) as [string, string, string, string, string]
  const rules = formText(form, "rules")
    .split(/[\s,]+/)
    .filter(Boolean)
  const values = {
    name,
    coordinator,
    sharing: formText(form, "sharing"),
    writePolicy: formText(form, "writePolicy"),
    rules: rules.join(" "),
  }
  if (name === "") return { errors: { name: "Enter a name" }, values }
  const saved = await runOperation(setCategory, await requireActor(), {
    team,
    category: slug || slugOf(name),
    name,
    coordinator: coordinator || null,
    sharing: values.sharing,
    writePolicy: values.writePolicy,
    rules,
    base: slug ? version : "none",
  })
  if (saved.ok) {
    refresh()
    return { done: slug ? `${saved.value.name} saved.` : `${saved.value.name} created.` }
  }
  const [, field, message] =
    /^(name|coordinator|rules)(?:\[\d+\])?(?:\.\d+)?: (.*)$/su.exec(saved.message) ?? []
  return field === undefined || message === undefined
    ? { error: saved.message, values }
    : { errors: { [field]: capitalize(message) }, values }
}

export async function takeAwayCategory(_: FormState, form: FormData): Promise<FormState> {
  const removed = await runOperation(removeCategory, await requireActor(), {
    team: formText(form, "team"),
    category: formText(form, "category"),
  })
  if (!removed.ok) return { error: removed.message }
  refresh()
  return { done: `${formText(form, "name")} deleted.` }
}
