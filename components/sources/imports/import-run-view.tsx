"use client"

import { useRouter } from "next/navigation"
import { useDeferredValue, useEffect, useMemo, useState } from "react"
import { Button } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { Notice } from "@/components/ui/notice"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { BottomBar } from "../../ui/bottom-bar"
import {
  importConsequence,
  CountsStrip,
  RunProgress,
  RunResult,
  EstimateNotice,
  type TeamChoice,
  TeamIdsNotice,
} from "./run-status"
import { ItemFilter, ItemTable } from "./import-file-table"
import {
  type ItemLine,
  itemLines,
  matchingItems,
  readItemView,
  type ItemPage,
  useItems,
  type FileSelection,
  useChosen,
} from "./import-file-list"
import { PlacementBar } from "./placement-bar"
import { endedHalfway, isChoosable, type ImportItem, type ImportRun } from "../import-types"
import { useRun, useRunActions } from "./use-run"
import { UPLOAD_WRITE_BACK } from "@/lib/memory/sources/write-back-words"

interface RunViewProps {
  initial: ImportRun
  first: ItemPage
  formatNames: Readonly<Record<string, string>>
  /** Names of the team’s projects. */
  projects: readonly string[]
  /** The importing team first, then other teams that the reader may import into. */
  teams: readonly TeamChoice[]
  maySync: boolean
}

const foundNothing = ({ files }: ImportRun) => files.new + files.changed + files.same + files.gone === 0

const hasEnded = ({ state }: ImportRun) => state !== "planned" && state !== "running"

const toggled = (paths: ReadonlySet<string>, path: string): ReadonlySet<string> =>
  paths.has(path) ? new Set([...paths].filter((one) => one !== path)) : new Set([...paths, path])

/** Returns the names that the placement can be changed to. */
function knownPlacements(items: readonly ImportItem[], projects: readonly string[]) {
  const names = (read: (item: ImportItem) => string | null) =>
    [...new Set(items.flatMap((item) => read(item) ?? []))].toSorted()
  return {
    projects: [...new Set([...projects, ...names((item) => item.project)])],
    agents: names((item) => item.agent),
    categories: names((item) => item.category),
  }
}

/** An import from its preview to its result. */
export function ImportRunView({ initial, first, formatNames, projects, teams, maySync }: RunViewProps) {
  const live = useRun(initial)
  const { run } = live
  const { items, loading, problem, reload } = useItems(run.team, run.run, first)
  useReloadAtEnd(run, initial.state, reload)
  const [query, change] = useQuery()
  const view = useMemo(() => readItemView(query), [query])
  const late = useDeferredValue(view)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const matching = useMemo(() => matchingItems(items, late), [items, late])
  const lines = useMemo(() => itemLines(matching, open), [matching, open])
  const order = useMemo(
    () => lines.flatMap((line) => (line.kind === "item" && isChoosable(line.item) ? [line.item.path] : [])),
    [lines],
  )
  const chosen = useChosen(order)
  const actions = useRunActions(live, () => {
    chosen.clear()
    reload()
  })
  const planned = run.state === "planned" && maySync
  const chosenItems = useMemo(
    () => items.filter((item) => chosen.paths.has(item.path)),
    [items, chosen.paths],
  )
  const known = useMemo(() => knownPlacements(items, projects), [items, projects])

  return (
    <>
      <div className="grid flex-1 content-start gap-3.5 p-4">
        {run.state === "running" ? (
          <RunProgress run={run} left={live.left} problem={live.problem} onCancel={actions.cancel} />
        ) : null}
        <RunState run={run} maySync={maySync} />
        {planned ? <TeamIdsNotice {...{ run, teams }} busy={actions.busy} onMap={actions.mapTeamId} /> : null}
        {actions.problem ? (
          <Notice live tone="danger" title="Action failed">
            {actions.problem}
          </Notice>
        ) : null}
        <CountsStrip
          files={run.files}
          current={view.status}
          hrefFor={(status) => changedQuery(query, { status })}
          onChoose={(status) => change({ status })}
        />
        {run.state === "planned" && !foundNothing(run) ? <EstimateNotice run={run} /> : null}
        {planned && run.source.kind === "upload" ? <p className="text-ink-2">{UPLOAD_WRITE_BACK}</p> : null}
        <div>
          <ItemFilter shown={matching.length} all={items.length} loading={loading} />
          {problem ? <IncompleteList problem={problem} onReload={reload} /> : null}
          <ImportFiles
            {...{ run, lines, formatNames, open, chosen, planned }}
            isFiltered={items.length > 0}
            onOpen={(path) => setOpen((before) => toggled(before, path))}
            onShowAll={() => change({ status: null, q: null })}
          />
        </div>
      </div>
      {planned ? (
        <BottomBar label="Import summary">
          {chosenItems.length > 0 ? (
            <PlacementBar
              items={chosenItems}
              known={known}
              formatNames={formatNames}
              busy={actions.busy}
              onPlace={actions.place}
              onTake={actions.take}
              onClear={chosen.clear}
            />
          ) : (
            <StartBar run={run} actions={actions} maySelect={order.length > 0} />
          )}
        </BottomBar>
      ) : null}
    </>
  )
}

/** Reloads the files and the page when the import ends. `first`: the state when the page was opened. */
function useReloadAtEnd(run: ImportRun, first: ImportRun["state"], reload: () => void): void {
  const router = useRouter()
  const hasChanged = run.state !== first
  // The list of stored files is known only after the import has ended.
  const halfway = hasChanged && endedHalfway(run)
  useEffect(() => (halfway ? reload() : undefined), [halfway, reload])
  // The layout shows counts of agents and findings, which have changed.
  const ended = hasChanged && (run.state === "done" || endedHalfway(run))
  useEffect(() => (ended ? router.refresh() : undefined), [ended, router])
}

/**
 * Notice on the whole import: its result, or why it cannot start. Renders nothing while the import runs or if
 * it can start.
 */
function RunState({ run, maySync }: { run: ImportRun; maySync: boolean }) {
  if (run.state === "running") return null
  if (run.state !== "planned") return <RunResult run={run} />
  if (!maySync) return <Notice title="A lead must start this import">Nothing is saved until then.</Notice>
  if (!foundNothing(run)) return null
  return (
    <Notice tone="caution" title="No memory files found">
      To import files anyway, select them below and choose a format.
    </Notice>
  )
}

function IncompleteList({ problem, onReload }: { problem: string; onReload: () => void }) {
  return (
    <Notice
      live
      tone="caution"
      title="The list is incomplete"
      action={
        <Button size="sm" onClick={onReload}>
          Reload
        </Button>
      }
    >
      {problem}
    </Notice>
  )
}

interface ImportFilesProps extends NoFilesProps {
  lines: readonly ItemLine[]
  formatNames: Readonly<Record<string, string>>
  open: ReadonlySet<string>
  chosen: FileSelection
  /** True if the import can start, so that files can be selected. */
  planned: boolean
  onOpen: (path: string) => void
}

/** The files of the import, or a text that says why there are none. */
function ImportFiles(props: ImportFilesProps) {
  const { run, lines, formatNames, open, chosen, planned, onOpen } = props
  if (lines.length === 0) return <NoFiles {...props} />
  return (
    <ItemTable
      {...{ lines, formatNames, open, onOpen }}
      halfway={endedHalfway(run)}
      conflictsAt={hasEnded(run) ? `/t/${run.team}/inbox?tab=conflicts&q=` : null}
      chosen={planned ? chosen : null}
    />
  )
}

interface NoFilesProps {
  run: ImportRun
  /** True if a filter hides all files. */
  isFiltered: boolean
  onShowAll: () => void
}

function NoFiles({ run, isFiltered, onShowAll }: NoFilesProps) {
  if (isFiltered)
    return (
      <Empty
        title="No files match this filter"
        action={<Button onClick={onShowAll}>Show all files</Button>}
      />
    )
  return (
    <Empty title={run.pruned ? "File details were deleted" : "No files"}>
      {run.pruned
        ? "File details are deleted after 30 days. The counts above are kept."
        : "The import contained no files."}
    </Empty>
  )
}

interface StartBarProps {
  run: ImportRun
  actions: Pick<ReturnType<typeof useRunActions>, "busy" | "start" | "cancel">
  maySelect: boolean
}

/** The buttons that start or discard the import. */
function StartBar({ run, actions, maySelect }: StartBarProps) {
  return (
    <>
      <Button
        variant="primary"
        disabled={actions.busy}
        onClick={actions.start}
        className="max-md:w-full max-md:whitespace-normal"
      >
        {importConsequence(run.files)}
      </Button>
      <Button disabled={actions.busy} onClick={actions.cancel}>
        Discard
      </Button>
      <span className="text-sm text-ink-3 max-md:hidden">
        Nothing has been saved yet.
        {maySelect ? " Select files to change their placement or to import ignored files." : ""}
      </span>
    </>
  )
}
