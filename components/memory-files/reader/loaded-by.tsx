import type { OutputOf } from "@/lib/http/contract"
import { ownValue } from "@/lib/memory/text/own-value"
import { Link } from "@/components/ui/link"
import { agentPath } from "@/components/data/addresses"
import { count } from "@/components/data/count"

export type Reader = OutputOf<"file.show">["readers"][number]

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
      <h2 className="mb-1.5">Loaded by</h2>
      <p className="text-ink-2">
        {readers.length === 0
          ? withoutAgents(file)
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
        {readers.length > 0 ? (ownValue(WHEN, file.role) ?? " at session start.") : ""}
      </p>
    </section>
  )
}

const WHEN: Readonly<Record<string, string>> = {
  topic: " when the index links to it.",
  log: " at session start (today’s and yesterday’s logs).",
}

function withoutAgents({ scope, role }: LoadedByProps["file"]): string {
  if (role === "identity") return "Every session in this workspace, in full."
  if (scope === "global") return "Every agent, because this is global memory."
  if (scope === "session") return "Only the session that wrote it, until that session ends."
  return `The path does not contain an agent name, so the file applies to the whole ${scope}.`
}
