import { Link } from "@/components/ui/link"
import { compactPath } from "./paths"
import type { CompactionKind } from "./compaction-types"

interface CompactHereProps {
  team: string
  file: {
    readonly id: string
    readonly path: string
    readonly role: string
    readonly format: string
    readonly lines: number
    readonly cut: number | null
    readonly limits: { readonly budget: number | null }
    readonly project: { readonly slug: string }
  }
}

const WORDS: Readonly<Record<CompactionKind, string>> = {
  logs: "Review daily logs…",
  trim: "Trim file…",
  runs: "Prune runs…",
}
/** Formats that keep daily logs beside the memory. */
const WITH_LOGS: ReadonlySet<string> = new Set(["memory-workspace", "openclaw-workspace"])

function compactionsOf({ role, format, lines, cut, limits }: CompactHereProps["file"]): CompactionKind[] {
  if (role === "log") return []
  if (role === "runs") return ["runs"]
  const isLong = (limits.budget !== null && lines > limits.budget) || cut !== null
  return [
    ...(isLong ? (["trim"] as const) : []),
    ...(role === "memory" && WITH_LOGS.has(format) ? (["logs"] as const) : []),
  ]
}
/** Links to the compactions of this file; nothing if there are none. */
export function CompactHere({ team, file }: CompactHereProps) {
  const kinds = compactionsOf(file)
  if (kinds.length === 0) return null
  return (
    <section>
      <h2 className="mb-1.5">Compaction</h2>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {kinds.map((kind) => (
          <Link
            key={kind}
            href={compactPath(team, { file: file.id, path: file.path, project: file.project.slug }, kind)}
            className="text-link"
          >
            {WORDS[kind]}
          </Link>
        ))}
      </p>
    </section>
  )
}
