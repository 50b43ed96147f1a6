import { policiesPath } from "@/components/data/addresses"
import { Link } from "@/components/ui/link"
import { SETTING_WORDS, valueWords } from "@/components/policies/policy-text"
import type { PolicySetting, PolicySettings } from "@/lib/memory/policies/policy"
import { Fact } from "@/components/queue/item-fact"
import type { AlertMeasure, AlertSummary } from "./alert-types"

/** The thresholds of an alert, each linked to the policy that sets it. */
export function Measures({
  team,
  alert,
  measures,
}: {
  team: string
  alert: AlertSummary
  measures: readonly AlertMeasure[]
}) {
  if (measures.length === 0) return null
  return (
    <Fact title="Threshold">
      <ul className="grid gap-1">
        {measures.map(({ setting, value, from }) => (
          <li key={setting}>
            {SETTING_WORDS[setting].label}: {valueWords(setting, value as PolicySettings[PolicySetting])},{" "}
            <Link href={policiesPath(team, from === "built-in" ? null : from)} className="text-link">
              {originOf(from, alert)}
            </Link>
          </li>
        ))}
      </ul>
    </Fact>
  )
}

/** Returns the origin of a setting: "from category testing", "default". */
function originOf(from: string, { project }: AlertSummary): string {
  if (from === "built-in") return "default"
  if (from === "team" || from === "deployment") return `from the ${from}`
  const [kind = "", name = ""] = from.split(/:(.*)/s)
  if (kind === "agent") return `from ${name.split("/").slice(1).join("/")}`
  if (kind === "scope") return `from ${name} memory`
  return `from ${kind} ${kind === "project" && project?.slug === name ? project.name : name}`
}
