import { Suspense } from "react"
import { MarkedText } from "#marked-text"
import { isSuspect } from "@/lib/memory/characters/suspect-text"

/** Text with its hidden characters shown as small labels that name them. */
export function VisibleText({ text }: { text: string }) {
  if (!isSuspect(text)) return text
  return (
    <Suspense fallback={text}>
      <MarkedText text={text} />
    </Suspense>
  )
}
