import { formatDates } from "@/components/data/day-text"
import { Instant } from "@/components/data/instant"
import { CalendarDays, History, Scissors } from "lucide-react"
import { Link } from "@/components/ui/link"
import { VisibleText } from "@/components/text/visible-text"
import { BudgetBar } from "@/components/charts/budget-bar"
import { describeMoment } from "@/components/data/instant-text"
import { Table, Td, Th } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { compactPath } from "./paths"
import type { Compactable, CompactionKind, DueKind } from "./compaction-types"
import { actionWords, daysAheadWords, COMPACTION_NAMES, nextDue } from "./compaction-text"

export const KIND_ICONS: Readonly<Record<CompactionKind, typeof History>> = {
  logs: CalendarDays,
  trim: Scissors,
  runs: History,
}

export interface DueRow {
  readonly memory: Compactable
  readonly kind: DueKind
}

interface DueTableProps {
  team: string
  label: string
  rows: readonly DueRow[]
  /** True if rows name their project. */
  showProject: boolean
  /** ISO instant, from the server. */
  now: string
}

/** Due compactions, one kind of a memory per row, with the reason, the last run and the next due date. */
export function DueTable({ team, label, rows, showProject, now }: DueTableProps) {
  return (
    <Table label={label} className="table-fixed">
      <thead className="max-md:sr-only">
        <tr>
          <Th>Memory</Th>
          <Th className="w-80 max-md:hidden">Details</Th>
          <Th className="w-44 max-lg:hidden">Last compacted</Th>
          <Th className="w-24 max-xl:hidden">Due</Th>
          <Th className="w-56 max-md:hidden">
            <span className="sr-only">Open</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ memory, kind }) => (
          <Row
            key={`${memory.project}/${memory.path}/${kind.kind}`}
            {...{ team, memory, kind, showProject, now }}
          />
        ))}
      </tbody>
    </Table>
  )
}

function Row({
  team,
  memory,
  kind,
  showProject,
  now,
}: DueRow & Pick<DueTableProps, "team" | "showProject" | "now">) {
  const { path, project, agent, last, file } = memory
  const Icon = KIND_ICONS[kind.kind]
  const next = nextDue(memory, kind)
  const place = [agent, showProject ? project : null].filter((one) => one !== null)
  return (
    <tr className="relative hover:bg-raised has-focus-visible:bg-accent-wash">
      <Td className="h-auto py-2 align-top">
        <span className="flex items-start gap-2">
          <Icon className="icon mt-0.5 text-ink-3" aria-hidden />
          <span className="grid min-w-0 flex-1 gap-0.5">
            <Link
              data-compact
              href={compactPath(
                team,
                memory,
                kind.kind,
                kind.kind === "logs" && kind.figures.fresh === 0 ? { all: "1" } : {},
              )}
              title={path}
              className="font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus max-md:whitespace-normal max-md:wrap-anywhere md:truncate"
            >
              <span className="sr-only">{actionWords(kind)} </span>
              <VisibleText text={path} />
            </Link>
            <span className="truncate text-sm text-ink-2">
              {COMPACTION_NAMES[kind.kind]}
              {place.length > 0 ? ` · ${place.join(", ")}` : ""}
              {file === null ? " · not created yet" : ""}
            </span>
            <span className="mt-0.5 grid gap-1 text-sm whitespace-normal text-ink-2 md:hidden">
              <What kind={kind} />
              <span className="flex items-center gap-2">
                {next !== null && !kind.due ? (
                  `due ${daysAheadWords(next, now)}`
                ) : (
                  <DueMark kind={kind} next={next} now={now} />
                )}
                <span aria-hidden className="text-ink-3">
                  ·
                </span>
                <span className="text-ink-3">
                  {last === null ? "never compacted" : `compacted ${describeMoment(last.at, now)}`}
                </span>
              </span>
              <span aria-hidden className="font-medium text-link">
                {actionWords(kind)}
              </span>
            </span>
          </span>
        </span>
      </Td>
      <Td className="h-auto py-2 align-top whitespace-normal! text-ink-2 max-md:hidden">
        <What kind={kind} />
      </Td>
      <Td className="h-auto py-2 align-top text-ink-2 max-lg:hidden">
        <LastRun last={last} now={now} />
      </Td>
      <Td className="h-auto py-2 align-top text-ink-2 max-xl:hidden">
        <DueMark kind={kind} next={next} now={now} />
      </Td>
      {/* Hidden from screen readers: the link of the row contains it. */}
      <Td aria-hidden className="h-auto py-2 text-right align-top font-medium text-link max-md:hidden">
        {actionWords(kind)}
      </Td>
    </tr>
  )
}

function LastRun({ last, now }: { last: DueRow["memory"]["last"]; now: string }) {
  if (last === null) return <span className="text-ink-3">never</span>
  return (
    <span className="grid">
      <Instant at={last.at} now={now} />
      <span className="truncate text-sm text-ink-3">by {last.by}</span>
    </span>
  )
}

/** Due date of the next compaction. `next`: ISO date; null if the date depends on the size of the file. */
function DueMark({ kind, next, now }: { kind: DueKind; next: string | null; now: string }) {
  if (kind.due) return <Tag tone="caution">due</Tag>
  if (next !== null) return daysAheadWords(next, now)
  return <span className="text-ink-3">{kind.kind === "logs" ? "not yet" : "when over limit"}</span>
}

function What({ kind: { kind, why, figures } }: { kind: DueKind }) {
  return (
    <span className="grid justify-items-start gap-1">
      <span className="wrap-anywhere">
        <VisibleText text={formatDates(why)} />
      </span>
      {kind === "trim" && figures.lines !== undefined ? (
        <BudgetBar lines={figures.lines} budget={figures.budget ?? null} limit={null} />
      ) : null}
    </span>
  )
}
