import { formatCount } from "@/lib/memory/text/sentence"
import { Link } from "@/components/ui/link"
import { DocsFrame } from "@/components/docs/frame"
import { MarkedWords } from "@/components/text/inline-markdown"
import { type GuideHit, listGuides, MOST_HITS, queryWords, searchGuides } from "./guides"

export const metadata = { title: "Guides" }

interface Props {
  searchParams: Promise<{ q?: string | string[] }>
}

/** Lists the guides by group, or the results of a search. Public, like the repository's documentation. */
export default async function DocsPage({ searchParams }: Props) {
  const { q } = await searchParams
  const query = typeof q === "string" ? q.trim().slice(0, 200) : ""
  const groups = listGuides()
  if (query !== "")
    return (
      <DocsFrame groups={groups} open={null} query={query}>
        <SearchResults query={query} hits={searchGuides(query)} />
      </DocsFrame>
    )
  return (
    <DocsFrame groups={groups} open={null}>
      <h1 className="text-xl font-semibold">Guides</h1>
      {groups.map(({ title, guides }) => (
        <section key={title} className="grid gap-2">
          <h2 className="text-lg font-semibold">{title}</h2>
          <ul className="grid gap-2 sm:grid-cols-2">
            {guides.map((guide) => (
              <li key={guide.slug}>
                <Link
                  href={`/docs/${guide.slug}`}
                  className="grid h-full gap-0.5 rounded-lg border border-line bg-surface p-3 hover:border-line-strong"
                >
                  <span className="font-medium text-ink">{guide.title}</span>
                  <span className="text-ink-2 first-letter:uppercase">{guide.about}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </DocsFrame>
  )
}

function SearchResults({ query, hits }: { query: string; hits: readonly GuideHit[] }) {
  return (
    <>
      <h1 className="text-xl font-semibold wrap-anywhere">
        {countWords(hits.length)} for “{query}”
      </h1>
      {hits.length === 0 ? (
        <p className="text-ink-2">Try fewer or different words.</p>
      ) : (
        <ul className="grid gap-2">
          {hits.map(({ guide, section, excerpt }) => (
            <li key={`${guide.slug}#${section.anchor ?? ""}`}>
              <Link
                href={`/docs/${guide.slug}${section.anchor === null ? "" : `#${section.anchor}`}`}
                className="grid gap-0.5 rounded-lg border border-line bg-surface p-3 hover:border-line-strong"
              >
                <span className="font-medium text-ink">
                  {guide.title}
                  {section.heading === "" ? "" : ` › ${section.heading}`}
                </span>
                <span className="min-w-0 break-words text-ink-2">
                  <MarkedWords text={excerpt} terms={queryWords(query).map((word) => `${word}*`)} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Returns the number of results: "No results", "12 results", "Top 30 results". */
function countWords(hits: number): string {
  if (hits === 0) return "No results"
  return `${hits === MOST_HITS ? "Top " : ""}${formatCount(hits, "result")}`
}
