import { BookOpen } from "lucide-react"
import { ButtonLink } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { groupBy, sum } from "@/lib/memory/text/aggregates"
import { loadedLines, type LoadGroup } from "@/lib/memory/context/harness-loads"
import { Link } from "@/components/ui/link"
import { filePath } from "@/components/data/addresses"
import { CutLine } from "@/components/memory-files/load-limit"
import { describeBytes, describeCut, describeLimit } from "@/components/memory-files/load-limit-text"
import { VisibleText } from "@/components/text/visible-text"
import { BudgetBar } from "@/components/charts/inline-charts"
import { Tag } from "@/components/ui/tag"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { linesLoaded } from "@/lib/memory/memory-files/load-limit"
import type { DiskFile, ContextAgent } from "./agent-context"
import { FillBar } from "./context-bar"

interface LoadsViewProps {
  team: string
  whose: ContextAgent
  files: readonly DiskFile[]
}

/** The files that an agent's harness loads from disk, in order, each with its load limit. */
export function LoadsView({ team, whose, files }: LoadsViewProps) {
  const start = files.filter(({ moment }) => moment === "start")
  const onDemand = files.filter(({ moment }) => moment === "on-demand")
  if (files.length === 0) {
    return (
      <Empty
        icon={<BookOpen className="icon-lg" aria-hidden />}
        title="No files to load"
        action={
          <ButtonLink variant="primary" href={`/t/${team}/sources`}>
            Import memory files
          </ButtonLink>
        }
      >
        {whose.project.name} has no instructions, no workspace, and no memory for {whose.agent} or its
        category.
      </Empty>
    )
  }
  const cut = start.filter((file) => file.cut !== null)
  return (
    <div className="grid max-w-240 gap-4">
      <p className="text-ink-2">
        At session start, {whose.agent}’s harness loads{" "}
        {start.length === 0 ? (
          "nothing from disk."
        ) : (
          <>
            <b className="font-semibold text-ink">{formatCount(start.length, "file")}</b> (
            {formatCount(sum(start.map(loadedLines)), "line")}) from disk without Quarterdeck, in this order.
          </>
        )}
        {cut.length > 0 ? (
          <>
            {" "}
            <b className="font-medium text-danger">{formatCount(cut.length, "file")} truncated.</b> Lines past
            a load limit reach the agent only if Quarterdeck sends them.
          </>
        ) : null}
      </p>
      {[...groupBy(start, ({ group }) => group)].map(([group, members]) => (
        <section key={group} aria-labelledby={`loads-${group}`}>
          <h2 id={`loads-${group}`} className="mb-1.5">
            {titleOf(group, whose)}
            <span className="ml-2 font-normal text-ink-3 tabular-nums">{members.length}</span>
          </h2>
          <ol
            start={start.indexOf(members[0] as DiskFile) + 1}
            className="rounded-lg border border-line bg-surface"
          >
            {members.map((file) => (
              <FileLoad key={file.id} team={team} file={file} place={start.indexOf(file) + 1} />
            ))}
          </ol>
        </section>
      ))}
      {onDemand.length > 0 ? (
        <details>
          <summary className="font-semibold">
            On demand{" "}
            <span className="ml-1 font-normal text-ink-3 tabular-nums">
              {formatCount(onDemand.length, "file")}
            </span>
          </summary>
          <p className="my-1.5 text-ink-2">
            These files are loaded when an index or a task refers to them, not at session start.
          </p>
          <ul className="rounded-lg border border-line bg-surface">
            {onDemand.map((file) => (
              <FileLoad key={file.id} team={team} file={file} place={null} />
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}

function titleOf(group: LoadGroup, { agent, project, category }: ContextAgent): string {
  switch (group) {
    case "instructions":
      return "Instructions"
    case "workspace":
      return "Workspace"
    case "project":
      return `Shared in ${project.name}`
    case "category":
      return `${category?.name ?? "Category"} memory`
    case "own":
      return `${agent}’s own memory`
  }
}

const LOADERS: Readonly<Record<Exclude<FormatId, "instructions">, string>> = {
  kaizen: "Kaizen protocol",
  "memory-protocol": "memory protocol",
  "run-cache": "run cache",
  "category-memory": "Claude Code, by category",
  "claude-agent-memory": "Claude Code",
  "claude-auto-memory": "Claude Code",
  "agents-dir-memory": "agents folder",
  "cline-memory-bank": "Cline",
  "serena-memories": "Serena",
  "openclaw-workspace": "OpenClaw workspace",
  "memory-workspace": "workspace",
  "mcp-memory-graph": "MCP memory server",
  "codex-memories": "Codex",
  "added-memories": "Gemini CLI or Qwen Code",
}

/** Instruction files of a single harness. All others are read by several. */
const INSTRUCTIONS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)CLAUDE(?:\.local)?\.md$|(?:^|\/)\.claude\//, "Claude Code"],
  [/(?:^|\/)GEMINI\.md$/, "Gemini CLI"],
  [/(?:^|\/)QWEN\.md$/, "Qwen Code"],
  [/(?:^|\/)\.cursor(?:\/|rules$)/, "Cursor"],
  [/(?:^|\/)\.github\//, "GitHub Copilot"],
]

/** Returns the name of the harness or protocol that loads a file. */
function loaderName(format: FormatId, path: string): string {
  if (format !== "instructions") return LOADERS[format]
  return INSTRUCTIONS.find(([pattern]) => pattern.test(path))?.[1] ?? "any harness"
}

/** A file that a harness loads: its size against its limits, and the lines around the load limit. */
function FileLoad({ team, file, place }: { team: string; file: DiskFile; place: number | null }) {
  const below = file.cut === null ? 0 : Math.max(1, file.lines - file.cut + 1)
  const unseen = file.around === null ? 0 : file.lines - (file.around.lines.at(-1)?.line ?? file.lines)
  return (
    <li className="border-t border-line first:border-t-0">
      <div className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 xl:flex-nowrap hover:bg-raised has-focus-visible:bg-accent-wash">
        <span aria-hidden className="w-5 shrink-0 text-right font-mono text-sm text-ink-3 tabular-nums">
          {place}
        </span>
        <Link
          data-told
          href={file.cut === null ? filePath(team, file.id) : `${filePath(team, file.id)}#cut`}
          title={file.path}
          className="min-w-0 flex-1 basis-60 font-mono text-sm wrap-anywhere xl:basis-0 after:absolute after:inset-0"
        >
          <VisibleText text={file.path} />
        </Link>
        <span
          className="text-sm text-ink-2 max-xl:pl-8 xl:w-38 xl:shrink-0"
          title={`Read by: ${loaderName(file.format as FormatId, file.path)} (${file.formatName})`}
        >
          <span className="sr-only">read by </span>
          {loaderName(file.format as FormatId, file.path)}
        </span>
        <span className="flex items-center gap-3 text-sm text-ink-2 tabular-nums max-xl:basis-full max-xl:pl-8 xl:w-76 xl:shrink-0">
          <span className="flex w-24 shrink-0 max-sm:empty:hidden">
            <SizeBar file={file} />
          </span>
          {describeLoad(file)}
        </span>
        <span className="flex flex-wrap gap-1 max-xl:pl-8 xl:w-40 xl:shrink-0 xl:justify-end">
          <LoadTag file={file} below={below} />
          {file.writtenBack ? null : <Tag tone="caution">not written back</Tag>}
        </span>
      </div>
      {file.around === null || file.cut === null ? null : (
        <div className="border-t border-line pt-2 pb-3 font-mono text-sm">
          {file.around.lines.map(({ line, text, loaded }, at, all) => (
            <div key={line}>
              {!loaded && (at === 0 || all[at - 1]?.loaded) ? (
                <CutLine
                  cut={describeCut(
                    { line, offset: 0, reason: file.around?.reason ?? "lines" },
                    file.limits,
                    file.lines,
                  )}
                />
              ) : null}
              <p className={`flex gap-3 px-3 ${loaded ? "" : "text-ink-3"}`}>
                <span className="w-10 shrink-0 text-right text-ink-3 tabular-nums">{line}</span>
                <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
                  <VisibleText text={text} />
                </span>
                {loaded ? null : <span className="sr-only">(not loaded)</span>}
              </p>
            </div>
          ))}
          {unseen > 0 ? (
            <p className="pl-16 font-sans text-ink-2">and {formatCount(unseen, "more line")}</p>
          ) : null}
        </div>
      )}
    </li>
  )
}

function LoadTag({ file, below }: { file: DiskFile; below: number }) {
  if (below > 0) return <Tag tone="danger">{formatCount(below, "line")} not loaded</Tag>
  if (isNear(file)) return <Tag tone="caution">nearly full</Tag>
  return file.writtenBack ? <Tag tone="good">fully loaded</Tag> : null
}

function SizeBar({ file }: { file: DiskFile }) {
  const { lines, cut, limits } = file
  if (limits.lines !== null || limits.budget !== null)
    return (
      <BudgetBar
        lines={lines}
        budget={limits.budget}
        limit={linesLoaded({ cut, limits })}
        {...(cut !== null && { tone: "danger" })}
        className="w-24"
      />
    )
  const [size] = limitedSizes(file)
  if (size === undefined) return null
  const nearTone = isNear(file) ? "caution" : "plain"
  return <FillBar {...size} tone={cut === null ? nearTone : "danger"} className="w-24" />
}

/** Returns the size against the limits: "94 of 200 lines, 3.1 of 25 KB". */
function describeLoad({ lines, bytes, characters, limits }: DiskFile): string {
  if (limits.lines !== null)
    return `${lines.toLocaleString("en")} of ${formatCount(limits.lines, "line")}${limits.bytes === null ? "" : `, ${describeBytes(bytes)} of ${describeBytes(limits.bytes)}`}`
  const most = limits.bytes !== null || limits.characters !== null
  const limit = describeLimit(limits)
  const size =
    limits.bytes === null && characters !== null ? characters.toLocaleString("en") : describeBytes(bytes)
  return [
    formatCount(lines, "line"),
    most ? `${size} of ${limit}` : size,
    limit === null || most ? null : `loads ${limit}`,
    limits.budget === null ? null : `budget ${limits.budget} lines`,
  ]
    .filter(Boolean)
    .join(", ")
}

/** The share of a limit above which a file is nearly full. */
const NEAR = 0.9

const isNear = (file: DiskFile): boolean => limitedSizes(file).some(({ part, whole }) => part > whole * NEAR)

/** Returns the sizes of a file that have a load limit, each with its limit in the same unit. */
function limitedSizes(file: DiskFile): { part: number; whole: number }[] {
  return (["lines", "bytes", "characters"] as const).flatMap((unit) => {
    const [part, whole] = [file[unit], file.limits[unit]]
    return part === null || whole === null ? [] : [{ part, whole }]
  })
}
