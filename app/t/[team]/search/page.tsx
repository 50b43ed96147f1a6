import type { Metadata } from "next"
import type { ReactNode } from "react"
import { valueOrNotFound } from "@/app/value-or-not-found"
import { AnswerNotes, IndexLine, NothingFound, SearchHelp } from "@/components/search/search-notes"
import { Facets, FilterChips, SEARCH_FILTERS, setFilters } from "@/components/search/search-filters"
import { groupHits, type Hit, HitList } from "@/components/search/hit-list"
import { SelectableHits, SearchForm, HitKeys } from "@/components/search/search-controls"
import { ButtonLink } from "@/components/ui/button"
import { changedQuery } from "@/components/data/url-query"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { readSearchBox } from "@/lib/memory/search/search-box"
import { can } from "@/lib/memory/teams/actor"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { runOperation } from "@/lib/operations/operation"
import { searchEntries } from "@/lib/operations/search/search"
import { showSearchIndex } from "@/lib/operations/search-index/show"
import { singleParameters } from "@/app/page-parameters"

export const metadata: Metadata = { title: "Search" }

interface SearchPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

const FIRST = 50
const MOST = 500
const NAMES = Object.keys(SEARCH_FILTERS)

export default async function SearchPage({ params, searchParams }: SearchPageProps) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const query = singleParameters(search)
  const typed = query.get("q") ?? ""
  const now = new Date()
  const box = readSearchBox(typed, now.toISOString().slice(0, 10))
  const filters = setFilters(query, box.written)
  const limit = query.get("n") === String(MOST) ? MOST : FIRST
  const given = Object.fromEntries(
    NAMES.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  )
  const byWords = query.get("mode") === "words"
  const [found, index] = await Promise.all([
    runOperation(searchEntries, actor, {
      ...given,
      team,
      q: typed,
      limit,
      facets: true,
      exact: query.has("exact"),
      ...(byWords ? { mode: "words" } : {}),
    }).then(valueOrNotFound),
    runOperation(showSearchIndex, actor, { team }).then(valueOrNotFound),
  ])
  const place = await teamOf(actor, "read", team)
  const mayVerify = place.ok && can(actor, "curate", { teamId: place.value.id })
  const asked = box.words !== "" || filters.some((one) => one.name !== "project")
  return (
    <>
      <PageTop title="Search" />
      <div className="mx-auto max-w-300 p-4">
        <div className="mb-4 grid gap-2.5">
          <SearchForm
            typed={typed}
            kept={Object.fromEntries([...query].filter(([name]) => NAMES.includes(name)))}
          />
          <FilterChips filters={filters} />
          <IndexLine index={index} query={query} byWords={byWords} />
        </div>
        {asked ? (
          <div className="flex flex-col gap-x-8 gap-y-3 lg:flex-row-reverse lg:items-start">
            <Facets query={query} counts={found.facets ?? {}} total={found.total} more={found.more} />
            <div className="min-w-0 flex-1">
              <AnswerNotes
                query={query}
                words={box.words}
                corrected={found.corrected}
                loosened={found.loosened}
                notes={found.notes}
              />
              {found.hits.length > 0 ? (
                <>
                  <output className="mb-2 block px-3 text-sm text-ink-2 tabular-nums">
                    {describeTotal(found.hits.length, found)}
                  </output>
                  <HitKeys />
                  <Results mayVerify={mayVerify} hits={found.hits}>
                    <HitList
                      team={team}
                      groups={groupHits(found.hits)}
                      terms={found.terms}
                      now={now}
                      showProject={!query.has("project")}
                      isSelectable={mayVerify}
                    />
                  </Results>
                  {found.next !== null && limit < MOST ? (
                    <p className="text-center">
                      <ButtonLink href={changedQuery(query, { n: String(MOST) })} scroll={false}>
                        Show more
                      </ButtonLink>
                    </p>
                  ) : null}
                </>
              ) : (
                <NothingFound query={query} words={box.words} filters={filters} />
              )}
            </div>
          </div>
        ) : (
          <SearchHelp />
        )}
      </div>
    </>
  )
}

interface ResultsProps {
  mayVerify: boolean
  hits: readonly Hit[]
  children: ReactNode
}

function Results({ mayVerify, hits, children }: ResultsProps) {
  if (!mayVerify) return children
  return <SelectableHits hits={hits.map(({ id, text }) => ({ id, text }))}>{children}</SelectableHits>
}

function describeTotal(shownHits: number, { total, more }: { total: number; more: boolean }): string {
  const all = `${total.toLocaleString("en")}${more ? "+" : ""} ${total === 1 ? "entry" : "entries"}`
  return shownHits >= total ? all : `Top ${shownHits.toLocaleString("en")} of ${all}`
}
