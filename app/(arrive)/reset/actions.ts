"use server"

import { redirect } from "next/navigation"
import { type FormState, textOf } from "@/components/data/form-state"
import { beginLogin } from "@/lib/auth/login"
import { resetPassword } from "@/lib/auth/password-reset"

export async function reset(_: FormState, form: FormData): Promise<FormState> {
  const changed = await resetPassword(textOf(form, "key"), textOf(form, "password"))
  if (!changed.ok) return { error: changed.message }
  await beginLogin(changed.value)
  redirect("/")
}
