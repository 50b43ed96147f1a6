import { notFound } from "next/navigation"
import type { ReactNode } from "react"
import { Shell } from "@/components/shell/shell"
import { requirePerson } from "@/lib/auth/actor"
import { personActor } from "@/lib/auth/mint"
import { can } from "@/lib/memory/actor"
import { countInbox } from "@/lib/operations/inbox"
import { listPlaces } from "@/lib/operations/places"
import { signOut } from "./sign-out"

/** The frame only: each page asks for its own actor and decides for itself what it may show. */
export default async function TeamLayout({ params, children }: { params: Promise<{ team: string }>; children: ReactNode }) {
  const [{ team: slug }, person] = await Promise.all([params, requirePerson()])
  const actor = personActor(person)
  const [outcome, inbox] = await Promise.all([listPlaces.run(actor, {}), countInbox.run(actor, { team: slug })])
  const teams = outcome.ok ? outcome.value.teams : []
  const team = teams.find((one) => one.slug === slug)
  if (!team) notFound()
  return (
    <Shell teams={teams} counts={{ fleet: team.agents, inbox: inbox.ok ? inbox.value.proposals + inbox.value.conflicts + inbox.value.findings : 0 }} person={{ name: person.name, signOut }} mayMakeTeams={can(actor, "own", { teamId: null })}>
      {children}
    </Shell>
  )
}
