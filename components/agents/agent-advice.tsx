import { Link } from "@/components/ui/link"
import { newSynthesisPath } from "@/components/coach/paths"
import { newSeedPath } from "@/components/seed/paths"
import { Notice } from "@/components/ui/notice"
import { count } from "@/components/data/count"
import { agentPath, type FleetAgent } from "./fleet"

/** What the agent's state means and what to do about it; nothing for a healthy one. */
export function AgentAdvice({ team, agent }: { team: string; agent: FleetAgent }) {
  switch (agent.state) {
    case "past-cut":
      return (
        <Notice
          tone="danger"
          title={`${count(agent.pastCut, "line")} past the cut: the harness never loads ${agent.pastCut === 1 ? "it" : "them"}`}
        >
          Open the file to see where loading stops; retire or move entries until all of it is read.
        </Notice>
      )
    case "broken":
      return (
        <Notice tone="danger" title="A file of this agent could not be parsed as a whole">
          Its text is kept as it is. Open it: the problems stand at their lines, each with the way out.
        </Notice>
      )
    case "over-budget":
      return (
        <Notice
          tone="caution"
          title={`${count(agent.lines - (agent.budget ?? 0), "line")} over the budget of ${agent.budget}`}
        >
          The harness still loads all of it. Retire what is stale before it does not.
        </Notice>
      )
    case "filling-up":
      return <Notice tone="caution" title={`${agent.lines} of ${agent.budget} lines: nearly full`} />
    case "stale":
      return (
        <Notice
          tone="caution"
          title={`${agent.stale} of ${count(agent.entries, "entry", "entries")} are stale`}
        >
          Nobody has confirmed them for long. Vouch for what still holds, retire the rest.
        </Notice>
      )
    case "cold":
      return (
        <Notice title="This agent knows nothing yet">
          {agent.predecessor ? (
            <>
              <Link
                href={agentPath(team, agent.predecessor.project, agent.predecessor.name)}
                className="text-link"
              >
                {agent.predecessor.name}
              </Link>{" "}
              did this work before and has {count(agent.predecessor.lines, "line")}.
            </>
          ) : (
            "Its memory begins with its first session, or with an import."
          )}{" "}
          <Link
            href={newSeedPath(team, { project: agent.project.slug, agent: agent.name })}
            className="text-link"
          >
            Seed…
          </Link>{" "}
          <Link
            href={newSynthesisPath(team, "orientation", { agent: agent.name, in: agent.project.slug })}
            className="text-link"
          >
            Orientation…
          </Link>
        </Notice>
      )
    case "opted-out":
      return (
        <Notice title="This agent has opted out of memory">
          Its definition says <code className="font-mono">memory: disabled</code>: nothing is written for it
          until that line is gone.
        </Notice>
      )
    case "healthy":
      return null
  }
}
