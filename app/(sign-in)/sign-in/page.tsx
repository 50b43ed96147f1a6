import { redirect } from "next/navigation"
import { ProviderButtons } from "@/components/teams/provider-buttons"
import { SignInForm } from "@/components/teams/sign-in-forms"
import { Notice } from "@/components/ui/notice"
import { findActor, ownerExists } from "@/lib/auth/actor"
import { signInProviders } from "@/lib/auth/environment"
import { safeNext } from "@/lib/auth/web-security"
import { signIn, signInWith } from "./actions"
import { ownValue } from "@/lib/memory/text/own-value"
import { ADMISSION_REFUSALS } from "@/lib/auth/provider-admission"

/** Messages for the error codes of next-auth. */
const WORDS: Record<string, string> = {
  AccessDenied: ADMISSION_REFUSALS["not-invited"].message,
  Configuration: "This sign-in method is not configured correctly. Check the server log.",
  CredentialsSignin: "The email address or password is incorrect.",
  OAuthSignin: "Could not reach the sign-in provider. Try again, or sign in with a password.",
  OAuthCallback: "The sign-in provider did not confirm your identity. Try again.",
}

/**
 * Returns the message for an error code in the URL; undefined without a code. Text from the URL is never
 * shown, because anyone can write a link.
 */
function wordsFor({ error, refused }: { error?: string; refused?: string }): string | undefined {
  if (refused) return Object.entries(ADMISSION_REFUSALS).find(([code]) => code === refused)?.[1].message
  return error ? (ownValue(WORDS, error) ?? "Sign-in failed. Try again.") : undefined
}

export const metadata = { title: "Sign in" }

interface Props {
  searchParams: Promise<{ next?: string; callbackUrl?: string; error?: string; refused?: string }>
}

export default async function SignInPage({ searchParams }: Props) {
  const [asked, actor, owned] = await Promise.all([searchParams, findActor(), ownerExists()])
  const next = safeNext(asked.next ?? asked.callbackUrl)
  if (actor) redirect(next)
  if (!owned) redirect("/welcome")
  const problem = wordsFor(asked)
  return (
    <>
      <h1>Sign in</h1>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <ProviderButtons
        providers={signInProviders().map(({ id, name }) => ({ id, name }))}
        action={signInWith}
        carried={{ next }}
      />
      <SignInForm action={signIn} next={next} />
      <p className="text-sm text-ink-3">
        No account? Ask a team lead for an invitation. Forgot your password? Ask the Quarterdeck owner for a
        reset link.
      </p>
    </>
  )
}
