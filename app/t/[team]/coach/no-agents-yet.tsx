import { Sparkles } from "lucide-react"
import type { ReactNode } from "react"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import type { Actor } from "@/lib/memory/teams/actor"
import { runOperation } from "@/lib/operations/operation"
import { listPlaces } from "@/lib/operations/teams/teams-and-projects"

/** The children, or an empty state that links to Sources if the team has no agents yet. */
export async function UnlessNothingToRead({
  actor,
  team,
  children,
}: {
  actor: Actor
  team: string
  children: ReactNode
}) {
  const { teams } = valueOrNotFound(await runOperation(listPlaces, actor, {}))
  if ((teams.find((one) => one.slug === team)?.agents ?? 0) > 0) return children
  return (
    <Empty
      icon={<Sparkles className="icon-lg" aria-hidden />}
      title="No agents yet"
      action={
        <ButtonLink variant="primary" href={`/t/${team}/sources`}>
          Import memory files
        </ButtonLink>
      }
    >
      The coach finds patterns across the memory of all agents. Import memory files to get started.
    </Empty>
  )
}
