"use client"

import { useEffect, useState } from "react"
import { Notice } from "@/components/ui/notice"
import { type ImportEstimate, kindsInWords, totalInWords } from "@/lib/memory/sources/import-estimate"
import { call } from "../../data/http-client"
import type { ImportRun } from "../source"

/** The estimated number of inbox items of a planned import. Recomputed when placements change. */
export function EstimateNotice({ run }: { run: ImportRun }) {
  const [answer, setAnswer] = useState<{ run: ImportRun; estimate: ImportEstimate | "failed" } | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    call("import.estimate", { run: run.run, team: run.team }, { signal: leaving.signal }).then(
      (estimate) => setAnswer({ run, estimate }),
      (cause: Error) => (cause.name === "AbortError" ? undefined : setAnswer({ run, estimate: "failed" })),
    )
    return () => leaving.abort()
  }, [run])
  const estimate = answer?.run === run ? answer.estimate : null
  if (estimate === null) return <Notice live>Estimating inbox items…</Notice>
  if (estimate === "failed")
    return <Notice live>Inbox items could not be estimated. You can still import.</Notice>
  return (
    <Notice live title={totalInWords(estimate)}>
      {sentence(kindsInWords(estimate))}
      {estimate.isPartial ? " The import may raise more." : ""}
    </Notice>
  )
}

const sentence = (words: string): string => (words === "" ? "" : `${words}.`)
