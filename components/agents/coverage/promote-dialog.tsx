"use client"

import { useState } from "react"
import { diffLines } from "@/components/text/diff-lines"
import { VisibleText } from "@/components/text/visible-text"
import { DiffRows } from "@/components/text/revision-diff"
import { callOperation, RefusedError } from "@/components/data/http-client"
import { newKey } from "@/components/data/idempotency-key"
import { Button } from "@/components/ui/button"
import { formatCount, capitalize } from "@/lib/memory/text/sentence"
import { Dialog } from "@/components/ui/dialog"
import { Field, Select } from "@/components/ui/field"
import { useRead } from "@/components/data/use-read"
import { Notice } from "@/components/ui/notice"
import { showToast, showErrorToast } from "@/components/data/show-toast"
import type { NamedSlug } from "../fleet"
import {
  placeKey,
  type PromotionTarget,
  type PromotionPlace,
  type PromotionPreview,
  type RepeatedStatement,
} from "./overlapping-entries"

interface PromoteDialogProps {
  team: string
  statement: RepeatedStatement
  categories: readonly NamedSlug[]
  close: () => void
  /** Called after a promotion or an undo. */
  onChange: () => void
}

const MOST_SHOWN = 30

/** A dialog that chooses the shared memory for an entry and previews the changes. Loaded on demand. */
export function PromoteDialog({ team, statement, categories, close, onChange }: PromoteDialogProps) {
  const [place, setPlace] = useState<PromotionTarget | null>(statement.places[0] ?? null)
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const ask = place && { team, entry: place.entry, to: toOf(place) }
  const read = useRead(ask && JSON.stringify(ask), (signal) =>
    callOperation("promotion.preview", ask as NonNullable<typeof ask>, { signal }),
  )
  const preview = read.isPending || read.problem !== null ? null : read.answer
  const problem = refused ?? read.problem
  const promote = async () => {
    if (!preview || !place) return
    setBusy(true)
    try {
      const { promotion, path } = await callOperation(
        "promotion.run",
        { team, entry: place.entry, to: toOf(place), shown: preview.shown },
        { key: newKey() },
      )
      const undo = () =>
        void callOperation("promotion.undo", { promotion, team }).then(onChange, (cause: Error) =>
          showErrorToast(cause.message),
        )
      void showToast(`Promoted to ${path}. ${formatCount(copiesIn(preview), "copy")} removed.`, {
        duration: 10_000,
        action: { label: "Undo", onClick: undo },
      })
      close()
      onChange()
    } catch (cause) {
      setRefused(cause instanceof Error ? cause.message : String(cause))
      if (cause instanceof RefusedError && cause.reason === "stale") read.again()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      size="lg"
      title="Promote to shared memory"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" disabled={preview === null || busy} onClick={() => void promote()}>
            {promoteLabel(preview)}
          </Button>
        </>
      }
    >
      <blockquote className="border-l-2 border-line-strong pl-3 wrap-anywhere whitespace-pre-line">
        <VisibleText text={statement.text} />
      </blockquote>
      <Field label="Shared memory" hint="Agents that load this memory no longer need their own copy.">
        {(control) => (
          <Select
            {...control}
            value={place === null ? "" : placeKey(place)}
            onChange={(event) => {
              setRefused(null)
              setPlace(statement.places.find((one) => placeKey(one) === event.target.value) ?? null)
            }}
          >
            {statement.places.map((one) => (
              <option key={placeKey(one)} value={placeKey(one)}>
                {placeName(one, categories)} ({formatCount(one.agents, "agent")})
              </option>
            ))}
          </Select>
        )}
      </Field>
      {problem ? (
        <Notice tone="danger" live>
          {capitalize(problem)}
        </Notice>
      ) : null}
      {preview ? <Changes preview={preview} /> : null}
      {preview === null && problem === null ? <output className="text-ink-2">Loading preview…</output> : null}
    </Dialog>
  )
}

/** Returns the number of copies that the promotion removes. */
const copiesIn = ({ files }: PromotionPreview): number => files.filter(({ agent }) => agent !== null).length

function promoteLabel(preview: PromotionPreview | null): string {
  if (preview === null) return "Promote"
  const adds = preview.files.some(({ agent }) => agent === null) ? "adds 1 entry and " : ""
  return `Promote: ${adds}removes copies from ${formatCount(copiesIn(preview), "agent’s memory", "agents’ memory")}`
}

/** Returns "Whole team", or "Testing in ledger". */
function placeName(place: PromotionTarget, categories: readonly NamedSlug[]): string {
  if (place.kind === "team") return "Whole team"
  return `${categories.find(({ slug }) => slug === place.category)?.name ?? place.category} in ${place.project}`
}

const toOf = (place: PromotionPlace) =>
  place.kind === "team"
    ? { kind: place.kind }
    : { kind: place.kind, category: place.category, project: place.project }

function Changes({ preview }: { preview: PromotionPreview }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <section aria-label="What changes" className="grid max-h-90 gap-2 overflow-y-auto" tabIndex={0}>
      {preview.left.map(({ path, why }) => (
        <Notice key={path} tone="caution" title="Copy kept">
          {why}
        </Notice>
      ))}
      {preview.files.slice(0, MOST_SHOWN).map((file) => (
        <div key={file.path + file.project.slug} className="overflow-hidden rounded-md border border-line">
          <p className="flex flex-wrap gap-x-2.5 bg-raised px-3 py-1 text-sm">
            <span className="font-medium wrap-anywhere">{file.path}</span>
            <span className="text-ink-2">
              in {file.project.name}
              {file.file === null ? ", new file" : ""}
            </span>
            <span className="ml-auto tabular-nums">
              <span className="text-good">+{file.added}</span>{" "}
              <span className="text-danger">−{file.cut}</span>
            </span>
          </p>
          {file.hunks.map((hunk) => (
            <DiffRows key={hunk.line} rows={diffLines(hunk.before, hunk.after, hunk.line).rows} />
          ))}
        </div>
      ))}
      {preview.files.length > MOST_SHOWN ? (
        <p className="text-ink-2">and {formatCount(preview.files.length - MOST_SHOWN, "more file")}</p>
      ) : null}
    </section>
  )
}
