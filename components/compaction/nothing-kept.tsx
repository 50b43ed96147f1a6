import { CalendarCheck } from "lucide-react"
import { ButtonLink } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Empty } from "@/components/ui/empty"
import { compactionPath } from "./paths"
import type { LogsPreview } from "./compaction-types"

/** What is shown where the logs hold nothing for memory. */
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
    <ButtonLink href={compactionPath(team, { project: target.project })}>Back to what is due</ButtonLink>
  )
  if (logs.length === 0)
    return (
      <Empty icon={icon} title="No logs to look through" action={back}>
        {since === null
          ? "No daily logs stand beside this memory."
          : `All logs up to ${since} were looked through. New ones are listed here when they come.`}
      </Empty>
    )
  return (
    <Empty
      icon={icon}
      title={`Nothing worth keeping in ${count(logs.length, "log")}${recorded ? ", recorded" : ""}`}
      action={recorded ? back : null}
    >
      {recorded
        ? "The next compaction begins after them."
        : `${logs.length === 1 ? "It tells" : "They tell"} what happened once, and nothing that holds on or is not known already. Recording it says that somebody looked.`}
    </Empty>
  )
}
