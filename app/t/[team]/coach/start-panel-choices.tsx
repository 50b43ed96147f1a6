import { valueOrNotFound } from "@/app/value-or-not-found"
import type { SynthesisRequest } from "@/components/coach/start/synthesis-request"
import { StartPanel } from "@/components/coach/start/start-panel"
import type { FormAction } from "@/components/data/form-state"
import type { Actor } from "@/lib/memory/teams/actor"
import { showCoach } from "@/lib/operations/coach/runs/show"
import { showFleet } from "@/lib/operations/agents/fleet"
import { runOperation } from "@/lib/operations/operation"

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
