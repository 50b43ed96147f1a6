"use client"

import type { RefObject } from "react"
import { formatCount } from "@/lib/memory/text/sentence"
import { Notice } from "@/components/ui/notice"
import { Stats } from "@/components/charts/figures"
import { callOperation } from "@/components/data/http-client"
import { useRead } from "@/components/data/use-read"
import { ChangedParts, EntryList, FileList, movedStats, type ChangedPart, type Steps } from "./migrated-files"
import type { MigrationPreview, TargetLayout } from "./migration-text"

interface PreviewViewProps {
  preview: MigrationPreview
  part: ChangedPart
  setPart: (part: ChangedPart) => void
  list: RefObject<Steps | null>
}

const SHOWN = 5

/** The preview of a migration: its figures, its problems, and all files and entries. */
export function MigrationPreviewView({
  preview: { totals, categories, problems, left },
  part,
  setPart,
  list,
}: PreviewViewProps) {
  const entries = categories.flatMap((one) => one.entries)
  return (
    <>
      {problems.length > 0 ? (
        <Notice tone="danger" title={`${formatCount(problems.length, "problem")} to resolve`}>
          <ul className="grid gap-1">
            {problems.map(({ path, message }) => (
              <li key={`${path} ${message}`} className="wrap-anywhere">
                <span className="font-medium">{path}</span>: {message}
              </li>
            ))}
          </ul>
          Resolve each problem, or deselect its category.
        </Notice>
      ) : null}
      {totals.over.length > 0 ? (
        <Notice
          tone="caution"
          title={`${formatCount(totals.over.length, "file")} will be over budget after migration`}
        >
          <span className="wrap-anywhere">
            {totals.over.slice(0, SHOWN).join(", ")}
            {totals.over.length > SHOWN ? ` and ${totals.over.length - SHOWN} more` : ""}. No entries are
            removed. Compact these files after the migration.
          </span>
        </Notice>
      ) : null}
      <Stats
        stats={[
          ...movedStats(totals),
          {
            label: "Lost",
            value: totals.lost.toLocaleString("en"),
            note: totals.lost === 0 ? "every entry is accounted for" : undefined,
          },
        ]}
      />
      <ChangedParts
        {...{ part, setPart, totals }}
        files={<FileList ref={list} groups={categories} over={new Set(totals.over)} />}
        entries={<EntryList entries={entries} left={left} />}
      />
    </>
  )
}

interface Asked {
  readonly team: string
  readonly project: string
  readonly categories: readonly string[]
  readonly to: TargetLayout
}

/**
 * Returns the preview of the current choice. While a newer preview loads, the previous one is returned as
 * `stale`.
 */
export function useMigrationPreview(
  asked: Asked,
  round: number,
): { preview: MigrationPreview | null; stale: boolean; problem: string | null } {
  const { team, project, categories, to } = asked
  const { answer, problem, isPending } = useRead(
    categories.length === 0 ? null : JSON.stringify([team, project, categories, to, round]),
    (signal) => callOperation("migration.preview", { team, project, categories, to }, { signal }),
    { pause: PAUSE_MS },
  )
  return { preview: problem === null ? answer : null, stale: isPending, problem }
}

/** Debounce of requests, in milliseconds. */
const PAUSE_MS = 80
