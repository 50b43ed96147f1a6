import { CircleCheck, Circle } from "lucide-react"
import { formatDates } from "@/components/data/time-text"
import type { AlertSummary } from "@/components/alerts/alert"
import { conflictHeadline } from "@/components/conflicts/conflict-summary"
import type { ConflictSummary } from "@/components/conflicts/conflict"
import { VisibleText } from "@/components/text/visible-text"
import { inboxPath } from "@/components/teams/overview/overview-figures"
import { newSeedPath } from "@/components/data/addresses"
import { ButtonLink } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import type { OutputOf } from "@/lib/http/contract"
import { Link } from "@/components/ui/link"
import { placePath } from "@/components/shell/navigation"
import { Card } from "./cards"

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
    <Card title="Next steps" more={{ href: inboxPath(team, project, {}), label: "Open inbox" }}>
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
        detail: `${FINDING[step.conflict.finding]} · loaded by ${formatCount(step.agents, "agent")}`,
        action: "Resolve",
        href: inboxPath(team, project, { tab: "conflicts", item: step.conflict.id }),
      }
    case "alert":
      return {
        key: step.alert.id,
        title: formatDates(step.alert.message),
        detail: [`Affects ${formatCount(step.agents, "agent")}`, step.alert.path ?? step.alert.agent]
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
          ? `${of.name} · ${first.agent} has ${formatCount(first.entries, "entry")} you can reuse`
          : of.name,
        action: "Seed…",
        href: newSeedPath(team, { project: of.slug, agent: name }),
      }
    }
    case "proposals":
      return {
        key: "proposals",
        title: `${formatCount(step.waiting, "proposal")} to review`,
        detail:
          step.oldestDays === 0 ? "All created today" : `Oldest: ${formatCount(step.oldestDays, "day")} ago`,
        action: "Review",
        href: inboxPath(team, project, { tab: "proposals" }),
      }
  }
}

const FINDING = { contradiction: "Contradiction", duplicate: "Duplicate", file: "File conflict" } as const

export type Setup = OutputOf<"home.setup">

/** The steps of the setup, in order. */
const STEPS = [
  {
    name: "source",
    label: "Connect a source",
    detail: "A folder or repository with memory files",
    segment: "sources",
  },
  {
    name: "files",
    label: "Import memory files",
    detail: "Review every change before anything is saved",
    segment: "sources",
  },
  {
    name: "decided",
    label: "Review an item",
    detail: "Approve, edit or reject it in the inbox",
    segment: "inbox",
  },
  {
    name: "invited",
    label: "Invite a colleague",
    detail: "Send an invitation link to one person",
    segment: "settings",
  },
  {
    name: "delivered",
    label: "Install a hook",
    detail: "Agents then report what they load",
    segment: "agents/delivery",
  },
] as const

export const isSetUp = (setup: Setup): boolean => STEPS.every(({ name }) => setup[name])

/** The five setup steps of a team, with their state. */
export function Checklist({ team, setup }: { team: string; setup: Setup }) {
  const next = STEPS.find(({ name }) => !setup[name])
  return (
    <ol aria-label="Get started" className="grid gap-1">
      {STEPS.map(({ name, label, detail, segment }) => (
        <li key={name}>
          <Link
            href={placePath(team, segment, null)}
            className={`flex items-start gap-2.5 rounded-md px-2.5 py-2 hover:bg-raised ${name === next?.name ? "bg-accent-wash" : ""}`}
          >
            {setup[name] ? (
              <CircleCheck className="icon mt-0.5 shrink-0 text-good" aria-hidden />
            ) : (
              <Circle className="icon mt-0.5 shrink-0 text-ink-3" aria-hidden />
            )}
            <span>
              <span className={setup[name] ? "text-ink-2" : "font-medium"}>
                {label}
                {setup[name] ? <span className="sr-only">: done</span> : null}
              </span>
              {setup[name] ? null : <span className="block text-sm text-ink-2">{detail}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
