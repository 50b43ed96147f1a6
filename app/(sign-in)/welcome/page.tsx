import { redirect } from "next/navigation"
import { JoinForm } from "@/components/teams/sign-in-forms"
import { ProviderButtons } from "@/components/teams/provider-buttons"
import { ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { findActor, ownerExists } from "@/lib/auth/actor"
import { signInProviders } from "@/lib/auth/environment"
import { INVITATION_WORDS, readInvitation } from "@/lib/auth/invitation"
import { join, joinWith } from "../join-actions"

export const metadata = { title: "Welcome" }

export default async function WelcomePage({ searchParams }: { searchParams: Promise<{ key?: string }> }) {
  const [{ key }, actor, owned] = await Promise.all([searchParams, findActor(), ownerExists()])
  if (actor) redirect("/")
  if (owned) return <Owned used={key !== undefined} />

  const found = await readInvitation(key)
  if (found.state !== "open" || found.invitation.teamId !== null)
    return (
      <NoLink problem={key !== undefined && found.state !== "open" ? INVITATION_WORDS[found.state] : null} />
    )
  return (
    <>
      <div className="grid gap-1">
        <h1>Welcome to Quarterdeck</h1>
        <p className="text-ink-2">
          Create your account. You’ll be the owner, with full access to every team.
        </p>
      </div>
      <ProviderButtons
        providers={signInProviders().map(({ id, name }) => ({ id, name }))}
        action={joinWith}
        carried={{ key: key ?? "" }}
      />
      <JoinForm action={join} invitation={key ?? ""} email={null} consequence="Create owner account" />
    </>
  )
}

function Owned({ used }: { used: boolean }) {
  return (
    <>
      <h1>Quarterdeck already has an owner</h1>
      <p className="text-ink-2">
        {used ? "This link has already been used. It works only once." : "Setup is already complete."} If you
        don’t have an account, ask a team lead for an invitation.
      </p>
      <ButtonLink variant="primary" href="/sign-in">
        Sign in
      </ButtonLink>
    </>
  )
}

function NoLink({ problem }: { problem: string | null }) {
  return (
    <>
      <h1>Quarterdeck has no owner yet</h1>
      {problem ? <Notice tone="caution">{problem}</Notice> : null}
      <p className="text-ink-2">
        The terminal that runs <code className="font-mono">npm start</code> shows a link below the line that
        starts with “Ready”. Open the link to become the owner.
      </p>
      <p className="text-ink-2">
        Lost the link? Stop Quarterdeck with Ctrl-C and run <code className="font-mono">npm start</code>{" "}
        again. A new link is printed, and the old one stops working.
      </p>
    </>
  )
}
