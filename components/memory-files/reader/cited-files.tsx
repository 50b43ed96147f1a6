"use client"

import { useEffect, useState } from "react"
import { askServer } from "@/components/data/http-client"
import { DrawnText } from "./drawn-text"

interface Cited {
  readonly reachable: boolean
  readonly words: string | null
}

/** Whether the files that an entry cites are there, as its project's source tree is at this moment. */
export function CitedFiles({ entry }: { entry: string }) {
  const [cited, setCited] = useState<{ entry: string; words: string | null; wrong: boolean } | null>(null)
  useEffect(() => {
    const left = new AbortController()
    askServer<Cited>(`/entries/${entry}/citations`, { signal: left.signal }).then(
      ({ words, reachable }) =>
        setCited({ entry, words, wrong: reachable && /gone|ends at/.test(words ?? "") }),
      () => undefined, // what cannot be looked up is not said
    )
    return () => left.abort()
  }, [entry])
  if (cited?.entry !== entry || cited.words === null) return null
  return (
    <output className={`mt-2 block wrap-anywhere ${cited.wrong ? "text-caution" : "text-ink-2"}`}>
      <DrawnText text={`${cited.words.charAt(0).toUpperCase()}${cited.words.slice(1)}`} />
    </output>
  )
}
