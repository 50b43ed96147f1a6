import { redirect } from "next/navigation"
import { ButtonLink } from "@/components/ui/button"
import { Submit } from "@/components/ui/submit"
import { findSignedIn } from "@/lib/auth/actor"
import { endLogin } from "@/lib/auth/browser-login"

export const metadata = { title: "Sign out" }

/** Asks before signing out, so that a link alone cannot sign a person out. */
export default async function SignOutPage() {
  const person = await findSignedIn()
  if (!person) redirect("/sign-in")
  return (
    <form action={signOut} className="grid gap-3">
      <h1>Sign out?</h1>
      <p className="text-ink-2">You are signed in as {person.name}.</p>
      <Submit variant="primary">Sign out</Submit>
      <ButtonLink href="/">Cancel</ButtonLink>
    </form>
  )
}

async function signOut(): Promise<void> {
  "use server"
  await endLogin()
  redirect("/sign-in")
}
