import { Link } from "@/components/ui/link"
import { Bars } from "@/components/charts/bars"
import { count } from "@/components/data/count"
import { TableBox } from "@/components/data/table"
import { agentPath } from "@/components/data/addresses"

interface Knower {
  name: string
  project: string
  entries: number
}

interface WhoKnowsProps {
  team: string
  /** The heading: "Testing: What Worked". */
  title: string
  agents: readonly Knower[]
  total: number
  close: string
}

/** The agents that have entries in a section, and the agents that have none. */
export function WhoKnows({ team, title, agents, total, close }: WhoKnowsProps) {
  const [has, lacks] = [
    agents.filter(({ entries }) => entries > 0),
    agents.filter(({ entries }) => entries === 0),
  ]
  const showProject = new Set(agents.map(({ project }) => project)).size > 1
  const label = ({ name, project }: Knower) => (showProject ? `${name} (${project})` : name)
  return (
    <section aria-labelledby="who" className="mt-4">
      <h2 id="who" className="mb-1.5">
        {title}
        <Link href={close} scroll={false} className="ml-3 text-sm font-normal text-link">
          Close
        </Link>
      </h2>
      <TableBox className="grid gap-4 p-4 md:grid-cols-2">
        <div className="max-w-160 min-w-0">
          <Bars
            caption={`Entries in ${title}`}
            columns={["Agent", "Entries"]}
            rows={has.map((agent) => ({ label: label(agent), value: agent.entries }))}
          />
        </div>
        <div>
          <h3 className="mb-1 text-sm text-ink-2">
            {lacks.length === 0 ? "No gaps" : `${count(lacks.length, "agent")} without entries`}
          </h3>
          <ul className="flex flex-wrap gap-x-3 gap-y-1">
            {lacks.map((agent) => (
              <li key={label(agent)}>
                <Link
                  href={agentPath(team, agent.project, agent.name)}
                  className="inline-flex min-h-6 items-center text-link"
                >
                  {label(agent)}
                </Link>
              </li>
            ))}
          </ul>
          {total > agents.length ? (
            <p className="mt-1 text-sm text-ink-3">and {count(total - agents.length, "more agent")}</p>
          ) : null}
        </div>
      </TableBox>
    </section>
  )
}
