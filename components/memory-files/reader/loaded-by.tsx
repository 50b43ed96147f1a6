import { ownValue } from "@/lib/memory/text/own-value"
import { Link } from "@/components/ui/link"
import { agentPath } from "@/components/agents/fleet"
import { count } from "@/components/data/count"

export interface Reader {
  name: string
  project: string
}

interface LoadedByProps {
  team: string
  file: { scope: string; role: string; agent: string | null }
  readers: readonly Reader[]
}

const SHOWN = 12

export function LoadedBy({ team, file, readers }: LoadedByProps) {
  const rest = readers.length - SHOWN
  return (
    <section>
      <h2 className="mb-1.5">Who loads it</h2>
      <p className="text-ink-2">
        {readers.length === 0
          ? nobody(file)
          : readers.slice(0, SHOWN).map((reader, index) => (
              <span key={`${reader.project}/${reader.name}`}>
                {index > 0 ? ", " : ""}
                <Link
                  href={agentPath(team, reader.project, reader.name)}
                  className="hover:text-accent hover:underline"
                >
                  {reader.name}
                </Link>
              </span>
            ))}
        {rest > 0 ? ` and ${count(rest, "other")}` : ""}
        {readers.length > 0 ? (ownValue(WHEN, file.role) ?? ", at session start.") : ""}
      </p>
    </section>
  )
}

const WHEN: Readonly<Record<string, string>> = {
  topic: ", when its index leads there.",
  log: ", today’s and yesterday’s at session start.",
}

function nobody({ scope, role }: LoadedByProps["file"]): string {
  if (role === "identity") return "Every session in this workspace, as it stands."
  if (scope === "global") return "No agent of its own: what is global holds for all of them."
  if (scope === "session") return "The session that it belongs to, until that ends."
  return `No agent is named by its path. It holds for the ${scope}.`
}
