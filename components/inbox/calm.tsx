"use client"

import { GitCompareArrows, Inbox, Sparkles } from "lucide-react"
import { useEffect, useState } from "react"
import { askServer } from "@/components/data/http-client"
import { Button, ButtonLink } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Empty } from "@/components/ui/empty"
import type { TabName } from "./filters"

interface Today {
  decided: number
  mine: number
  verdicts: Record<string, number>
}

interface CalmProps {
  team: string
  tab: TabName
  /** Null where no filter hides anything. */
  onShowAll: (() => void) | null
  project: string | null
}

const ICON = <Inbox className="icon-lg" aria-hidden />

/** Nothing is listed: why that is, what was done today, and where to go. */
export function Calm({ team, tab, onShowAll, project }: CalmProps) {
  const today = useToday(team, project, onShowAll === null && tab !== "decided")
  const place = project === null ? "" : `?project=${encodeURIComponent(project)}`
  if (onShowAll) {
    return (
      <Empty
        icon={ICON}
        title="Nothing fits these filters"
        action={<Button onClick={onShowAll}>Show everything</Button>}
      >
        Other filters, or none, may list something.
      </Empty>
    )
  }
  const flow = <ButtonLink href={`/t/${team}${place}#queue`}>See the queue’s history</ButtonLink>
  if (tab === "decided")
    return (
      <Empty icon={ICON} title="Nothing was decided yet">
        What is approved, merged, rejected, resolved or published is listed here with who decided it, when and
        why, and can be undone.
      </Empty>
    )
  if (tab === "snoozed")
    return (
      <Empty icon={ICON} title="You put nothing off">
        What you snooze waits here until its time, and then comes back by itself.
      </Empty>
    )
  if (tab === "conflicts") {
    return (
      <Empty
        icon={<GitCompareArrows className="icon-lg" aria-hidden />}
        title="No two memories stand against each other"
        action={<ButtonLink href={`/t/${team}/inbox?tab=decided`}>See what was decided</ButtonLink>}
      >
        What contradicts or repeats something an agent loads with it waits here, and so does a file that
        changed in two places.
      </Empty>
    )
  }
  if (tab === "coach") {
    return (
      <Empty
        icon={<Sparkles className="icon-lg" aria-hidden />}
        title="Nothing of the coach waits"
        action={<ButtonLink href={`/t/${team}/coach${place}`}>Ask for a brief</ButtonLink>}
      >
        What the coach finds across agents waits here: a brief for people, an orientation for an agent that
        begins. Nothing of it enters a memory before somebody has gone through it.
      </Empty>
    )
  }
  if (tab === "alerts") {
    return (
      <Empty
        icon={ICON}
        title="Nothing is amiss"
        action={<ButtonLink href={`/t/${team}/agents${place}`}>Look at the fleet</ButtonLink>}
      >
        What a memory file, an agent or a project breaks waits here until its cause is gone: a file past its
        cut, an entry that nobody vouches for, an agent that starts with nothing.
      </Empty>
    )
  }
  return (
    <Empty
      icon={ICON}
      title={tab === "proposals" ? "No proposal waits" : "Nothing waits for you"}
      action={
        <>
          {flow}
          <ButtonLink href={`/t/${team}/agents${place}`}>Look at the fleet</ButtonLink>
        </>
      }
    >
      {today && today.decided > 0
        ? todayWords(today)
        : "What agents and colleagues propose waits here, and so does what is amiss in memory."}
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

/** "37 proposals were decided today, 30 of them by you: 25 approved, 12 rejected." */
function todayWords({ decided, mine, verdicts }: Today): string {
  const parts = VERDICTS.flatMap(([verdict, words]) =>
    verdicts[verdict] ? [`${verdicts[verdict].toLocaleString("en")} ${words}`] : [],
  )
  const who = mine === decided ? " by you" : mine > 0 ? `, ${mine.toLocaleString("en")} of them by you` : ""
  return `${count(decided, "proposal")} ${decided === 1 ? "was" : "were"} decided today${who}: ${parts.join(", ")}.`
}

function useToday(team: string, project: string | null, wanted: boolean): Today | null {
  const [today, setToday] = useState<Today | null>(null)
  useEffect(() => {
    if (!wanted) return
    const abort = new AbortController()
    const midnight = new Date()
    midnight.setHours(0, 0, 0, 0)
    askServer<Today>("/inbox/decided", {
      query: { team, since: midnight.toISOString(), ...(project === null ? {} : { project }) },
      signal: abort.signal,
    })
      .then((answer) => (abort.signal.aborted ? undefined : setToday(answer)))
      .catch(() => undefined) // only the figures of the day are missing
    return () => abort.abort()
  }, [team, project, wanted])
  return today
}
