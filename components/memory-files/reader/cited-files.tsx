"use client"

import { callOperation } from "@/components/data/http-client"
import { useRead } from "@/components/data/use-read"
import { VisibleText } from "../../text/visible-text"
import { capitalize } from "@/lib/memory/text/sentence"

/** Shows whether the files that an entry cites exist in its project's source tree. */
export function CitedFiles({ entry }: { entry: string }) {
  // Nothing is shown if the look-up fails.
  const { answer, isPending } = useRead(entry, (signal) =>
    callOperation("entry.citations", { entry }, { signal }),
  )
  if (isPending || !answer || answer.words === null) return null
  const isWrong = answer.citations.some((one) => one.why !== null)
  return (
    <output className={`mt-2 block wrap-anywhere ${isWrong ? "text-caution" : "text-ink-2"}`}>
      <VisibleText text={capitalize(answer.words)} />
    </output>
  )
}
