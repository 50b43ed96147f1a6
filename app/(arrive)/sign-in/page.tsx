import { redirect } from "next/navigation"
import { ProviderButtons } from "@/components/arrive/provider-buttons"
import { SignInForm } from "@/components/arrive/sign-in-form"
import { findActor } from "@/lib/auth/actor"
import { signInProviders } from "@/lib/auth/environment"
import { safeNext } from "@/lib/auth/next-path"
import { ownerExists } from "@/lib/db/people"
import { signIn, signInWith } from "./actions"
import { wordsFor } from "./words"

export const metadata = { title: "Sign in" }

interface Props {
  searchParams: Promise<{ next?: string; callbackUrl?: string; error?: string; refused?: string }>
}

export default async function SignInPage({ searchParams }: Props) {
  const [asked, actor, owned] = await Promise.all([searchParams, findActor(), ownerExists()])
  const next = safeNext(asked.next ?? asked.callbackUrl)
  if (actor) redirect(next)
  if (!owned) redirect("/welcome")
  return (
    <>
      <h1>Sign in</h1>
      <ProviderButtons providers={signInProviders().map(({ id, name }) => ({ id, name }))} action={signInWith} carried={{ next }} />
      <SignInForm action={signIn} next={next} error={wordsFor(asked)} />
      <p className="text-sm text-ink-3">No account? A lead of your team can invite you. Forgot the password? The owner of this Quarterdeck can make a link to set a new one.</p>
    </>
  )
}
