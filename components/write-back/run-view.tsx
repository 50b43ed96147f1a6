"use client"

import { useRouter } from "next/navigation"
import { useEffect, useState } from "react"
import { call } from "@/components/data/http-client"
import { count } from "@/components/data/count"
import { Notice } from "@/components/ui/notice"
import { Progress } from "@/components/charts/progress"
import { Box } from "@/components/data/table"
import { RunFiles } from "./run-files"
import type { WriteBack } from "./write-back-types"
import { capitalize } from "@/lib/memory/text/sentence"

const EVERY_MS = 1_000

/** A write-back in progress, or its result. */
export function WriteBackRunView({ initial }: { initial: WriteBack }) {
  const [run, setRun] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const router = useRouter()
  const running = run.state === "running"
  useEffect(() => {
    const id = run.id
    if (!running || id === null) return
    const timer = setInterval(() => {
      if (document.hidden) return
      call("write-back.show", { source: run.source.id, writeBack: id, team: run.team }).then(
        (now) => {
          setProblem(null)
          setRun(now)
          if (now.state !== "running") router.refresh() // Fewer changes are pending now.
        },
        (cause: Error) => setProblem(cause.message),
      )
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [running, run.source.id, run.id, run.team, router])
  const done = run.files.filter((file) => file.status !== "waiting").length
  if (running) {
    return (
      <Box className="grid gap-3 p-4">
        <Progress
          label={`Writing to ${run.source.name}`}
          value={done}
          max={Math.max(1, run.files.length)}
          detail={`${done.toLocaleString("en")} of ${count(run.files.length, "file")}`}
        />
        <p className="text-sm text-ink-2">You can leave this page. The write-back continues.</p>
        {problem ? (
          <Notice tone="caution" live>
            {problem}. The figures may be outdated. Retrying.
          </Notice>
        ) : null}
      </Box>
    )
  }
  return (
    <div className="grid gap-3.5">
      <Notice live tone={toneOf(run)} title={titleOf(run)}>
        {run.error ? `${capitalize(run.error)}.` : nextWords(run)}
      </Notice>
      <RunFiles run={run} />
    </div>
  )
}

const numberOf = (run: WriteBack, status: WriteBack["files"][number]["status"]) =>
  run.files.filter((file) => file.status === status).length

function toneOf(run: WriteBack) {
  if (run.state === "failed" || numberOf(run, "failed") > 0) return "danger"
  return numberOf(run, "conflict") + numberOf(run, "left") > 0 ? "caution" : "good"
}

function titleOf(run: WriteBack): string {
  if (run.state === "failed") return "Write-back failed"
  const [written, removed] = [numberOf(run, "written"), numberOf(run, "removed")]
  const others = (
    [
      ["conflict", "file conflict", "file conflicts"],
      ["failed", "failed", "failed"],
      ["left", "skipped", "skipped"],
    ] as const
  ).flatMap(([status, one, many]) =>
    numberOf(run, status) > 0 ? [count(numberOf(run, status), one, many)] : [],
  )
  const there = run.branch === null ? "" : ` on ${run.branch}`
  const said = [
    ...(written > 0 ? [`${count(written, "file")} written${there}`] : []),
    ...(removed > 0 ? [`${count(removed, "file")} removed${there}`] : []),
  ]
  return [...(said.length === 0 ? ["Nothing was written"] : said), ...others].join("; ")
}

function nextWords(run: WriteBack): string {
  if (numberOf(run, "conflict") > 0)
    return "Resolve the conflicts in the inbox, then write back again. Nothing was overwritten."
  if (run.commit !== null)
    return `Commit ${run.commit.slice(0, 10)}. Merge the branch, then import the source again to complete the write-back.`
  return "Quarterdeck and the source are in sync."
}
