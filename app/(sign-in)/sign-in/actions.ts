"use server"

import { headers } from "next/headers"
import { redirect } from "next/navigation"
import { type FormState, formText } from "@/components/data/form-state"
import { beginLogin } from "@/lib/auth/browser-login"
import { safeNext } from "@/lib/auth/web-security"
import { goToProvider } from "@/lib/auth/provider-sign-in"
import { networkAddress, signInWithPassword } from "@/lib/auth/password"

export async function signIn(_: FormState, form: FormData): Promise<FormState> {
  const email = formText(form, "email")
  const signedIn = await signInWithPassword({
    email,
    password: formText(form, "password"),
    address: networkAddress(await headers()),
  })
  if (!signedIn.ok) return { error: signedIn.message, values: { email } }
  await beginLogin(signedIn.value)
  redirect(safeNext(formText(form, "next")))
}

export async function signInWith(form: FormData): Promise<void> {
  await goToProvider({ provider: formText(form, "provider"), next: formText(form, "next") })
}
