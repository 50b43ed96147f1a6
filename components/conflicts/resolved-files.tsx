import { memo } from "react"
import { hasInvisible } from "@/lib/memory/characters/hidden-characters"
import { diffLines } from "@/components/text/diff-lines"
import { VisibleText } from "@/components/text/visible-text"
import { UntrustedText } from "@/components/text/untrusted-text"
import { DiffRows } from "@/components/text/revision-diff"
import { Notice } from "@/components/ui/notice"
import { Skeleton } from "@/components/ui/skeleton"
import { TableBox } from "@/components/data/table"
import type { ResolutionPreview, ResolvedFile } from "./conflict"

interface ResolvedFilesProps {
  /** The typed texts, to warn about hidden characters. */
  words: readonly string[]
  preview: ResolutionPreview | null
  problem: string | null
  pending: boolean
}

/** The files and lines that a resolution would change. */
export function ResolvedFiles({ words, preview, problem, pending }: ResolvedFilesProps) {
  const hidden = words.filter(hasInvisible)
  const message = messageOf(preview, problem)
  return (
    <>
      {hidden.map((text) => (
        <Notice key={text} tone="danger" title="The text contains hidden characters" live>
          <span className="wrap-anywhere whitespace-pre-wrap">
            <VisibleText text={text} />
          </span>
        </Notice>
      ))}
      {preview === null && !problem ? <Skeleton className="h-20" /> : null}
      {preview ? (
        <div className={`grid grid-cols-1 gap-2 ${pending ? "opacity-55" : ""}`}>
          {preview.files.map((file) => (
            <ChangedPlace key={`${file.fileId} ${file.line}`} file={file} />
          ))}
        </div>
      ) : null}
      {preview && preview.files.length === 0 ? <p className="text-ink-2">No line changes.</p> : null}
      <p aria-live="polite" className={problem ? "text-danger" : "text-ink-2"}>
        {message && <UntrustedText text={message} />}
      </p>
    </>
  )
}

function messageOf(preview: ResolutionPreview | null, problem: string | null): string | null {
  if (problem) return `The preview could not be loaded: ${problem}`
  return preview && preview.words !== "" ? `Result: ${preview.words}.` : null
}

/** Memoized, so that typing does not compare the file again. */
const ChangedPlace = memo(function ChangedPlace({ file }: { file: ResolvedFile }) {
  return (
    <TableBox className="overflow-hidden">
      <p className="border-b border-line bg-raised px-3 py-1.5 text-sm wrap-anywhere text-ink-2">
        <VisibleText text={file.path} />
      </p>
      <DiffRows rows={diffLines(file.before, file.after, file.line).rows} />
    </TableBox>
  )
})
