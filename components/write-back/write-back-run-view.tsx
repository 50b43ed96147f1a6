"use client"

import { useRouter } from "next/navigation"
import { useEffect, useState, useActionState, useRef, createContext, type ReactNode, useContext } from "react"
import { callOperation } from "@/components/data/http-client"
import { formatCount, capitalize } from "@/lib/memory/text/sentence"
import { Notice } from "@/components/ui/notice"
import { Progress } from "@/components/charts/inline-charts"
import { TableBox } from "@/components/data/table"
import {
  type WriteBack,
  type WrittenFileStatus,
  linesWords,
  STATUS_LOOKS,
  type WriteBackPreview,
  canLeaveOut,
  isDirect,
  previewOfFiles,
  writeBackConsequence,
} from "./write-back-text"
import { Link } from "@/components/ui/link"
import { Tag } from "@/components/ui/tag"
import { conflictPath, writeBackPath } from "@/components/data/addresses"
import { BottomBar } from "@/components/ui/bottom-bar"
import type { FormAction } from "@/components/data/form-state"
import { useKeys } from "@/components/data/keyboard-shortcuts"
import { Submit } from "@/components/ui/submit"
import { buttonLook } from "@/components/ui/button-look"

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
      callOperation("write-back.show", { source: run.source.id, writeBack: id, team: run.team }).then(
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
      <TableBox className="grid gap-3 p-4">
        <Progress
          label={`Writing to ${run.source.name}`}
          value={done}
          max={Math.max(1, run.files.length)}
          detail={`${done.toLocaleString("en")} of ${formatCount(run.files.length, "file")}`}
        />
        <p className="text-sm text-ink-2">The write-back continues even if you leave this page.</p>
        {problem ? (
          <Notice tone="caution" live>
            {problem}. These numbers may be outdated. Retrying…
          </Notice>
        ) : null}
      </TableBox>
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
    numberOf(run, status) > 0 ? [formatCount(numberOf(run, status), one, many)] : [],
  )
  const there = run.branch === null ? "" : ` on ${run.branch}`
  const said = [
    ...(written > 0 ? [`${formatCount(written, "file")} written${there}`] : []),
    ...(removed > 0 ? [`${formatCount(removed, "file")} removed${there}`] : []),
  ]
  return [...(said.length === 0 ? ["Nothing was written"] : said), ...others].join("; ")
}

function nextWords(run: WriteBack): string {
  if (numberOf(run, "conflict") > 0)
    return "Resolve the conflicts in the inbox, then write back again. Nothing was overwritten."
  if (run.commit !== null)
    return `Committed as ${run.commit.slice(0, 10)}. Merge the branch, then import the source again to complete the write-back.`
  return "Quarterdeck and the source are in sync."
}

const ORDER: readonly WrittenFileStatus[] = [
  "failed",
  "conflict",
  "left",
  "written",
  "removed",
  "same",
  "waiting",
]
const FIRST = 200

/** The result for each file. Files that need attention come first. */
function RunFiles({ run }: { run: WriteBack }) {
  const files = run.files.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))
  return (
    <TableBox>
      <ul aria-label="Results by file">
        {files.slice(0, FIRST).map((file) => (
          <li
            key={file.id}
            className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 border-t border-line px-3 py-2 first:border-t-0"
          >
            <span className="min-w-0 font-medium wrap-anywhere">{file.path}</span>
            <Tag tone={STATUS_LOOKS[file.status].tone}>{STATUS_LOOKS[file.status].words}</Tag>
            {file.status === "written" || file.status === "removed" ? (
              <span className="ml-auto text-sm text-ink-2 tabular-nums">{linesWords(file)}</span>
            ) : null}
            {(file.reason && file.status !== "written") || file.conflict ? (
              <p className="w-full text-sm text-ink-2 wrap-anywhere">
                {file.status === "written" ? "" : `${file.reason ?? ""} `}
                {file.conflict ? (
                  <Link href={conflictPath(run.team, file.conflict)} className="text-link">
                    Resolve file conflict
                  </Link>
                ) : null}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {files.length > FIRST ? (
        <p className="border-t border-line px-3 py-2 text-sm text-ink-2">
          And {formatCount(files.length - FIRST, "more file")}.
        </p>
      ) : null}
    </TableBox>
  )
}

interface WriteFormProps {
  preview: Pick<WriteBackPreview, "team" | "source" | "way" | "totals" | "branch" | "files" | "shown">
  action: FormAction
}

/** The button that writes the chosen changes or downloads them. */
export function WriteForm({ preview, action }: WriteFormProps) {
  const [{ error }, submit] = useActionState(action, {})
  const form = useRef<HTMLFormElement>(null)
  const { way } = preview
  const { isChosen } = useFileChoice()
  const chosen = preview.files.filter((file) => !canLeaveOut(way, file) || isChosen(file.path))
  const isPartial = chosen.length < preview.files.length
  const words = writeBackConsequence(previewOfFiles(preview, chosen))
  useKeys(
    "Write back",
    words === ""
      ? []
      : [
          {
            keys: "w",
            does: words,
            run: () => form.current?.requestSubmit(),
          },
        ],
  )
  const download = `${writeBackPath(preview.team, preview.source.id)}/download?way=${way}`
  return (
    <>
      {error ? (
        <div className="px-4 pb-3.5">
          <Notice live tone="danger" title="Nothing was written">
            {error}
          </Notice>
        </div>
      ) : null}
      {words === "" && isPartial ? (
        <BottomBar label="Write-back summary">
          <span className="text-ink-2">Select at least one file.</span>
        </BottomBar>
      ) : null}
      {words === "" ? null : (
        <BottomBar label="Write-back summary">
          <form
            key={way}
            ref={form}
            {...(isDirect(way) ? { action: submit } : { action: download, method: "post" })}
            className="contents"
          >
            <input type="hidden" name="way" value={way} />
            <input type="hidden" name="shown" value={preview.shown} />
            {isPartial
              ? chosen.map(({ id, path }) => <input key={id} type="hidden" name="paths" value={path} />)
              : null}
            <Submit
              variant="primary"
              kbd="W"
              className="max-w-full wrap-anywhere max-md:h-auto max-md:min-h-8 max-md:w-full max-md:whitespace-normal"
            >
              {words}
            </Submit>
          </form>
          {way === "zip" ? (
            <a href={`${download}&files=all`} download className={buttonLook("default")}>
              Download all files
            </a>
          ) : null}
          <span className="text-sm text-ink-3 max-md:hidden">{NOTES[way]}</span>
        </BottomBar>
      )}
    </>
  )
}

const NOTES: Record<WriteBackPreview["way"], string> = {
  directory: "If a file changes in the source before it is written, it is skipped.",
  branch: "The working tree and the current branch are not changed.",
  patch:
    "Apply the patch with git apply in the root of the repository, then import the source again. Until then, this page lists the files.",
  zip: "Extract the ZIP archive into the source folder and replace the existing files, then import the source again.",
}

interface FileChoice {
  isChosen(path: string): boolean
  choose(path: string, chosen: boolean): void
}

const Choice = createContext<FileChoice>({ isChosen: () => true, choose: () => undefined })

const useFileChoice = (): FileChoice => useContext(Choice)

/** Lets the reader leave out files of a write-back. All files are chosen at first. */
export function FileChoiceProvider({ children }: { children: ReactNode }) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const choose = (path: string, chosen: boolean) =>
    setLeftOut((were) => new Set(chosen ? [...were].filter((one) => one !== path) : [...were, path]))
  return <Choice value={{ isChosen: (path) => !leftOut.has(path), choose }}>{children}</Choice>
}

export function FileCheckbox({ path }: { path: string }) {
  const { isChosen, choose } = useFileChoice()
  return (
    <input
      type="checkbox"
      aria-label={`Include ${path}`}
      className="size-3.5 shrink-0 accent-accent"
      checked={isChosen(path)}
      onChange={(event) => choose(path, event.target.checked)}
    />
  )
}
