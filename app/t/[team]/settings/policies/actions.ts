"use server"

import { refresh } from "next/cache"
import { type FormState, formText } from "@/components/data/form-state"
import { SETTING_WORDS } from "@/components/policies/policy-text"
import { requireActor } from "@/lib/auth/actor"
import { wordsFor } from "@/lib/memory/inputs/read-input"
import { approvalRule, POLICY_SETTINGS, type PolicySetting } from "@/lib/memory/policies/policy"
import { runOperation } from "@/lib/operations/operation"
import { changePolicySettings, showPolicy } from "@/lib/operations/policies/policies"
import { setCategory } from "@/lib/operations/categories/categories"
import { readTypedSetting } from "./typed-setting"
import { capitalize } from "@/lib/memory/text/sentence"

/** Saves one setting. The setting `rule` can only be turned off here (null). */
export async function saveSetting(_: FormState, form: FormData): Promise<FormState> {
  const setting = settingOf(form)
  if (setting === null) return { error: "Setting not found. Reload the page and try again." }
  const typed = readTypedSetting(setting, form)
  if ("problem" in typed) return { errors: { value: typed.problem }, values: typedIn(form) }
  const changed = await change(form, { set: { [setting]: typed.value } }, setting)
  return setting === "alertOwner" && changed.error?.startsWith("alertOwner: ")
    ? { errors: { value: capitalize(changed.error.slice("alertOwner: ".length)) }, values: typedIn(form) }
    : changed
}

/** Copies the inherited value of a setting to a scope, so that the value can be changed in the scope. */
export async function adoptSetting(_: FormState, form: FormData): Promise<FormState> {
  const setting = settingOf(form)
  if (setting === null) return { error: "Setting not found. Reload the page and try again." }
  const held = await runOperation(showPolicy, await requireActor(), {
    team: formText(form, "team"),
    place: formText(form, "place"),
  })
  if (!held.ok) return { error: held.message }
  const copied = await change(form, { set: { [setting]: held.value.settings[setting].value } }, setting)
  return copied.done === undefined
    ? copied
    : {
        done: `${SETTING_WORDS[setting].label} is now overridden here. It keeps the inherited value until you change it.`,
      }
}

export async function unsetSetting(_: FormState, form: FormData): Promise<FormState> {
  const setting = settingOf(form)
  if (setting === null) return { error: "Setting not found. Reload the page and try again." }
  return change(form, { unset: [setting] }, setting)
}

export async function saveRule(_: FormState, form: FormData): Promise<FormState> {
  const text = (name: string) => formText(form, name).trim()
  const listed = (name: string) =>
    text(name)
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean)
  const confidence = text("leastConfidence")
  const rule = approvalRule.safeParse(
    {
      kinds: form.getAll("kinds"),
      types: listed("types"),
      agents: listed("agents"),
      leastConfidence: confidence === "" ? Number.NaN : Number(confidence),
    },
    { error: wordsFor },
  )
  if (rule.success) return change(form, { set: { rule: rule.data } }, "rule")
  const errors = Object.fromEntries(
    rule.error.issues.map((issue) => [String(issue.path[0]), capitalize(issue.message)]),
  )
  return {
    errors,
    values: {
      kinds: form.getAll("kinds").join(" "),
      types: text("types"),
      agents: text("agents"),
      leastConfidence: confidence,
    },
  }
}

export async function saveWriting(_: FormState, form: FormData): Promise<FormState> {
  const [category, writePolicy, coordinator] = [
    formText(form, "category"),
    formText(form, "writePolicy"),
    formText(form, "coordinator").trim(),
  ]
  const saved = await runOperation(setCategory, await requireActor(), {
    team: formText(form, "team"),
    category,
    writePolicy,
    coordinator: coordinator || null,
  })
  if (saved.ok) {
    refresh()
    return {
      done: `Write policy for ${category}: ${saved.value.writePolicy}${saved.value.coordinator ? `, with ${saved.value.coordinator} as coordinator` : ""}.`,
    }
  }
  const [, message] = /^coordinator: (.*)$/.exec(saved.message) ?? []
  return message === undefined
    ? { error: saved.message }
    : { errors: { coordinator: capitalize(message) }, values: { writePolicy, coordinator } }
}

async function change(
  form: FormData,
  what: { set?: object; unset?: readonly string[] },
  setting: PolicySetting,
): Promise<FormState> {
  const changed = await runOperation(changePolicySettings, await requireActor(), {
    team: formText(form, "team"),
    place: formText(form, "place"),
    ...what,
  })
  if (!changed.ok) return { error: changed.message }
  refresh()
  return { done: `${SETTING_WORDS[setting].label} ${what.set ? "saved" : "reset to the inherited value"}.` }
}

function settingOf(form: FormData): PolicySetting | null {
  return POLICY_SETTINGS.find((one) => one === formText(form, "setting")) ?? null
}

/** Returns the submitted values, so that the form keeps them beside its errors. */
const typedIn = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" && !name.startsWith("$") ? [[name, value]] : [],
    ),
  )
