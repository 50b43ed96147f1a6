"use client"

import type { OutputOf } from "@/lib/http/contract"
import { GitCompareArrows, Inbox, Sparkles } from "lucide-react"
import { useEffect, useState } from "react"
import { call } from "@/components/data/http-client"
import { Button, ButtonLink } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Empty } from "@/components/ui/empty"
import type { TabName } from "./filters"

type Today = OutputOf<"inbox.decided">

interface CalmProps {
  team: string
  tab: TabName
  /** Clears the filters; null if none are set. */
  onShowAll: (() => void) | null
  project: string | null
}

const ICON = <Inbox className="icon-lg" aria-hidden />

/** Empty state of the list: why nothing is listed, today’s decisions, and the next step. */
export function EmptyInbox({ team, tab, onShowAll, project }: CalmProps) {
  const today = useToday(team, project, onShowAll === null && tab !== "decided")
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
  if (tab === "decided")
    return (
      <Empty icon={ICON} title="No decisions yet">
        Approved, merged, rejected, resolved and published items are listed here, with who decided, when and
        why. You can undo each decision.
      </Empty>
    )
  if (tab === "snoozed")
    return (
      <Empty icon={ICON} title="No snoozed items">
        Snoozed items are listed here until they return to the inbox.
      </Empty>
    )
  if (tab === "conflicts") {
    return (
      <Empty
        icon={<GitCompareArrows className="icon-lg" aria-hidden />}
        title="No conflicts"
        action={<ButtonLink href={`/t/${team}/inbox?tab=decided`}>View decided items</ButtonLink>}
      >
        Entries that contradict or duplicate each other are listed here, and so are files that changed in two
        places.
      </Empty>
    )
  }
  if (tab === "coach") {
    return (
      <Empty
        icon={<Sparkles className="icon-lg" aria-hidden />}
        title="Nothing from the coach to review"
        action={<ButtonLink href={`/t/${team}/coach${place}`}>Request a brief</ButtonLink>}
      >
        Briefs for people and orientations for new agents are listed here. Nothing enters memory until someone
        reviews it.
      </Empty>
    )
  }
  if (tab === "alerts") {
    return (
      <Empty
        icon={ICON}
        title="No open alerts"
        action={<ButtonLink href={`/t/${team}/agents${place}`}>View agents</ButtonLink>}
      >
        Alerts are listed here until their cause is fixed. Examples are a file over its load limit, an
        unverified entry and an agent without memory.
      </Empty>
    )
  }
  return (
    <Empty
      icon={ICON}
      title={tab === "proposals" ? "No proposals to review" : "You’re all caught up"}
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

/** "37 proposals decided today, 30 by you: 25 approved, 12 rejected." */
function todayWords({ decided, mine, verdicts }: Today): string {
  const parts = VERDICTS.flatMap(([verdict, words]) =>
    verdicts[verdict] ? [`${verdicts[verdict].toLocaleString("en")} ${words}`] : [],
  )
  return `${count(decided, "proposal")} decided today${byYou({ mine, decided })}: ${parts.join(", ")}.`
}

function byYou({ mine, decided }: Pick<Today, "mine" | "decided">): string {
  if (mine === decided) return " by you"
  return mine > 0 ? `, ${mine.toLocaleString("en")} by you` : ""
}

function useToday(team: string, project: string | null, wanted: boolean): Today | null {
  const [today, setToday] = useState<Today | null>(null)
  useEffect(() => {
    if (!wanted) return
    const abort = new AbortController()
    const midnight = new Date()
    midnight.setHours(0, 0, 0, 0)
    call(
      "inbox.decided",
      { team, since: midnight.toISOString(), ...(project === null ? {} : { project }) },
      { signal: abort.signal },
    )
      .then((answer) => (abort.signal.aborted ? undefined : setToday(answer)))
      .catch(() => undefined) // Only today’s figures are missing.
    return () => abort.abort()
  }, [team, project, wanted])
  return today
}
