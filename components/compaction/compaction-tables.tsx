import { formatDates, describeMoment } from "@/components/data/time-text"
import { Instant } from "@/components/data/instant"
import { CalendarDays, History, Scissors } from "lucide-react"
import { Link } from "@/components/ui/link"
import { VisibleText } from "@/components/text/visible-text"
import { BudgetBar } from "@/components/charts/inline-charts"
import { Table, Td, Th } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import { filePath } from "@/components/data/addresses"
import { formatCount } from "@/lib/memory/text/sentence"
import {
  compactPath,
  type Compactable,
  type CompactionKind,
  type DueKind,
  actionWords,
  daysAheadWords,
  COMPACTION_NAMES,
  nextDue,
  proposedPath,
  type Compaction,
  compactionOutcome,
} from "./compaction"

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
          <Th className="w-56 max-md:hidden xl:w-80">Details</Th>
          <Th className="w-36 max-lg:hidden">Last compacted</Th>
          <Th className="w-24 max-xl:hidden">Due</Th>
          <Th className="w-44 max-md:hidden">
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
              className="font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus wrap-anywhere whitespace-normal"
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

interface HistoryTableProps {
  team: string
  compactions: readonly Compaction[]
  showProject: boolean
  now: string
}

/** Earlier compactions, newest first, with the outcome of their proposals. */
export function HistoryTable({ team, compactions, showProject, now }: HistoryTableProps) {
  return (
    <Table label="Earlier compactions" className="table-fixed">
      <thead className="max-md:sr-only">
        <tr>
          <Th>Memory</Th>
          <Th className="w-32 max-lg:hidden">Type</Th>
          <Th className="w-44 max-md:hidden">Reviewed</Th>
          <Th className="w-56 max-md:hidden">Proposals</Th>
          <Th className="w-36 max-md:hidden">When</Th>
        </tr>
      </thead>
      <tbody>
        {compactions.map((one) => (
          <tr key={one.id}>
            <Td className="h-auto py-2 align-top">
              <span className="grid min-w-0 gap-0.5">
                <span className="wrap-anywhere whitespace-normal" title={one.path}>
                  {one.file === null ? (
                    <VisibleText text={one.path} />
                  ) : (
                    <Link href={filePath(team, one.file)} className="font-medium text-ink hover:underline">
                      <VisibleText text={one.path} />
                    </Link>
                  )}
                </span>
                <span className="truncate text-sm text-ink-2 max-md:hidden">
                  {[one.agent, showProject ? one.project : null].filter(Boolean).join(", ")}
                </span>
                <span className="grid gap-0.5 text-sm whitespace-normal text-ink-2 md:hidden">
                  <span>
                    {COMPACTION_NAMES[one.kind]}: {lookedWords(one)}
                  </span>
                  <Outcome team={team} of={one} />
                  <span className="text-ink-3">
                    <Instant at={one.at} now={now} /> by {one.by}
                  </span>
                </span>
              </span>
            </Td>
            <Td className="h-auto py-2 align-top text-ink-2 max-lg:hidden">{COMPACTION_NAMES[one.kind]}</Td>
            <Td className="h-auto py-2 align-top text-ink-2 tabular-nums max-md:hidden">
              {lookedWords(one)}
            </Td>
            <Td className="h-auto py-2 align-top whitespace-normal! max-md:hidden">
              <Outcome team={team} of={one} />
            </Td>
            <Td className="h-auto py-2 align-top text-ink-2 max-md:hidden">
              <span className="grid">
                <Instant at={one.at} now={now} />
                <span className="truncate text-sm text-ink-3">by {one.by}</span>
              </span>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const lookedWords = ({ considered, left }: Compaction): string =>
  `${formatCount(considered, "entry")}, ${left.toLocaleString("en")} not kept`

/** The outcome of a compaction's proposals, with a link to waiting proposals. */
function Outcome({ team, of }: { team: string; of: Compaction }) {
  const waiting = of.proposals.filter(({ state }) => state === "waiting").map(({ id }) => id)
  if (waiting.length === 0) return <span className="text-ink-2">{compactionOutcome(of)}</span>
  return (
    <Link href={proposedPath(team, of, waiting)} className="text-link">
      {compactionOutcome(of)}
    </Link>
  )
}

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
