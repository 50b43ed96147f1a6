"use server"

import { redirect } from "next/navigation"
import { type FormState, formText } from "@/components/data/form-state"
import { requirePerson } from "@/lib/auth/actor"
import { approveDeviceLogin, rejectDeviceLogin } from "@/lib/auth/device-login"

export async function decideOnDevice(_: FormState, form: FormData): Promise<FormState> {
  const [person, code, decision] = [await requirePerson(), formText(form, "code"), formText(form, "decision")]
  if (decision !== "in" && decision !== "away") return { error: "Choose Authorize or Deny." }
  const decided =
    decision === "in" ? await approveDeviceLogin(person, code) : await rejectDeviceLogin(person, code)
  if (!decided.ok) return { error: decided.message }
  redirect(`/connect?done=${decision}`)
}
