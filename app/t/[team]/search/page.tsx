import type { Metadata } from "next"
import { shown } from "@/app/shown"
import { groupHits } from "@/components/search/hit"
import { HitKeys } from "@/components/search/hit-keys"
import { HitList } from "@/components/search/hit-list"
import { NothingFound } from "@/components/search/nothing-found"
import { SearchFilters } from "@/components/search/search-filters"
import { SearchForm } from "@/components/search/search-form"
import { SearchHelp } from "@/components/search/search-help"
import { ButtonLink } from "@/components/ui/button"
import { changedQuery } from "@/components/ui/changed-query"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { SCOPES } from "@/lib/memory/scope"
import { readSearchBox } from "@/lib/memory/search-box"
import { searchEntries } from "@/lib/operations/search/search"
import { ask } from "@/lib/operations/operation"

export const metadata: Metadata = { title: "Search" }

interface SearchPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

const FIRST = 50
const MOST = 500
/** The operation counts no further. */
const COUNTED = 2_000

export default async function SearchPage({ params, searchParams }: SearchPageProps) {
  const [{ team }, search, actor] = await Promise.all([params, searchParams, requireActor()])
  const query = new URLSearchParams(Object.entries(search).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])))
  const typed = query.get("q") ?? ""
  const box = readSearchBox(typed, new Date().toISOString().slice(0, 10))
  const scope = SCOPES.find((one) => one === query.get("scope")) ?? undefined
  const agent = query.get("agent") ?? undefined
  const type = query.get("type") ?? undefined
  const project = query.get("project") ?? undefined
  const limit = query.get("n") === String(MOST) ? MOST : FIRST
  const found = shown(await ask(searchEntries, actor, { team, project, q: typed, scope, agent, type, limit }))
  const filters = Object.entries({ scope, agent, type }).flatMap(([name, value]) => (value ? [`${name} ${value}`] : [])).concat(box.written.map((one) => one.typed))
  const asked = box.words !== "" || filters.length > 0
  return (
    <>
      <PageTop title="Search" />
      <div className="mx-auto max-w-240 p-4">
        <div className="mb-4 grid gap-3">
          <SearchForm typed={typed} kept={Object.fromEntries([...query].filter(([name]) => ["project", "scope", "agent", "type"].includes(name)))} />
          {asked ? <SearchFilters query={query} hits={found.hits} /> : null}
        </div>
        {asked && found.total > 0 ? (
          <>
            <output className="mb-2 block px-3 text-sm text-ink-2 tabular-nums">{describeTotal(found.hits.length, found.total)}</output>
            <HitKeys />
            <HitList team={team} groups={groupHits(found.hits)} terms={found.terms} now={new Date()} showProject={project === undefined} />
            {found.hits.length < found.total && limit < MOST ? (
              <p className="text-center">
                <ButtonLink href={changedQuery(query, { n: String(MOST) })} scroll={false}>
                  Show more
                </ButtonLink>
              </p>
            ) : null}
          </>
        ) : asked ? (
          <NothingFound query={query} words={box.words} filters={filters} />
        ) : (
          <SearchHelp />
        )}
      </div>
    </>
  )
}

function describeTotal(shownHits: number, total: number): string {
  const all = total >= COUNTED ? `${COUNTED.toLocaleString("en")}+` : total.toLocaleString("en")
  if (shownHits >= total) return `${all} ${total === 1 ? "entry" : "entries"}`
  return `The best ${shownHits.toLocaleString("en")} of ${all} entries`
}
