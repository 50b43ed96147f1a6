import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { countLinks } from "@/lib/db/audit-log"
import { type Notice, onNotice } from "@/lib/db/infra/listen"
import { idsOfProject } from "@/lib/db/teams/projects-and-agents"
import { projectBound } from "@/lib/db/teams/teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { teamOf } from "../teams/team-and-project"

export type { Notice }

/**
 * A change for a listener. "lost": changes were missed. "rights": rights in the team changed, so listeners
 * must be checked again.
 */
type Heard = Notice | "lost" | "rights"

/**
 * Listens to committed changes of a team. A token that is bound to a project gets only changes of its
 * proposals, alerts, syntheses and seed plans. Returns a function that stops listening.
 */
export async function listenTo(
  actor: Actor,
  team: string,
  hear: (heard: Heard) => void,
): Promise<Outcome<() => void>> {
  const found = await teamOf(actor, "read", team)
  if (!found.ok) return found
  const bound = projectBound(actor)
  const hearOwn = bound === null ? hear : inProject(visibilityOf(actor, found.value.id), bound, hear)
  return done(
    onNotice((notice) => {
      if (notice !== "lost" && OF_LOGINS.test(notice.kind) && notice.byId === actor.id) return hear("rights")
      if (notice !== "lost" && notice.teamId !== found.value.id) return
      if (notice !== "lost" && OF_RIGHTS.test(notice.kind)) hear("rights")
      else hearOwn(notice)
    }),
  )
}

/**
 * Returns the number of changes of a team so far. A page that was rendered at a lower number has missed some.
 * Returns 0 for a team that the actor may not see.
 */
export async function countChanges(actor: Actor, team: string): Promise<number> {
  const found = await teamOf(actor, "read", team)
  return found.ok ? countLinks(found.value.id) : 0
}

/** Changes that end logins of a person. Listeners with these logins must be checked again. */
const OF_LOGINS = /^(?:command-line\.end|login\.end|login\.end-all|person\.change-password)$/

const OF_RIGHTS = /^(?:member\.(?:remove|change-role)|access-token\.revoke)$/

/**
 * Returns a listener that passes on only changes of proposals, alerts, syntheses and seed plans of a project.
 * Changes that cannot be looked up are reported as lost.
 */
function inProject(
  visible: Visibility,
  projectId: string,
  hear: (notice: Notice | "lost") => void,
): (notice: Notice | "lost") => void {
  return (notice) => {
    if (notice === "lost") return hear(notice)
    const { proposals = [], alerts = [], syntheses = [], seeds = [] } = notice
    if (proposals.length === 0 && alerts.length === 0 && syntheses.length === 0 && seeds.length === 0) return
    idsOfProject(visible, projectId, {
      files: [],
      proposals: proposals.map((one) => one.id),
      alerts: alerts.map((one) => one.id),
      syntheses: syntheses.map((one) => one.id),
      seeds: seeds.map((one) => one.id),
    }).then(
      (own) =>
        own.size > 0
          ? hear({
              ...notice,
              proposals: proposals.filter((one) => own.has(one.id)),
              conflicts: [],
              alerts: alerts.filter((one) => own.has(one.id)),
              syntheses: syntheses.filter((one) => own.has(one.id)),
              seeds: seeds.filter((one) => own.has(one.id)),
            })
          : undefined,
      () => hear("lost"),
    )
  }
}
