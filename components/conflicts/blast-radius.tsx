import { VisibleText } from "@/components/text/visible-text"
import { count } from "@/components/data/count"
import type { ConflictSummary } from "./conflict-types"

/** Returns the agents that load both sides, only left, or only right. */
export function radiusOf({ left, right }: Pick<ConflictSummary, "left" | "right">): {
  both: string[]
  left: string[]
  right: string[]
} {
  const [one, other] = [new Set(left.agents), new Set(right.agents)]
  return {
    both: left.agents.filter((agent) => other.has(agent)),
    left: left.agents.filter((agent) => !other.has(agent)),
    right: right.agents.filter((agent) => !one.has(agent)),
  }
}

/** The agents that a conflict affects. Agents that load both sides receive contradicting entries. */
export function BlastRadius({ conflict }: { conflict: ConflictSummary }) {
  if (conflict.agents.length === 0) return <p>No agent loads either side.</p>
  if (conflict.kind === "file")
    return (
      <Agents
        what={`${count(conflict.agents.length, "agent")} ${conflict.agents.length === 1 ? "loads" : "load"} the file`}
        agents={conflict.agents}
      />
    )
  const { both, left, right } = radiusOf(conflict)
  return (
    <div className="grid gap-2">
      <Agents
        what={`${count(both.length, "agent")} ${both.length === 1 ? "loads" : "load"} both sides`}
        agents={both}
      />
      <Agents
        what={`${count(left.length, "agent")} ${left.length === 1 ? "loads" : "load"} only the left side`}
        agents={left}
      />
      <Agents
        what={`${count(right.length, "agent")} ${right.length === 1 ? "loads" : "load"} only the right side`}
        agents={right}
      />
    </div>
  )
}

const NAMED = 8

function Agents({ what, agents }: { what: string; agents: readonly string[] }) {
  if (agents.length === 0) return null
  const rest = agents.slice(NAMED)
  return (
    <div>
      <p className="text-ink tabular-nums">{what}</p>
      <p className="wrap-anywhere">
        <VisibleText text={agents.slice(0, NAMED).join(", ")} />
      </p>
      {rest.length > 0 ? (
        <details>
          <summary className="w-fit cursor-pointer text-link">
            and {rest.length.toLocaleString("en")} more
          </summary>
          <p className="wrap-anywhere">
            <VisibleText text={rest.join(", ")} />
          </p>
        </details>
      ) : null}
    </div>
  )
}
