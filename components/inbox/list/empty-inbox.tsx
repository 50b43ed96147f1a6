"use client"

import type { OutputOf } from "@/lib/http/contract"
import { Inbox } from "lucide-react"
import { useSyncExternalStore } from "react"
import { callOperation } from "@/components/data/http-client"
import { useRead } from "@/components/data/use-read"
import { outbox } from "@/components/queue/outbox-and-undo"
import { Button, ButtonLink } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { isDecided, isWaiting } from "../inbox-query"
import { listPartsOfTab } from "../list-parts-registry"

type Today = OutputOf<"inbox.decided">

interface CalmProps {
  team: string
  tab: string
  /** Clears the filters; null if none are set. */
  onShowAll: (() => void) | null
  project: string | null
}

const ICON = <Inbox className="icon-lg" aria-hidden />

/** Empty state of the list: why nothing is listed, today’s decisions, and the next step. */
export function EmptyInbox({ team, tab, onShowAll, project }: CalmProps) {
  const today = useToday(team, project, onShowAll === null && !isDecided({ tab }))
  const place = project === null ? "" : `?project=${encodeURIComponent(project)}`
  if (onShowAll) {
    return (
      <Empty
        icon={ICON}
        title="No items match these filters"
        action={<Button onClick={onShowAll}>Clear filters</Button>}
      >
        Try different filters, or clear them.
      </Empty>
    )
  }
  const flow = <ButtonLink href={`/t/${team}${place}#queue`}>View queue history</ButtonLink>
  if (isDecided({ tab }))
    return (
      <Empty icon={ICON} title="No decisions yet">
        Approved, merged, rejected, resolved and published items are listed here, along with who decided, when
        and why. You can undo any decision.
      </Empty>
    )
  if (!isWaiting({ tab }))
    return (
      <Empty icon={ICON} title="No snoozed items">
        Snoozed items are listed here until they return to the inbox.
      </Empty>
    )
  const parts = listPartsOfTab(tab)
  const empty = parts?.empty
  if (empty) {
    const { href, label } = empty.link(team, place)
    return (
      <Empty icon={empty.icon} title={empty.title} action={<ButtonLink href={href}>{label}</ButtonLink>}>
        {empty.words}
      </Empty>
    )
  }
  return (
    <Empty
      icon={ICON}
      title={parts?.emptyTitle ?? "You’re all caught up"}
      action={
        <>
          {flow}
          <ButtonLink href={`/t/${team}/agents${place}`}>View agents</ButtonLink>
        </>
      }
    >
      {today && today.decided > 0
        ? todayWords(today)
        : "Proposals from agents and teammates are listed here, along with memory alerts."}
    </Empty>
  )
}

const VERDICTS = [
  ["approved", "approved"],
  ["edited", "approved with edits"],
  ["merged", "merged"],
  ["rejected", "rejected"],
  ["withdrawn", "withdrawn"],
] as const

/** Returns today’s decisions in words: "37 proposals decided today, 30 by you: 25 approved, 12 rejected." */
function todayWords({ decided, mine, verdicts }: Today): string {
  const parts = VERDICTS.flatMap(([verdict, words]) =>
    verdicts[verdict] ? [`${verdicts[verdict].toLocaleString("en")} ${words}`] : [],
  )
  return `${formatCount(decided, "proposal")} decided today${byYou({ mine, decided })}: ${parts.join(", ")}.`
}

function byYou({ mine, decided }: Pick<Today, "mine" | "decided">): string {
  if (mine === decided) return " by you"
  return mine > 0 ? `, ${mine.toLocaleString("en")} by you` : ""
}

const isSaved = () => outbox.pendingIds().size === 0

/** Returns today’s decisions, or null while they are not known or a decision is being saved. */
function useToday(team: string, project: string | null, isWanted: boolean): Today | null {
  const isComplete = useSyncExternalStore(outbox.onChange, isSaved, () => true)
  const { answer } = useRead(isWanted && isComplete ? `${team}/${project ?? ""}` : null, (signal) => {
    const midnight = new Date()
    midnight.setHours(0, 0, 0, 0)
    return callOperation(
      "inbox.decided",
      { team, since: midnight.toISOString(), ...(project === null ? {} : { project }) },
      { signal },
    )
  })
  return answer
}
