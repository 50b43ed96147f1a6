import { SearchX } from "lucide-react"
import { changedQuery } from "@/components/data/update-query"
import { ButtonLink } from "@/components/ui/button"
import { Empty } from "@/components/ui/empty"
import { type SetFilter, unfilteredHref } from "./filters"
import { VisibleText } from "@/components/text/visible-text"

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
