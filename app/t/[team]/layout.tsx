import { notFound } from "next/navigation"
import type { ReactNode } from "react"
import { Shell } from "@/components/shell/shell"
import { requirePerson } from "@/lib/auth/actor"
import { personActor } from "@/lib/auth/mint"
import { can } from "@/lib/memory/actor"
import { countInbox } from "@/lib/operations/inbox"
import { countChanges } from "@/lib/operations/live"
import { listPlaces } from "@/lib/operations/places"
import { countSeeding } from "@/lib/operations/seed/count"
import { signOut } from "./sign-out"

/** The frame only: each page asks for its own actor and decides for itself what it may show. */
export default async function TeamLayout({
  params,
  children,
}: {
  params: Promise<{ team: string }>
  children: ReactNode
}) {
  const [{ team: slug }, person] = await Promise.all([params, requirePerson()])
  const actor = personActor(person)
  const [changes, outcome, inbox, seeding] = await Promise.all([
    countChanges(actor, slug),
    listPlaces.run(actor, {}),
    countInbox.run(actor, { team: slug }),
    countSeeding.run(actor, { team: slug }),
  ])
  const teams = outcome.ok ? outcome.value.teams : []
  const team = teams.find((one) => one.slug === slug)
  if (!team) notFound()
  const waiting = inbox.ok ? inbox.value : { items: 0, syntheses: 0 }
  return (
    <Shell
      drawnAt={changes}
      teams={teams}
      counts={{
        fleet: team.agents,
        inbox: waiting.items,
        seed: seeding.ok ? seeding.value.cold + seeding.value.plans : 0,
        coach: waiting.syntheses,
      }}
      person={{ name: person.name, signOut }}
      mayMakeTeams={can(actor, "own", { teamId: null })}
    >
      {children}
    </Shell>
  )
}
