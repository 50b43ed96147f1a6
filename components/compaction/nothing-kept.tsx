import { CalendarCheck } from "lucide-react"
import { ButtonLink } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Empty } from "@/components/ui/empty"
import { compactionPath } from "./paths"
import type { LogsPreview } from "./compaction-types"

/** The empty state for logs without anything worth keeping. */
export function NothingKept({
  team,
  preview: { logs, target, since },
  recorded,
}: {
  team: string
  preview: LogsPreview
  recorded: boolean
}) {
  const icon = <CalendarCheck className="icon-lg" aria-hidden />
  const back = (
    <ButtonLink href={compactionPath(team, { project: target.project })}>Back to due compactions</ButtonLink>
  )
  if (logs.length === 0)
    return (
      <Empty icon={icon} title="No logs to review" action={back}>
        {since === null
          ? "This memory has no daily logs."
          : `All logs up to ${since} have been reviewed. New logs will appear here.`}
      </Empty>
    )
  return (
    <Empty
      icon={icon}
      title={`Nothing worth keeping in ${count(logs.length, "log")}${recorded ? " (recorded)" : ""}`}
      action={recorded ? back : null}
    >
      {recorded
        ? "The next compaction starts after these logs."
        : "All lines are one-time events or already in memory. Mark the logs as reviewed so that the next compaction skips them."}
    </Empty>
  )
}
