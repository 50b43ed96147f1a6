import { notFound } from "next/navigation"
import type { ReactNode } from "react"
import { placePath } from "@/components/shell/navigation"
import { SampleBanner } from "@/components/shell/sample-banner"
import { Shell } from "@/components/shell/shell"
import { requirePerson } from "@/lib/auth/actor"
import { personActor } from "@/lib/auth/create-actor"
import { can } from "@/lib/memory/teams/actor"
import { countInbox } from "@/lib/operations/inbox/inbox"
import { countChanges } from "@/lib/operations/inbox/live"
import { listPlaces } from "@/lib/operations/teams/teams"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { removeSampleTeams } from "./remove-samples"
import { signOut } from "./sign-out"

/** The frame of all team pages. Each page checks its own access. */
export default async function TeamLayout({
  params,
  children,
}: {
  params: Promise<{ team: string }>
  children: ReactNode
}) {
  const [{ team: slug }, person] = await Promise.all([params, requirePerson()])
  const actor = personActor(person)
  const [changes, outcome, inbox, found] = await Promise.all([
    countChanges(actor, slug),
    listPlaces.run(actor, {}),
    countInbox.run(actor, { team: slug }),
    teamOf(actor, "read", slug),
  ])
  const teams = outcome.ok ? outcome.value.teams : []
  if (!found.ok) notFound()
  const team = { teamId: found.value.id }
  // People who may not decide have no waiting items.
  const waiting = inbox.ok && can(actor, "curate", team) ? inbox.value : null
  const isOwner = can(actor, "own", { teamId: null })
  const own = teams.find((one) => !one.sample)
  const samples = teams.filter((one) => one.sample).map(({ name }) => name)
  const newTeamHref = isOwner ? "/new-team" : null
  const importHref = own ? placePath(own.slug, "sources", null) : newTeamHref
  const banner = found.value.sample ? (
    <SampleBanner importHref={importHref} teams={samples} remove={isOwner ? removeSampleTeams : null} />
  ) : null
  return (
    <Shell
      drawnAt={changes}
      teams={teams}
      counts={waiting === null ? {} : { inbox: waiting.yours, coach: waiting.syntheses }}
      person={{ name: person.name, signOut }}
      manages={can(actor, "manage", team)}
      mayMakeTeams={isOwner}
      banner={banner}
    >
      {children}
    </Shell>
  )
}
