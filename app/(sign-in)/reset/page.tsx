import { ResetForm } from "@/components/teams/sign-in-forms"
import { ButtonLink } from "@/components/ui/button"
import { personOfReset, RESET_ENDED } from "@/lib/auth/password-reset"
import { reset } from "./actions"

export const metadata = { title: "Set a password" }

export default async function ResetPage({ searchParams }: { searchParams: Promise<{ key?: string }> }) {
  const { key = "" } = await searchParams
  const person = await personOfReset(key)
  if (!person) {
    return (
      <>
        <h1>This link is not valid</h1>
        <p className="text-ink-2">{RESET_ENDED}</p>
        <ButtonLink href="/sign-in">Sign in</ButtonLink>
      </>
    )
  }
  return (
    <>
      <div className="grid gap-1">
        <h1>Set a password</h1>
        <p className="text-ink-2">
          For {person.name} ({person.email}). This account will be signed out everywhere else.
        </p>
      </div>
      <ResetForm action={reset} resetKey={key} email={person.email} />
    </>
  )
}
