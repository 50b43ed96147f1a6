import { redirect } from "next/navigation"
import { JoinAsForm, JoinForm } from "@/components/teams/sign-in-forms"
import { ProviderButtons } from "@/components/teams/provider-buttons"
import { ButtonLink } from "@/components/ui/button"
import { Link } from "@/components/ui/link"
import { findSignedIn } from "@/lib/auth/actor"
import { signInProviders } from "@/lib/auth/environment"
import { findTeamName, INVITATION_WORDS, readInvitation } from "@/lib/auth/invitation"
import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Role } from "@/lib/memory/teams/actor"
import { join, joinSignedIn, joinWith } from "../join-actions"

export const metadata = { title: "Join a team" }

export default async function JoinPage({ searchParams }: { searchParams: Promise<{ key?: string }> }) {
  const [{ key = "" }, person] = await Promise.all([searchParams, findSignedIn()])
  const found = await readInvitation(key)
  if (found.state !== "open") return <Closed words={CLOSED_WORDS[found.state]} />
  const { teamId, role, email } = found.invitation
  if (teamId === null) redirect(`/welcome?key=${encodeURIComponent(key)}`)
  const team = await findTeamName(wholeTeamUnchecked(teamId))
  if (team === null) return <Closed words="This team no longer exists." />

  const consequence = `Join ${team} as ${role}`
  return (
    <>
      <div className="grid gap-1">
        <h1>Join {team}</h1>
        <p className="text-ink-2">
          You’ve been invited as <b>{role}</b>: {MAY[role]}
        </p>
      </div>
      {person ? (
        <JoinAsForm action={joinSignedIn} invitation={key} name={person.name} consequence={consequence} />
      ) : (
        <>
          <ProviderButtons
            providers={signInProviders().map((one) => ({ id: one.id, name: one.name }))}
            action={joinWith}
            carried={{ key }}
          />
          <JoinForm action={join} invitation={key} email={email} consequence={consequence} />
          <p className="text-sm text-ink-2">
            Already have an account?{" "}
            <Link className="text-link" href={`/sign-in?next=${encodeURIComponent(`/join?key=${key}`)}`}>
              Sign in
            </Link>{" "}
            to join with that account.
          </p>
        </>
      )}
    </>
  )
}

const MAY: Record<Role, string> = {
  viewer: "you can view memory.",
  member: "you can view memory and propose changes.",
  lead: "you can review proposals and conflicts, import files and invite people.",
  owner: "you have full access to this team.",
}

/** Reasons below the heading, which already says that the link is not valid. */
const CLOSED_WORDS = {
  ...INVITATION_WORDS,
  unknown: "Part of the link may be missing, or the invitation may have been withdrawn. Ask for a new link.",
}

function Closed({ words }: { words: string }) {
  return (
    <>
      <h1>This link is not valid</h1>
      <p className="text-ink-2">{words}</p>
      <ButtonLink href="/">Go to Quarterdeck</ButtonLink>
    </>
  )
}
