import { CircleCheck } from "lucide-react"
import { formatDates } from "@/components/data/day-text"
import type { AlertSummary } from "@/components/alerts/alert-types"
import { conflictHeadline } from "@/components/conflicts/headline"
import type { ConflictSummary } from "@/components/conflicts/conflict-types"
import { VisibleText } from "@/components/text/visible-text"
import { inboxPath } from "@/components/teams/overview/overview-figures"
import { newSeedPath } from "@/components/data/addresses"
import { ButtonLink } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Card } from "./card"

/** A step, as `home.next` returns it. */
export type NextStep =
  | { kind: "conflict"; agents: number; conflict: ConflictSummary }
  | { kind: "alert"; agents: number; alert: AlertSummary }
  | {
      kind: "seed"
      agents: number
      agent: {
        name: string
        project: { slug: string; name: string }
        predecessors: { agent: string; entries: number }[]
      }
    }
  | { kind: "proposals"; waiting: number; oldestDays: number }

interface NextStepsProps {
  team: string
  project: string | null
  steps: readonly NextStep[]
}

/** The three most effective steps, each with one button. */
export function NextSteps({ team, project, steps }: NextStepsProps) {
  return (
    <Card title="Do next" more={{ href: inboxPath(team, project, {}), label: "Open inbox" }}>
      {steps.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-2">
          <CircleCheck className="icon text-good" aria-hidden />
          You’re all caught up.
        </p>
      ) : (
        <ol className="-mx-4 -mb-4">
          {steps.map((step) => {
            const { key, title, detail, action, href } = shownStep(step, team, project)
            return (
              <li
                key={key}
                className="flex items-center gap-3 border-line px-4 py-2.5 not-first:border-t max-sm:flex-wrap"
              >
                <div className="min-w-0 flex-1 max-sm:basis-full">
                  <p className="line-clamp-2 font-medium wrap-anywhere">
                    <VisibleText text={title} />
                  </p>
                  <p className="truncate text-sm text-ink-2">{detail}</p>
                </div>
                <ButtonLink size="sm" href={href} className="shrink-0">
                  {action}
                </ButtonLink>
              </li>
            )
          })}
        </ol>
      )}
    </Card>
  )
}

interface ShownStep {
  key: string
  title: string
  detail: string
  action: string
  href: string
}

function shownStep(step: NextStep, team: string, project: string | null): ShownStep {
  switch (step.kind) {
    case "conflict":
      return {
        key: step.conflict.id,
        title: conflictHeadline(step.conflict),
        detail: `${FINDING[step.conflict.finding]} · loaded by ${count(step.agents, "agent")}`,
        action: "Resolve",
        href: inboxPath(team, project, { tab: "conflicts", item: step.conflict.id }),
      }
    case "alert":
      return {
        key: step.alert.id,
        title: formatDates(step.alert.message),
        detail: [`Affects ${count(step.agents, "agent")}`, step.alert.path ?? step.alert.agent]
          .filter(Boolean)
          .join(" · "),
        action: "Show fixes",
        href: inboxPath(team, project, { tab: "alerts", item: step.alert.id }),
      }
    case "seed": {
      const { name, project: of, predecessors } = step.agent
      const [first] = predecessors
      return {
        key: `seed ${of.slug}/${name}`,
        title: `${name} has no memory`,
        detail: first
          ? `${of.name} · ${first.agent} has ${count(first.entries, "entry", "entries")} you can reuse`
          : of.name,
        action: "Seed…",
        href: newSeedPath(team, { project: of.slug, agent: name }),
      }
    }
    case "proposals":
      return {
        key: "proposals",
        title: `${count(step.waiting, "proposal")} to review`,
        detail: step.oldestDays === 0 ? "All created today" : `Oldest: ${count(step.oldestDays, "day")} ago`,
        action: "Review",
        href: inboxPath(team, project, { tab: "proposals" }),
      }
  }
}

const FINDING = { contradiction: "Contradiction", duplicate: "Duplicate", file: "File conflict" } as const
