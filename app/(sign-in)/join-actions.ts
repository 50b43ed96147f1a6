"use server"

import { redirect } from "next/navigation"
import { type FormState, formText } from "@/components/data/form-state"
import { requirePerson } from "@/lib/auth/actor"
import { joinAs, joinWithPassword, emailProblem, nameProblem } from "@/lib/auth/join"
import { beginLogin } from "@/lib/auth/browser-login"
import { passwordProblem } from "@/lib/auth/password"
import { goToProvider } from "@/lib/auth/provider-sign-in"

export async function join(_: FormState, form: FormData): Promise<FormState> {
  const [key, name, email, password] = [
    formText(form, "key"),
    formText(form, "name"),
    formText(form, "email"),
    formText(form, "password"),
  ]
  const values = { name, email }
  const problems = Object.entries({
    name: nameProblem(name),
    email: emailProblem(email),
    password: passwordProblem(password),
  })
  const errors = Object.fromEntries(
    problems.flatMap(([field, problem]) => (problem ? [[field, problem]] : [])),
  )
  if (Object.keys(errors).length > 0) return { errors, values }

  const joined = await joinWithPassword({ key, name, email, password })
  if (!joined.ok) return { error: joined.message, values }
  await beginLogin(joined.value)
  redirect("/")
}

/**
 * Joins the team of an invitation as the signed-in user, then redirects to the home page. Returns the error
 * if the invitation is refused.
 */
export async function joinSignedIn(_: FormState, form: FormData): Promise<FormState> {
  const joined = await joinAs(await requirePerson(), formText(form, "key"))
  if (!joined.ok) return { error: joined.message }
  redirect("/")
}

export async function joinWith(form: FormData): Promise<void> {
  await goToProvider({
    provider: formText(form, "provider"),
    next: "/",
    intent: { kind: "invitation", key: formText(form, "key") },
  })
}
