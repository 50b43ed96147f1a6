import type { OutputOf } from "@/lib/http/contract"
import { Link } from "@/components/ui/link"
import { count } from "@/components/data/count"
import { agentPath } from "@/components/data/addresses"
import { StateTag } from "../state-tag"

export type Sibling = OutputOf<"agent.show">["siblings"][number]

interface SiblingsProps {
  team: string
  /** Slug of the current project. Agents of other projects are shown with their project. */
  project: string
  siblings: readonly Sibling[]
}

/** The other agents of a category, in a narrow column. */
export function Siblings({ team, project, siblings }: SiblingsProps) {
  return (
    <ul className="grid grid-cols-1 gap-1.5">
      {siblings.map((sibling) => (
        <li key={`${sibling.project}/${sibling.name}`} className="flex items-center gap-2">
          <Link
            href={agentPath(team, sibling.project, sibling.name)}
            title={`${sibling.name} in ${sibling.project}`}
            className="min-w-0 truncate text-link"
          >
            {sibling.name}
            {sibling.project === project ? null : ` (${sibling.project})`}
          </Link>
          <span className="text-sm whitespace-nowrap text-ink-3">
            {count(sibling.entries, "entry", "entries")}
          </span>
          <span className="ml-auto shrink-0">
            <StateTag state={sibling.state} />
          </span>
        </li>
      ))}
    </ul>
  )
}
