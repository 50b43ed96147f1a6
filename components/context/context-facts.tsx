import { Link } from "@/components/ui/link"
import { agentPath, categoryPath } from "@/components/data/addresses"
import { contextPath } from "@/components/shell/navigation"
import { count } from "@/components/data/count"
import { FillBar } from "./fill-bar"
import type { Moves } from "./task-rank-changes"
import type { AgentContext, ContextAgent } from "./context-types"

interface ToldFactsProps {
  team: string
  context: Pick<AgentContext, "entries" | "tokens" | "files">
  whose: ContextAgent
  budget: number
  moves: Moves | null
}

/** A summary line: the size of the context, its sources and its agent. */
export function ContextFacts({
  team,
  context: { entries, tokens, files },
  whose,
  budget,
  moves,
}: ToldFactsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-ink-2">
      <span>
        <Figure>{entries.length.toLocaleString("en")}</Figure> {entries.length === 1 ? "entry" : "entries"}{" "}
        from <Figure>{files.length.toLocaleString("en")}</Figure> {files.length === 1 ? "file" : "files"}
      </span>
      <span className="flex items-center gap-2 whitespace-nowrap">
        <FillBar
          part={tokens}
          whole={budget}
          tone={tokens > budget * 0.9 ? "caution" : "plain"}
          className="w-24"
        />
        <span>
          <Figure>{tokens.toLocaleString("en")}</Figure> of {count(budget, "token")}
        </span>
      </span>
      <Belonging team={team} whose={whose} />
      {moves ? <span className="font-medium text-ink">{describeMoves(moves)}</span> : null}
    </div>
  )
}

/** The agent's category and its coordinator. */
function Belonging({
  team,
  whose: { agent, project, category, known },
}: Pick<ToldFactsProps, "team" | "whose">) {
  const who = known ? (
    <>
      <Link href={agentPath(team, project.slug, agent)} className="text-link">
        {agent}
      </Link>{" "}
      is in
    </>
  ) : (
    "The name matches"
  )
  if (category === null) return <span>{who} no category</span>
  return (
    <span>
      {who}{" "}
      <Link href={categoryPath(team, category.slug)} className="text-link">
        {category.name}
      </Link>
      <Coordinator {...{ team, project, agent }} coordinator={category.coordinator} />
    </span>
  )
}

function Coordinator({
  team,
  project,
  agent,
  coordinator,
}: Pick<ContextAgent, "project" | "agent"> & { team: string; coordinator: string | null }) {
  if (coordinator === null) return null
  if (coordinator === agent) return " (coordinator)"
  return (
    <>
      , coordinated by{" "}
      <Link href={contextPath(team, project.slug, coordinator)} className="text-link">
        {coordinator}
      </Link>
    </>
  )
}

function Figure({ children }: { children: string }) {
  return <b className="font-semibold text-ink tabular-nums">{children}</b>
}

/** Returns the effect of the task: "With this task: 3 new, 2 moved up, 3 left out". */
export function describeMoves({ came, up, gone }: Pick<Moves, "came" | "up" | "gone">): string {
  const parts = [
    came > 0 ? `${came} new` : null,
    up > 0 ? `${up} moved up` : null,
    gone.length > 0 ? `${gone.length} left out` : null,
  ].filter(Boolean)
  return parts.length === 0 ? "With this task: no change" : `With this task: ${parts.join(", ")}`
}
