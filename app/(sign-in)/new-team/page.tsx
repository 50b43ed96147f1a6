import { Link } from "@/components/ui/link"
import { TeamForm } from "@/components/teams/team-form"
import { requireActor } from "@/lib/auth/actor"
import { can } from "@/lib/memory/teams/actor"
import { makeTeam } from "./actions"

export const metadata = { title: "New team" }

export default async function NewTeamPage() {
  const actor = await requireActor()
  if (!can(actor, "own", { teamId: null })) {
    return (
      <>
        <h1>New team</h1>
        <p className="text-ink-2">
          Only the Quarterdeck owner can create teams. Ask the owner to create one and invite you.
        </p>
        <p>
          <Link className="text-link" href="/">
            Back to your team
          </Link>
        </p>
      </>
    )
  }
  return (
    <>
      <h1>New team</h1>
      <TeamForm action={makeTeam} consequence="Create team" cancelHref="/" />
      <p className="text-sm text-ink-2">Next step: import memory files.</p>
    </>
  )
}
