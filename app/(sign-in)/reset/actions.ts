"use server"

import { redirect } from "next/navigation"
import { type FormState, formText } from "@/components/data/form-state"
import { beginLogin } from "@/lib/auth/browser-login"
import { resetPassword } from "@/lib/auth/password-reset"

export async function reset(_: FormState, form: FormData): Promise<FormState> {
  const changed = await resetPassword(formText(form, "key"), formText(form, "password"))
  if (!changed.ok) return { error: changed.message }
  await beginLogin(changed.value)
  redirect("/")
}
