import { Sparkles } from "lucide-react"
import type { ReactNode } from "react"
import { valueOrNotFound } from "@/app/value-or-not-found"
import type { SynthesisRequest } from "@/components/coach/coach-run"
import { StartPanel } from "@/components/coach/start/start-panel"
import type { FormAction } from "@/components/data/form-state"
import type { Actor } from "@/lib/memory/teams/actor"
import { showCoach } from "@/lib/operations/coach/runs/coach-runs"
import { showFleet } from "@/lib/operations/agents/fleet"
import { runOperation } from "@/lib/operations/operation"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { listPlaces } from "@/lib/operations/teams/teams"

interface OpenedPanelProps {
  actor: Actor
  team: string
  asked: SynthesisRequest
  projects: readonly { readonly slug: string; readonly name: string }[]
  /** Slug of the project that the list is filtered by; null: all projects. */
  here: string | null
  closeHref: string
  start: FormAction
}

/** Maximum number of cold agents offered for an orientation. The panel finds others by name. */
const MOST_COLD = 8

/** The start panel with its choices. Agents are loaded only for an orientation. */
export async function StartPanelWithChoices({ actor, team, asked, ...rest }: OpenedPanelProps) {
  const [setup, fleet] = await Promise.all([
    runOperation(showCoach, actor, { team }),
    asked.kind === "orientation" ? runOperation(showFleet, actor, { team }) : null,
  ])
  const agents = fleet === null ? [] : valueOrNotFound(fleet).agents.filter(({ optedOut }) => !optedOut)
  return (
    <StartPanel
      team={team}
      initial={asked}
      agents={[...new Set(agents.map(({ name }) => name))]}
      cold={agents
        .filter(({ cold }) => cold)
        .slice(0, MOST_COLD)
        .map(({ name, project }) => ({ name, project: project.slug }))}
      setup={valueOrNotFound(setup)}
      {...rest}
    />
  )
}

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
