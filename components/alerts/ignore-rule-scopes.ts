import type { AlertKind } from "@/lib/memory/alerts/kinds"
import type { AlertSummary } from "./alert-types"
import { kindLabel } from "./alert-text"

/** A scope in which a rule can ignore alerts of a kind. */
export interface RuleChoice {
  readonly key: string
  /** "This file". */
  readonly label: string
  /** Effect of the rule: "no “Stale entries” alerts for core/MEMORY.md". */
  readonly consequence: string
  readonly rule: {
    readonly kind: AlertKind
    readonly project?: string
    readonly agent?: string
    readonly path?: string
  }
}

/** Returns the scopes from the narrowest to the whole team. */
export function rulePlaces({ kind, path, agent, project }: AlertSummary): readonly RuleChoice[] {
  const no = `no “${kindLabel(kind)}” alerts`
  const where = project ? { project: project.slug } : {}
  const places: Omit<RuleChoice, "key">[] = [
    ...(path === null
      ? []
      : [{ label: "This file", consequence: `${no} for ${path}`, rule: { kind, ...where, path } }]),
    ...(agent === null
      ? []
      : [{ label: "This agent", consequence: `${no} for ${agent}`, rule: { kind, ...where, agent } }]),
    ...(project === null
      ? []
      : [
          {
            label: "This project",
            consequence: `${no} in ${project.name}`,
            rule: { kind, project: project.slug },
          },
        ]),
    { label: "Everywhere", consequence: `${no} in this team`, rule: { kind } },
  ]
  return places.map((one, place) => ({ ...one, key: String(place + 1) }))
}

/** True if the rule matches the alert. */
export function matchesRule(
  alert: AlertSummary,
  { kind, project, agent, path }: RuleChoice["rule"],
): boolean {
  return (
    alert.kind === kind &&
    (project === undefined || project === alert.project?.slug) &&
    (agent === undefined || agent === alert.agent) &&
    (path === undefined || path === alert.path)
  )
}
