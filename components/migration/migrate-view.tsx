"use client"

import { useRouter } from "next/navigation"
import { type ReactNode, type RefObject, useRef, useState } from "react"
import { callOperation, RefusedError } from "@/components/data/http-client"
import { newKey } from "@/components/data/idempotency-key"
import { BottomBar } from "@/components/ui/bottom-bar"
import { Button } from "@/components/ui/button"
import { Input, Select } from "@/components/ui/field"
import { useListKeys } from "@/components/data/keyboard-shortcuts"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/skeleton"
import { CategoryChoice } from "./category-choice"
import type { ChangedPart, Steps } from "./migrated-files"
import { MigrationPreviewView, useMigrationPreview } from "./migration-preview"
import { migratePath, migrationPath } from "@/components/data/addresses"
import {
  type Layout,
  type MigrationPreview,
  type TargetLayout,
  layoutWords,
  migrationConsequence,
  TARGETS,
} from "./migration-text"
import { capitalize } from "@/lib/memory/text/sentence"

interface MigrateViewProps {
  team: string
  project: { readonly slug: string; readonly name: string }
  projects: readonly { readonly slug: string; readonly name: string }[]
  layouts: readonly Layout[]
}

/** The choice of categories and layout, a preview of all files and entries, and the button that migrates. */
export function MigrateView({ team, project, projects, layouts }: MigrateViewProps) {
  const [to, setTo] = useState<TargetLayout>(firstTarget(layouts))
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set())
  const [part, setPart] = useState<ChangedPart>("files")
  const [round, setRound] = useState(0)
  const reload = () => setRound(round + 1)
  const reason = useRef<HTMLInputElement>(null)
  const list = useRef<Steps>(null)
  const categories = layouts
    .filter(({ slug, may }) => may.includes(to) && !unticked.has(slug))
    .map(({ slug }) => slug)
  const { preview, stale, problem } = useMigrationPreview(
    { team, project: project.slug, categories, to },
    round,
  )
  const { busy, refused, setRefused, send } = useSendMigration(team, reload)
  const ready = preview !== null && !stale && !busy && preview.problems.length === 0
  const migrate = () => {
    if (ready)
      void send({ project: project.slug, categories, to, shown: preview.shown }, reason.current?.value)
  }
  const words = preview === null ? "" : migrationConsequence(preview.totals)
  const choose = (slugs: readonly string[], chosen: boolean) => {
    setRefused(null)
    setUnticked(
      (were) => new Set(chosen ? [...were].filter((slug) => !slugs.includes(slug)) : [...were, ...slugs]),
    )
  }
  useListKeys("Migration", {
    row: "file",
    step: (by) => list.current?.step(by),
    opens: "Show changes in the focused file",
    more: [
      { keys: "f", does: "Show files", run: () => setPart("files") },
      { keys: "e", does: "Show entries", run: () => setPart("entries") },
      { keys: "m", does: words === "" ? "Migrate" : words, run: migrate },
    ],
  })
  return (
    <>
      <div className="grid grid-cols-1 gap-5 p-4">
        <Choices {...{ team, project, projects, to }} onTo={setTo} />
        <CategoryChoice layouts={layouts} to={to} isChosen={(slug) => !unticked.has(slug)} choose={choose} />
        <PreviewStatus
          problem={problem}
          isLoading={preview === null}
          none={categories.length === 0 ? <NoCategories layouts={layouts} to={to} /> : null}
          onRetry={reload}
        />
        {preview ? (
          <div className={`grid grid-cols-1 gap-5 ${stale ? "opacity-60" : ""}`} aria-busy={stale}>
            <MigrationPreviewView preview={preview} part={part} setPart={setPart} list={list} />
          </div>
        ) : null}
      </div>
      {preview && categories.length > 0 ? (
        <MigrateBar {...{ preview, words, ready, busy, refused, reason }} onMigrate={migrate} />
      ) : null}
    </>
  )
}

/** Returns the first layout that at least one category can be migrated to; "D" if there is none. */
const firstTarget = (layouts: readonly Layout[]): TargetLayout =>
  TARGETS.find((one) => layouts.some(({ may }) => may.includes(one.to)))?.to ?? "D"

interface MigrateBarProps {
  preview: MigrationPreview
  words: string
  /** True if the migration can start. */
  ready: boolean
  busy: boolean
  /** Error of the last attempt; null if it did not fail. */
  refused: string | null
  reason: RefObject<HTMLInputElement | null>
  onMigrate: () => void
}

/** The button that migrates, with an optional reason. */
function MigrateBar({ preview, words, ready, busy, refused, reason, onMigrate }: MigrateBarProps) {
  return (
    <BottomBar label="Migration">
      {refused ? <MigrationRefused problem={refused} /> : null}
      <Button
        variant="primary"
        kbd="M"
        disabled={!ready}
        aria-busy={busy}
        onClick={onMigrate}
        className="max-w-full wrap-anywhere max-md:h-auto max-md:min-h-8 max-md:w-full max-md:whitespace-normal"
      >
        {words}
      </Button>
      <Input
        ref={reason}
        aria-label="Reason"
        placeholder="Reason (optional, shown in the history)"
        maxLength={500}
        className="max-md:hidden md:max-w-72"
      />
      <span className="text-sm text-ink-3 max-md:hidden">
        {preview.problems.length > 0
          ? "Resolve the problems above first."
          : "You can undo the whole migration."}
      </span>
    </BottomBar>
  )
}

interface MigrationRequest {
  readonly project: string
  readonly categories: readonly string[]
  readonly to: TargetLayout
  /** The version of the preview that was shown. */
  readonly shown: string
}

/** Returns a function that migrates and opens the record. After a stale preview, `onStale` is called. */
function useSendMigration(team: string, onStale: () => void) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const send = async (request: MigrationRequest, typedReason = "") => {
    setBusy(true)
    setRefused(null)
    const reason = typedReason.trim()
    try {
      const { migration } = await callOperation(
        "migration.run",
        { team, ...request, ...(reason === "" ? {} : { reason }) },
        { key: newKey() },
      )
      router.push(migrationPath(team, migration))
    } catch (cause) {
      setRefused(cause instanceof Error ? cause.message : String(cause))
      if (cause instanceof RefusedError && cause.reason === "stale") onStale()
      setBusy(false)
    }
  }
  return { busy, refused, setRefused, send }
}

interface ChoicesProps extends Pick<MigrateViewProps, "team" | "project" | "projects"> {
  to: TargetLayout
  onTo: (to: TargetLayout) => void
}

/** The project and the layout to move to. */
function Choices({ team, project, projects, to, onTo }: ChoicesProps) {
  const router = useRouter()
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      {projects.length > 1 ? (
        <label className="grid w-48 gap-1 font-medium">
          Project
          <Select
            value={project.slug}
            onChange={(event) => router.push(migratePath(team, event.target.value))}
          >
            {projects.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        </label>
      ) : null}
      <fieldset className="grid gap-1">
        <legend className="font-medium">Move to</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {TARGETS.map((one) => (
            <label key={one.to} className="flex cursor-pointer items-start gap-2">
              <input
                type="radio"
                name="to"
                value={one.to}
                checked={to === one.to}
                onChange={() => onTo(one.to)}
                className="mt-1 accent-accent"
              />
              <span>
                {layoutWords(one.to)}
                <span className="block text-sm text-ink-2">{one.about}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

interface PreviewStatusProps {
  problem: string | null
  isLoading: boolean
  /** Content shown if no category is selected; null if one is. */
  none: ReactNode
  onRetry: () => void
}

/** Shows why there is no current preview: an error, no selected category, or loading. */
function PreviewStatus({ problem, isLoading, none, onRetry }: PreviewStatusProps) {
  return (
    <>
      {problem ? <PreviewProblem problem={problem} onRetry={onRetry} /> : null}
      {none}
      {isLoading && none === null && problem === null ? <LoadingPreview /> : null}
    </>
  )
}

function PreviewProblem({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <Notice
      tone="danger"
      live
      title="Could not load the preview"
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {capitalize(problem)}
    </Notice>
  )
}

function NoCategories({ layouts, to }: Pick<MigrateViewProps, "layouts"> & { to: TargetLayout }) {
  return (
    <p className="text-ink-2">
      {layouts.some(({ may }) => may.includes(to))
        ? "Select at least one category to see a preview."
        : `No category can be migrated to layout ${to}. See the reasons above.`}
    </p>
  )
}

function LoadingPreview() {
  return (
    <div className="grid gap-2">
      <output className="text-ink-2">Loading preview…</output>
      <Skeleton className="h-17" />
      <Skeleton className="h-72" />
    </div>
  )
}

function MigrationRefused({ problem }: { problem: string }) {
  return (
    <div className="w-full">
      <Notice live tone="danger" title="Migration failed, and no files were written">
        {capitalize(problem)}
      </Notice>
    </div>
  )
}
