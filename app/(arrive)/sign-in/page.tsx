import { redirect } from "next/navigation"
import { ProviderButtons } from "@/components/teams/arrive/provider-buttons"
import { SignInForm } from "@/components/teams/arrive/sign-in-form"
import { Notice } from "@/components/ui/notice"
import { findActor, ownerExists } from "@/lib/auth/actor"
import { signInProviders } from "@/lib/auth/environment"
import { safeNext } from "@/lib/auth/next-path"
import { signIn, signInWith } from "./actions"
import { wordsFor } from "./error-text"

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
        No account? Ask a lead of your team for an invitation. Forgot your password? Ask the owner of this
        Quarterdeck for a reset link.
      </p>
    </>
  )
}
