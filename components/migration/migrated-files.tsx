"use client"

import { ChevronRight } from "lucide-react"
import { type Ref, useImperativeHandle, useRef, useState } from "react"
import { diffLines } from "@/components/text/diff-lines"
import { VisibleText } from "@/components/text/visible-text"
import { DiffRows } from "@/components/text/revision-diff"
import { count } from "@/components/data/count"
import { TableBox } from "@/components/data/table"
import { Tag } from "@/components/ui/tag"
import type { PlannedFile } from "./migration-types"
import { FILE_CHANGE_LABELS } from "./migration-text"

export interface Steps {
  step(by: 1 | -1): void
}

interface FileListProps {
  groups: readonly { readonly name: string; readonly files: readonly PlannedFile[] }[]
  /** Paths of files that will be over budget. */
  over: ReadonlySet<string>
  ref?: Ref<Steps>
}

/** The changes of each file, by category. The lines open on demand. */
export function FileList({ groups, over, ref }: FileListProps) {
  const heads = useRef(new Map<number, HTMLButtonElement>())
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const firsts = groups.map((_, place) =>
    groups.slice(0, place).reduce((total, { files }) => total + files.length, 0),
  )
  useImperativeHandle(ref, () => ({
    step(by) {
      const at = [...heads.current].find(([, head]) => head === document.activeElement)?.[0]
      heads.current.get(at === undefined ? 0 : at + by)?.focus()
    },
  }))
  const turn = (path: string) =>
    setOpen((were) => new Set(were.has(path) ? [...were].filter((one) => one !== path) : [...were, path]))
  return groups.map(({ name, files }, group) => (
    <section key={name} aria-label={`Files in ${name}`}>
      <h3 className="mb-1 text-sm text-ink-2">
        {name} <span className="font-normal text-ink-3">{count(files.length, "file")}</span>
      </h3>
      <TableBox className="overflow-hidden">
        {files.map((file, place) => (
          <div
            key={file.path}
            className="border-t border-line first:border-t-0"
            style={{ contentVisibility: "auto", containIntrinsicBlockSize: "auto 34px" }}
          >
            <button
              type="button"
              aria-expanded={open.has(file.path)}
              onClick={() => turn(file.path)}
              ref={(head) =>
                void (head
                  ? heads.current.set((firsts[group] ?? 0) + place, head)
                  : heads.current.delete((firsts[group] ?? 0) + place))
              }
              className="flex min-h-8.5 w-full flex-wrap items-center gap-x-2.5 gap-y-0.5 px-3 py-1 text-left hover:bg-raised focus-visible:bg-accent-wash"
            >
              <ChevronRight
                className={`size-3.5 shrink-0 text-ink-3 ${open.has(file.path) ? "rotate-90" : ""}`}
                aria-hidden
              />
              <span className="min-w-0 wrap-anywhere">
                <VisibleText text={file.path} />
              </span>
              <Tag tone={FILE_CHANGE_LABELS[file.becomes].tone}>{FILE_CHANGE_LABELS[file.becomes].words}</Tag>
              {file.restored ? <Tag>original restored</Tag> : null}
              {over.has(file.path) ? <Tag tone="caution">over budget</Tag> : null}
              <span className="ml-auto text-sm text-ink-2 tabular-nums">{linesWords(file)}</span>
            </button>
            {open.has(file.path) ? <Changes file={file} /> : null}
          </div>
        ))}
      </TableBox>
    </section>
  ))
}

function linesWords({ becomes, before, after }: PlannedFile): string {
  if (becomes === "same" || becomes === "removed") return count(before, "line")
  return becomes === "made"
    ? count(after, "line")
    : `${before.toLocaleString("en")} → ${count(after, "line")}`
}

function Changes({ file: { hunks, added, cut } }: { file: PlannedFile }) {
  if (hunks === null)
    return (
      <p className="border-t border-line px-3 py-2 text-ink-2">
        {count(added + cut, "changed line")}, too many to show
      </p>
    )
  if (hunks.length === 0)
    return <p className="border-t border-line px-3 py-2 text-ink-2">No changed lines.</p>
  return (
    <div className="border-t border-line">
      {hunks.map((hunk) => (
        <DiffRows
          key={`${hunk.line} ${hunk.before.length}`}
          rows={diffLines(hunk.before, hunk.after, hunk.line).rows}
        />
      ))}
    </div>
  )
}
