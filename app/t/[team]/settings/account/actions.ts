"use server"

import { forwardForm } from "@/app/forward-form"
import { refresh } from "next/cache"
import { headers } from "next/headers"
import { redirect } from "next/navigation"
import { type FormState, formText } from "@/components/data/form-state"
import { changeName, endAllLogins, setPassword } from "@/lib/auth/account"
import { requirePerson } from "@/lib/auth/actor"
import { beginLogin, endLogin } from "@/lib/auth/browser-login"
import { goToProvider } from "@/lib/auth/provider-sign-in"
import { networkAddress } from "@/lib/auth/password"
import { endOwnCommandLine } from "@/lib/operations/teams/me"

export async function saveName(_: FormState, form: FormData): Promise<FormState> {
  const changed = await changeName(await requirePerson(), formText(form, "name"))
  if (!changed.ok) return { error: changed.message }
  refresh()
  return { done: "Name saved." }
}

export async function savePassword(_: FormState, form: FormData): Promise<FormState> {
  const passwords = {
    current: formText(form, "current"),
    wanted: formText(form, "wanted"),
    address: networkAddress(await headers()),
  }
  const changed = await setPassword(await requirePerson(), passwords)
  if (!changed.ok) return { error: changed.message }
  await beginLogin(changed.value)
  return {
    done: "Password changed. You have been signed out everywhere else, including on the command line.",
  }
}

export async function connect(form: FormData): Promise<void> {
  await requirePerson()
  await goToProvider({
    provider: formText(form, "provider"),
    next: formText(form, "next"),
    intent: { kind: "connect" },
  })
}

export const endCommandLine = forwardForm(endOwnCommandLine)

export async function signOutEverywhere(): Promise<void> {
  await endAllLogins(await requirePerson())
  await endLogin()
  redirect("/sign-in")
}
