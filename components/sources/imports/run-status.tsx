"use client"

import { type ReactNode, useState } from "react"
import { Button, ButtonLink } from "@/components/ui/button"
import { formatCount, capitalize } from "@/lib/memory/text/sentence"
import { Notice } from "@/components/ui/notice"
import { Progress } from "@/components/charts/inline-charts"
import { TableBox } from "@/components/data/table"
import { Link } from "@/components/ui/link"
import { Select } from "@/components/ui/field"
import { kindsInWords, totalInWords } from "@/lib/memory/sources/import-estimate"
import {
  type ImportRun,
  countOf,
  type FileCounts,
  ITEM_FILTER_NAMES,
  ITEM_FILTER_TITLES,
  ITEM_FILTERS,
  type Filter,
} from "../import-types"
import { callOperation } from "../../data/http-client"
import { useRead } from "../../data/use-read"

interface RunProgressProps {
  run: ImportRun
  left: string | null
  problem: string | null
  onCancel: () => void
}

export function RunProgress({ run, left, problem, onCancel }: RunProgressProps) {
  const files = run.files.new + run.files.changed
  const figures = `${run.stored.files.toLocaleString("en")} of ${formatCount(files, "file")}, ${formatCount(run.stored.entries, "entry")}`
  return (
    <TableBox className="grid gap-3 p-4">
      <Progress
        label={`Importing ${run.source.name}`}
        value={run.stored.files}
        max={Math.max(1, files)}
        detail={left ? `${figures}, ${left}` : figures}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-2">The import continues even if you leave this page.</p>
        <Button size="sm" onClick={onCancel}>
          Cancel and keep imported files
        </Button>
      </div>
      {problem ? (
        <Notice tone="caution" live>
          {problem}. These numbers may be outdated. Retrying…
        </Notice>
      ) : null}
    </TableBox>
  )
}

interface CountsStripProps {
  files: FileCounts
  /** The current filter of the list; null lists all. */
  current: Filter | null
  hrefFor: (filter: Filter | null) => string
  onChoose: (filter: Filter | null) => void
}

/** Counts by status, which also filter the list. Selecting the current filter again shows all. */
export function CountsStrip({ files, current, hrefFor, onChoose }: CountsStripProps) {
  return (
    <nav
      aria-label="Files by status"
      className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line"
    >
      {ITEM_FILTERS.map((filter) => {
        const number = countOf(files, filter)
        const next = current === filter ? null : filter
        return (
          <Link
            key={filter}
            href={hrefFor(next)}
            title={ITEM_FILTER_TITLES[filter]}
            aria-current={current === filter ? "true" : undefined}
            className="min-w-24 flex-1 bg-surface px-3.5 py-2.75 hover:bg-raised current:bg-accent-wash"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onChoose(next)
            }}
          >
            <span className="block text-sm whitespace-nowrap text-ink-2">{ITEM_FILTER_NAMES[filter]}</span>
            <span
              className={`block text-xl font-semibold tracking-tight tabular-nums ${number === 0 ? "text-ink-3" : TONES[filter]}`}
            >
              {number.toLocaleString("en")}
            </span>
          </Link>
        )
      })}
    </nav>
  )
}

const TONES: Record<Filter, string> = {
  new: "text-ink",
  changed: "text-ink",
  same: "text-ink",
  gone: "text-caution",
  broken: "text-danger",
  "left-alone": "text-ink",
  "set-aside": "text-danger",
}

/** The result of an import with the next steps. */
export function RunResult({ run }: { run: ImportRun }) {
  const stored = `${formatCount(run.stored.files, "file")} with ${formatCount(run.stored.entries, "entry")}`
  const again = (
    <ButtonLink size="sm" href={`/t/${run.team}/sources`}>
      Import again
    </ButtonLink>
  )
  switch (run.state) {
    case "done":
      return (
        <Notice live tone="good" title={doneTitle(run)}>
          <Words of={doneWords(run)}>
            {waiting(run) > 0 ? (
              <ButtonLink size="sm" href={`/t/${run.team}/inbox`}>
                View findings
              </ButtonLink>
            ) : null}
            <ButtonLink size="sm" variant="primary" href={`/t/${run.team}/agents`}>
              View agents
            </ButtonLink>
          </Words>
        </Notice>
      )
    case "failed":
      return (
        <Notice
          live
          tone="danger"
          title={`Import failed. ${run.stored.files > 0 ? `${stored} imported` : "Nothing was imported"}`}
        >
          <Words of={run.error === null ? "See the server log for details." : `${capitalize(run.error)}.`}>
            {again}
          </Words>
        </Notice>
      )
    case "collecting":
      return (
        <Notice tone="caution" title="Upload interrupted">
          <Words of="The page was closed or the connection was lost during the upload. Nothing was saved. To try again, drop the same folder.">
            {again}
          </Words>
        </Notice>
      )
    default:
      return (
        <Notice
          title={run.stored.files > 0 ? `Canceled after ${stored}` : "Import discarded. Nothing was saved"}
        >
          <Words of={run.error === null ? endedWords(run) : `${capitalize(run.error)}.`}>{again}</Words>
        </Notice>
      )
  }
}

/** A text with action links next to it, or below it on narrow screens. */
function Words({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-56">{of}</p>
      <p className="flex flex-wrap gap-2">{children}</p>
    </div>
  )
}

function endedWords(run: ImportRun): string {
  return run.stored.files > 0
    ? "Imported files are kept. Import the source again to add the rest."
    : "The list below shows what the import would have done."
}

function doneTitle(run: ImportRun): string {
  if (run.stored.files > 0)
    return `Imported ${writtenWords(run.files)} with ${formatCount(run.stored.entries, "entry")}`
  if (run.files.gone + run.files.same === 0) return "No memory files found"
  return run.files.gone > 0
    ? `${formatCount(run.files.gone, "file")} marked as removed, no other changes`
    : "No changes since the last import"
}

function doneWords(run: ImportRun): string {
  const parts = [
    run.stored.files > 0 && run.files.gone > 0
      ? `${formatCount(run.files.gone, "file")} marked as removed`
      : "",
    run.files.same > 0 ? `${formatCount(run.files.same, "file")} unchanged` : "",
    run.files.setAside > 0 ? `${run.files.setAside.toLocaleString("en")} quarantined (see below)` : "",
    run.files.leftAlone > 0 ? `${run.files.leftAlone.toLocaleString("en")} ignored (not memory files)` : "",
  ].filter(Boolean)
  return parts.length > 0 ? `${capitalize(parts.join("; "))}.` : "No files were ignored or quarantined."
}

function waiting(run: ImportRun): number {
  return run.files.setAside + run.files.broken + run.files.gone + run.stored.files
}

/** Returns the button label: "Import: writes 412 new and 3 changed files, marks 2 as removed". */
export function importConsequence(files: FileCounts): string {
  const written = writtenWords(files)
  const gone = files.gone > 0 ? `marks ${files.gone.toLocaleString("en")} as removed` : ""
  if (written === "" && gone === "")
    return files.same > 0 ? "Finish import: no changes" : "Finish import: no memory files"
  return `Import: ${[written === "" ? "" : `writes ${written}`, gone].filter(Boolean).join(", ")}`
}

/** Returns the files to write: "412 new and 3 changed files". Empty if there are none. */
function writtenWords(files: FileCounts): string {
  if (files.new > 0 && files.changed > 0)
    return `${files.new.toLocaleString("en")} new and ${formatCount(files.changed, "changed file")}`
  if (files.new > 0) return formatCount(files.new, "new file")
  return files.changed > 0 ? formatCount(files.changed, "changed file") : ""
}

export interface TeamChoice {
  readonly slug: string
  readonly name: string
}

interface TeamIdsNoticeProps {
  run: ImportRun
  /** The importing team first, then other teams that the reader may import into. */
  teams: readonly TeamChoice[]
  busy: boolean
  /** Assigns the files of a team id to a team, or leaves them out if `to` is `none`. */
  onMap: (id: string, to: string) => void
}

/**
 * Notice on folders of other team ids. Each id can be assigned to a team or left out, also for later imports.
 */
export function TeamIdsNotice({ run, teams, busy, onMap }: TeamIdsNoticeProps) {
  const own = teams[0]?.name ?? run.team
  if (run.teamIds.length === 0) return null
  return (
    <Notice tone="caution" title={`Team folders that do not match ${own}`}>
      Their files are imported into {own} unless you choose another team or leave them out. Later imports of
      this source will reuse your choice.
      <ul className="mt-2 grid gap-1.5">
        {run.teamIds.map(({ id }) => (
          <TeamIdRow key={id} {...{ id, teams, busy }} onMap={(to) => onMap(id, to)} />
        ))}
      </ul>
    </Notice>
  )
}

interface TeamIdRowProps extends Pick<TeamIdsNoticeProps, "teams" | "busy"> {
  id: string
  onMap: (to: string) => void
}

function TeamIdRow({ id, teams, busy, onMap }: TeamIdRowProps) {
  const [to, setTo] = useState(teams[0]?.slug ?? "")
  return (
    <li className="flex flex-wrap items-center gap-2">
      <bdi className="min-w-24 font-mono text-ink">memory/teams/{id}</bdi>
      {teams.length > 1 ? (
        <Select
          className="max-w-56"
          aria-label={`Team for memory/teams/${id}`}
          value={to}
          disabled={busy}
          onChange={(event) => setTo(event.target.value)}
        >
          {teams.map((team) => (
            <option key={team.slug} value={team.slug}>
              {team.name}
            </option>
          ))}
        </Select>
      ) : null}
      <Button size="sm" disabled={busy} onClick={() => onMap(to)}>
        {teams.length > 1 ? "Import into selected team" : "Import into this team"}
        <span className="sr-only">: {id}</span>
      </Button>
      <Button size="sm" disabled={busy} onClick={() => onMap("none")}>
        Leave out
        <span className="sr-only"> {id}</span>
      </Button>
    </li>
  )
}

/** The estimated number of inbox items of a planned import. Recomputed when placements change. */
export function EstimateNotice({ run }: { run: ImportRun }) {
  const {
    answer: estimate,
    problem,
    isPending,
  } = useRead(JSON.stringify(run), (signal) =>
    callOperation("import.estimate", { run: run.run, team: run.team }, { signal }),
  )
  if (problem !== null)
    return <Notice live>The number of inbox items could not be estimated. You can still import.</Notice>
  if (isPending || estimate === null) return <Notice live>Estimating inbox items…</Notice>
  return (
    <Notice live title={totalInWords(estimate)}>
      {sentence(kindsInWords(estimate))}
      {estimate.isPartial ? " The actual number may be higher." : ""}
    </Notice>
  )
}

const sentence = (words: string): string => (words === "" ? "" : `${words}.`)
