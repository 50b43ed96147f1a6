"use client"

import { Instant } from "@/components/data/instant"
import { Link } from "@/components/ui/link"
import { useRouter } from "next/navigation"
import { useRef, useState, useImperativeHandle, type Ref } from "react"
import { callOperation } from "@/components/data/http-client"
import { newKey } from "@/components/data/idempotency-key"
import { writeBackPath, migratePath } from "@/components/data/addresses"
import { Button, ButtonLink } from "@/components/ui/button"
import { formatCount, capitalize } from "@/lib/memory/text/sentence"
import { useListKeys } from "@/components/data/keyboard-shortcuts"
import { Notice } from "@/components/ui/notice"
import { showToast } from "@/components/data/show-toast"
import { Stats } from "@/components/charts/figures"
import { ChangedParts, EntryList, movedStats, type ChangedPart, type Steps } from "./migrated-files"
import {
  type Migration,
  type MigratedFile,
  migratedWords,
  undoWords,
  FILE_CHANGE_LABELS,
  fileChangeOf,
} from "./migration-text"
import { TableBox } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"

/** The changed files, each with a link. */
function WrittenFiles({
  team,
  writes,
  ref,
}: {
  team: string
  writes: readonly MigratedFile[]
  ref?: Ref<Steps>
}) {
  const links = useRef(new Map<number, HTMLAnchorElement>())
  useImperativeHandle(ref, () => ({
    step(by) {
      const at = [...links.current].find(([, link]) => link === document.activeElement)?.[0]
      links.current.get(at === undefined ? 0 : at + by)?.focus()
    },
  }))
  return (
    <TableBox>
      <ul aria-label="Files">
        {writes.map((one, place) => {
          const { tone, words } = FILE_CHANGE_LABELS[fileChangeOf(one)]
          return (
            <li
              key={one.file}
              className="flex min-h-8.5 flex-wrap items-center gap-x-2.5 gap-y-0.5 border-t border-line px-3 py-1 first:border-t-0 has-focus-visible:bg-accent-wash"
            >
              <Link
                href={`/t/${team}/memory/${one.file}`}
                className="min-w-0 text-link wrap-anywhere"
                ref={(link) => void (link ? links.current.set(place, link) : links.current.delete(place))}
              >
                {one.path}
              </Link>
              <Tag tone={tone}>{words}</Tag>
              <span className="ml-auto text-sm text-ink-2 tabular-nums">
                {one.revision === null ? "" : `revision ${one.revision}`}
              </span>
            </li>
          )
        })}
      </ul>
    </TableBox>
  )
}

interface RecordViewProps {
  team: string
  migration: Migration
  writes: readonly MigratedFile[]
  /** Sources with files of this migration that are not written back yet. */
  waiting: readonly { readonly id: string; readonly name: string; readonly files: number }[]
  /** True if the reader may undo the migration. */
  may: boolean
  now: string
}

/** Reason that is stored for a migration if the person gave none. */
const UNSAID = "Migrated"

/** The changes of a migration, with an undo button. */
export function RecordView({ team, migration, writes, waiting, may, now }: RecordViewProps) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [part, setPart] = useState<ChangedPart>("files")
  const files = useRef<Steps>(null)
  const { counts, undone } = migration
  const undo = async () => {
    if (!may || undone !== null || busy) return
    setBusy(true)
    setProblem(null)
    try {
      const { left } = await callOperation(
        "migration.undo",
        { migration: migration.id, team },
        { key: newKey() },
      )
      if (left > 0) void showToast(`${formatCount(left, "later change")} kept`)
      router.refresh()
    } catch (cause) {
      setProblem(cause instanceof Error ? cause.message : String(cause))
    } finally {
      setBusy(false)
    }
  }
  useListKeys("Migration", {
    row: "file",
    step: (by) => files.current?.step(by),
    opens: "Open the focused file",
    more: [
      { keys: "f", does: "Show files", run: () => setPart("files") },
      { keys: "e", does: "Show entries", run: () => setPart("entries") },
      ...(may && undone === null ? [{ keys: "u", does: undoWords(migration), run: () => void undo() }] : []),
    ],
  })
  return (
    <div className="grid grid-cols-1 gap-5 p-4">
      <Outcome {...{ team, migration, now, busy }} onUndo={may ? () => void undo() : null} />
      {problem ? (
        <Notice tone="danger" live title="Could not undo the migration">
          {capitalize(problem)}
        </Notice>
      ) : null}
      {waiting.map((source) => (
        <p key={source.id} className="wrap-anywhere">
          <Link href={writeBackPath(team, source.id)} className="text-link">
            {formatCount(source.files, "file")} to write back to {source.name}
          </Link>
        </p>
      ))}
      <p className="text-ink-2 wrap-anywhere">
        Migrated from layout {migration.from} to {migration.to} in {migration.project.name} by {migration.by},{" "}
        <Instant at={migration.at} now={now} />.
        {migration.reason === "" || migration.reason === UNSAID
          ? ""
          : ` ${migration.reason.replace(/\.$/, "")}.`}{" "}
        Categories: {migration.categories.join(", ")}.
      </p>
      <Stats stats={[...movedStats(counts), { label: "Lost", value: "0" }]} />
      <ChangedParts
        {...{ part, setPart }}
        totals={{ files: writes.length, entries: counts.entries }}
        files={<WrittenFiles ref={files} team={team} writes={writes} />}
        entries={<EntryList entries={writes.flatMap((one) => one.entries)} left={[]} />}
      />
    </div>
  )
}

interface OutcomeProps extends Pick<RecordViewProps, "team" | "migration" | "now"> {
  busy: boolean
  /** Undoes the migration. Null if the reader may not undo it. */
  onUndo: (() => void) | null
}

/** Says that the files were migrated, or that the migration was undone. */
function Outcome({ team, migration, now, busy, onUndo }: OutcomeProps) {
  const { undone } = migration
  if (undone)
    return (
      <Notice
        live
        title="Undone"
        action={
          <ButtonLink size="sm" href={migratePath(team, migration.project.slug)}>
            Migrate again
          </ButtonLink>
        }
      >
        Undone by {undone.by} <Instant at={undone.at} now={now} />. All files were restored, but later changes
        were kept.
      </Notice>
    )
  return (
    <Notice
      live
      tone="good"
      title="Migrated"
      action={
        onUndo ? (
          <Button size="sm" kbd="U" aria-busy={busy} onClick={onUndo}>
            Undo
          </Button>
        ) : undefined
      }
    >
      {migratedWords(migration)}.
    </Notice>
  )
}
