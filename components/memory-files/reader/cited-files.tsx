"use client"

import { useEffect, useState } from "react"
import { call } from "@/components/data/http-client"
import { DrawnText } from "../../text/drawn-text"
import { capitalize } from "@/lib/memory/text/sentence"

/** Shows whether the files that an entry cites exist in its project's source tree. */
export function CitedFiles({ entry }: { entry: string }) {
  const [cited, setCited] = useState<{ entry: string; words: string | null; wrong: boolean } | null>(null)
  useEffect(() => {
    const left = new AbortController()
    call("entry.citations", { entry }, { signal: left.signal }).then(
      ({ words, citations }) => setCited({ entry, words, wrong: citations.some((one) => one.why !== null) }),
      () => undefined, // nothing is shown if the look-up fails
    )
    return () => left.abort()
  }, [entry])
  if (cited?.entry !== entry || cited.words === null) return null
  return (
    <output className={`mt-2 block wrap-anywhere ${cited.wrong ? "text-caution" : "text-ink-2"}`}>
      <DrawnText text={capitalize(cited.words)} />
    </output>
  )
}
