import { Link } from "@/components/ui/link"
import { filePath, agentPath, categoryPath } from "@/components/data/addresses"
import { VisibleText } from "@/components/text/visible-text"
import { InlineText } from "@/components/text/inline-markdown"
import { ButtonLink } from "@/components/ui/button"
import { changedQuery } from "@/components/data/url-query"
import { formatCount } from "@/lib/memory/text/sentence"
import { Empty } from "@/components/ui/empty"
import { CONTEXT_DEFAULTS, type ContextRequest } from "./context-request"
import { LeftOut } from "./context-left-out"
import { type Moves, type AgentContext, type ContextAgent, type DiskFile, taskTerms } from "./agent-context"
import { ScoreRule, IncludedList } from "./included-list"
import { hasInvisible } from "@/lib/memory/characters/hidden-characters"
import { pastLimitMark } from "./entry-marks"
import { contextPath } from "@/components/shell/navigation"
import { CopyText } from "./copy-text"
import { FillBar } from "./context-bar"

/** The exact text that the agent receives. */
function ContextText({ agent, text, tokens }: { agent: string; text: string; tokens: number }) {
  return (
    <section aria-labelledby="the-text">
      <div className="mb-1.5 flex min-h-7 flex-wrap items-center gap-x-2">
        <h2 id="the-text">Context text</h2>
        <span className="text-ink-3 tabular-nums">{formatCount(tokens, "token")}</span>
        {text === "" ? null : (
          <span className="ml-auto">
            <CopyText text={text} />
          </span>
        )}
      </div>
      {text === "" ? (
        <p className="text-ink-2">
          The context of <VisibleText text={agent} /> is empty.
        </p>
      ) : (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-labelledby="the-text"
          className="max-h-160 overflow-y-auto rounded-lg border border-line bg-surface p-3 font-mono wrap-anywhere whitespace-pre-wrap"
        >
          <VisibleText text={text} />
        </pre>
      )}
      {hasInvisible(text) ? (
        <p className="mt-1 text-sm text-danger">
          Hidden characters are shown in red. The agent receives them, and they are included when you copy the
          text.
        </p>
      ) : null}
    </section>
  )
}

interface ToldViewProps {
  team: string
  context: AgentContext
  whose: ContextAgent
  /** The files that the harness loads. */
  loads: readonly DiskFile[]
  asked: ContextRequest
  query: URLSearchParams
  moves: Moves | null
  now: Date
}

/** The entries of the context, the entries that are left out, and the exact text beside them. */
export function ContextView({ team, context, whose, loads, asked, query, moves, now }: ToldViewProps) {
  return (
    <>
      <ContextFacts team={team} context={context} whose={whose} budget={asked.budget} moves={moves} />
      <div className="grid grid-cols-1 items-start gap-x-5 gap-y-5 xl:grid-cols-5">
        <div className="grid grid-cols-1 gap-5 xl:col-span-3">
          <section aria-labelledby="told">
            <h2 id="told" className="mb-1.5 flex min-h-7 items-center">
              Included{asked.task === "" ? " at session start" : " for this task"}
            </h2>
            <ReadFirst team={team} documents={context.documents} />
            {context.entries.length > 0 ? (
              <IncludedList
                team={team}
                entries={context.entries}
                terms={taskTerms(asked.task)}
                moves={moves}
                marksOf={(entry) => [pastLimitMark(entry, loads) ?? []].flat()}
                now={now}
              />
            ) : null}
            {context.entries.length === 0 && context.documents.length === 0 ? (
              <NothingTold team={team} context={context} asked={asked} query={query} />
            ) : null}
          </section>
          <LeftOut team={team} context={context} asked={asked} query={query} gone={moves?.gone ?? []} />
        </div>
        <div className="grid grid-cols-1 gap-5 xl:col-span-2">
          <ContextText agent={context.agent} text={context.text} tokens={context.tokens} />
          <ScoreRule withTask={asked.task !== ""} />
          <Files team={team} files={context.files} />
        </div>
      </div>
    </>
  )
}

/** Files that the context includes in full, before all entries. */
function ReadFirst({ team, documents }: { team: string; documents: AgentContext["documents"] }) {
  if (documents.length === 0) return null
  return (
    <ul className="mb-2 grid gap-2" aria-label="Full files">
      {documents.map(({ file, path, text }) => (
        <li key={file} className="rounded-lg border border-line bg-surface px-3 py-2">
          <Link
            href={filePath(team, file)}

            className="font-mono text-sm text-ink-2 wrap-anywhere hover:text-accent hover:underline"
          >
            <VisibleText text={path} />
          </Link>
          <p className="line-clamp-3 wrap-anywhere whitespace-pre-line">
            <InlineText text={text} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The empty state: opted out, over budget, all left out, or no memory, each with the next step. */
function NothingTold({
  team,
  context: { optedOut, leftOutCounts },
  asked,
  query,
}: Pick<ToldViewProps, "team" | "context" | "asked" | "query">) {
  if (optedOut) return <Empty title="No context">This agent has opted out of memory.</Empty>
  if (leftOutCounts.budget && asked.budget < CONTEXT_DEFAULTS.budget) {
    return (
      <Empty
        title={`No entry fits in ${formatCount(asked.budget, "token")}`}
        action={
          <ButtonLink href={changedQuery(query, { budget: null })}>
            Use {CONTEXT_DEFAULTS.budget.toLocaleString("en")} tokens
          </ButtonLink>
        }
      >
        Even the shortest entry needs a larger budget.
      </Empty>
    )
  }
  if (Object.keys(leftOutCounts).length > 0)
    return <Empty title="No entries included">All entries are left out. See the reasons below.</Empty>
  return (
    <Empty
      title="No memory yet"
      action={<ButtonLink href={`/t/${team}/sources`}>Import memory files</ButtonLink>}
    >
      The agent, its category, its project and the team have no entries.
    </Empty>
  )
}

const SHOWN = 12

/** The files of the included entries, with their revisions. */
function Files({ team, files }: { team: string; files: AgentContext["files"] }) {
  if (files.length === 0) return null
  return (
    <section aria-labelledby="rests-on">
      <h2 id="rests-on" className="mb-1.5">
        {" "}
        Source files{" "}
        <span className="ml-2 font-normal text-ink-3 tabular-nums">{formatCount(files.length, "file")}</span>
      </h2>
      <ul>
        {files.slice(0, SHOWN).map(({ file, path, revision }) => (
          <li key={file} className="flex flex-wrap items-baseline gap-x-2">
            <Link
              href={filePath(team, file)}
              className="inline-block py-0.75 font-mono text-sm wrap-anywhere hover:text-accent hover:underline"
            >
              <VisibleText text={path} />
            </Link>
            <span className="text-sm text-ink-3 tabular-nums">revision {revision}</span>
          </li>
        ))}
        {files.length > SHOWN ? (
          <li className="text-sm text-ink-3">and {files.length - SHOWN} more</li>
        ) : null}
      </ul>
    </section>
  )
}

interface ToldFactsProps {
  team: string
  context: Pick<AgentContext, "entries" | "tokens" | "files">
  whose: ContextAgent
  budget: number
  moves: Moves | null
}

/** A summary line: the size of the context, its sources and its agent. */
function ContextFacts({ team, context: { entries, tokens, files }, whose, budget, moves }: ToldFactsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-ink-2">
      <span>
        <Figure>{entries.length.toLocaleString("en")}</Figure> {entries.length === 1 ? "entry" : "entries"}{" "}
        from <Figure>{files.length.toLocaleString("en")}</Figure> {files.length === 1 ? "file" : "files"}
      </span>
      <span className="flex items-center gap-2 whitespace-nowrap">
        <FillBar
          part={tokens}
          whole={budget}
          tone={tokens > budget * 0.9 ? "caution" : "plain"}
          className="w-24"
        />
        <span>
          <Figure>{tokens.toLocaleString("en")}</Figure> of {formatCount(budget, "token")}
        </span>
      </span>
      <Belonging team={team} whose={whose} />
      {moves ? <span className="font-medium text-ink">{describeMoves(moves)}</span> : null}
    </div>
  )
}

/** The agent's category and its coordinator. */
function Belonging({
  team,
  whose: { agent, project, category, known },
}: Pick<ToldFactsProps, "team" | "whose">) {
  const who = known ? (
    <>
      <Link href={agentPath(team, project.slug, agent)} className="text-link">
        {agent}
      </Link>{" "}
      is in
    </>
  ) : (
    "The name matches"
  )
  if (category === null) return <span>{who} no category</span>
  return (
    <span>
      {who}{" "}
      <Link href={categoryPath(team, category.slug)} className="text-link">
        {category.name}
      </Link>
      <Coordinator {...{ team, project, agent }} coordinator={category.coordinator} />
    </span>
  )
}

function Coordinator({
  team,
  project,
  agent,
  coordinator,
}: Pick<ContextAgent, "project" | "agent"> & { team: string; coordinator: string | null }) {
  if (coordinator === null) return null
  if (coordinator === agent) return " (coordinator)"
  return (
    <>
      , coordinated by{" "}
      <Link href={contextPath(team, project.slug, coordinator)} className="text-link">
        {coordinator}
      </Link>
    </>
  )
}

function Figure({ children }: { children: string }) {
  return <b className="font-semibold text-ink tabular-nums">{children}</b>
}

/** Returns the effect of the task: "With this task: 3 new, 2 moved up, 3 left out". */
export function describeMoves({ came, up, gone }: Pick<Moves, "came" | "up" | "gone">): string {
  const parts = [
    came > 0 ? `${came} new` : null,
    up > 0 ? `${up} moved up` : null,
    gone.length > 0 ? `${gone.length} left out` : null,
  ].filter(Boolean)
  return parts.length === 0 ? "With this task: no change" : `With this task: ${parts.join(", ")}`
}
