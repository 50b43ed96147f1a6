import { Info, SearchX } from "lucide-react"
import { Link } from "@/components/ui/link"
import { changedQuery } from "@/components/data/url-query"
import { VisibleText } from "@/components/text/visible-text"
import type { OutputOf } from "@/lib/http/contract"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { type SetFilter, unfilteredHref } from "./search-filters"

interface AnswerNotesProps {
  query: URLSearchParams
  /** The typed words, without filters. */
  words: string
  corrected: string | undefined
  loosened: boolean
  notes: readonly string[]
}

/** Notes on how the results differ from the search as typed, with a link to the exact search. */
export function AnswerNotes({ query, words, corrected, loosened, notes }: AnswerNotesProps) {
  if (corrected === undefined && !loosened && notes.length === 0) return null
  const exactly = changedQuery(query, { exact: "1", n: null })
  return (
    <div className="mb-3 grid gap-1 rounded-lg bg-raised px-3 py-2">
      {corrected === undefined ? null : (
        <p className="wrap-anywhere">
          Showing results for{" "}
          <b>
            <VisibleText text={corrected} />
          </b>
          . No results for{" "}
          <b>
            <VisibleText text={words} />
          </b>
          .{" "}
          <Link href={exactly} className="text-accent hover:underline">
            Search for the exact words
          </Link>
        </p>
      )}
      {loosened ? (
        <p>
          No entry contains all of these words. Showing partial matches.{" "}
          {corrected === undefined ? (
            <Link href={exactly} className="text-accent hover:underline">
              Require all words
            </Link>
          ) : null}
        </p>
      ) : null}
      {notes.map((note) => (
        <p key={note} className="flex items-baseline gap-1.5 text-sm wrap-anywhere text-ink-2">
          <Info className="icon translate-y-0.5 shrink-0 text-ink-3" aria-hidden />
          <span>
            <VisibleText text={note} />
          </span>
        </p>
      ))}
    </div>
  )
}

/** State of the semantic search index, as `showSearchIndex` returns it. */
export type SearchIndex = OutputOf<"search.index">

interface IndexLineProps {
  index: SearchIndex
  query: URLSearchParams
  /** True if the user asked for keyword search only. */
  byWords: boolean
}

/** The search mode and indexing progress. Renders nothing if semantic search is off. */
export function IndexLine({ index, query, byWords }: IndexLineProps) {
  if (index.state === "off") return null
  const behind = index.indexed < index.total
  if (index.mode === "words") {
    return (
      <p className="text-sm wrap-anywhere text-ink-2">
        Keyword search only: <VisibleText text={index.error ?? ""} />
      </p>
    )
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm wrap-anywhere text-ink-2">
      <span>{byWords ? "Keyword search only." : "Keyword and semantic search."}</span>
      <Link
        href={changedQuery(query, { mode: byWords ? null : "words", n: null })}
        className="text-accent hover:underline"
      >
        {byWords ? "Include semantic results" : "Search keywords only"}
      </Link>
      {behind ? (
        <span className="tabular-nums">
          {index.state === "failed" ? "Semantic indexing failed: " : "Semantic indexing in progress: "}
          {index.error === undefined ? null : (
            <>
              <VisibleText text={index.error} />{" "}
            </>
          )}
          {index.indexed.toLocaleString("en")} of {index.total.toLocaleString("en")} entries indexed.
        </span>
      ) : null}
    </p>
  )
}

interface NothingFoundProps {
  query: URLSearchParams
  words: string
  /** Active filters. */
  filters: readonly SetFilter[]
}

/** The empty state of a search, with links to broader searches. */
export function NothingFound({ query, words, filters }: NothingFoundProps) {
  const bare = words
    .replaceAll(/["*]|(?<!\S)-\S+/g, " ")
    .trim()
    .split(/\s+/)
    .filter(Boolean)
  const prefixes = bare.map((word) => `${word}*`).join(" ")
  return (
    <Empty
      icon={<SearchX className="icon-lg" aria-hidden />}
      title={`No results for ${filters.length > 0 ? "these words and filters" : "these words"}`}
      action={
        <>
          {filters.length > 0 ? (
            <ButtonLink href={unfilteredHref(query, words)}>Search without filters</ButtonLink>
          ) : null}
          {query.get("exact") ? (
            <ButtonLink href={changedQuery(query, { exact: null })}>Include similar words</ButtonLink>
          ) : null}
          {query.get("project") ? (
            <ButtonLink href={changedQuery(query, { project: null })}>Search all projects</ButtonLink>
          ) : null}
          {bare.length > 0 && prefixes !== words ? (
            <ButtonLink href={changedQuery(query, { q: prefixes })}>Search by prefix</ButtonLink>
          ) : null}
          {bare.length > 1 ? (
            <ButtonLink
              href={changedQuery(query, { q: bare.toSorted((a, b) => b.length - a.length)[0] ?? "" })}
            >
              Search only the longest word
            </ButtonLink>
          ) : null}
        </>
      }
    >
      No entries
      {words === "" ? null : (
        <>
          {" "}
          contain <VisibleText text={words} />
        </>
      )}
      {filters.length > 0
        ? ` with ${filters.map(({ name, value, not }) => `${not ? "not " : ""}${name}: ${value}`).join(", ")}`
        : ""}
      .
    </Empty>
  )
}

const WAYS = [
  { typed: "flaky broker", does: "entries with both words" },
  { typed: '"event bus"', does: "entries with this exact phrase" },
  { typed: "test*", does: "entries with words that start with test" },
  { typed: "cache -redis", does: "entries with cache but not redis" },
  { typed: "seedCompany", does: "camelCase, snake_case and paths, in full or in part" },
  { typed: "支払い", does: "Chinese, Japanese, Korean and Thai text, without spaces" },
  {
    typed: "broker agent:code-reviewer",
    does: "entries of the agent code-reviewer that contain “broker”. Other filters: scope:, project:, category:, type:, format:. A minus sign excludes matches, as in -agent:NAME",
  },
  {
    typed: "deploy after:30d is:verified",
    does: "verified entries from the last 30 days that contain “deploy”. Other states: is:stale, is:retired",
  },
]

/** Examples of the search syntax. */
export function SearchHelp() {
  return (
    <section aria-labelledby="ways" className="max-w-160 px-3 py-4">
      <h2 id="ways" className="mb-1 text-md">
        Search what agents know
      </h2>
      <p className="mb-4 text-ink-2">
        Search covers every entry in every memory file. Each result shows its file and line.
      </p>
      <dl className="grid gap-2">
        {WAYS.map((way) => (
          <div key={way.typed} className="flex gap-x-4 gap-y-0.5 max-sm:flex-col">
            <dt className="w-60 shrink-0">
              <code className="font-mono">{way.typed}</code>
            </dt>
            <dd className="text-ink-2">{way.does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
