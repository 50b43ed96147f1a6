import Link from "next/link"
import { ApiFilter } from "@/components/api-docs/api-filter"
import { MemberList } from "@/components/api-docs/member-list"
import { NounSection } from "@/components/api-docs/noun-section"
import { ProblemList } from "@/components/api-docs/problem-list"
import { StartHere } from "@/components/api-docs/start-here"
import { Brand } from "@/components/shell/brand"
import { openApiDocument } from "@/lib/api/openapi"
import { PROBLEMS } from "@/lib/api/problem"
import { describedHeaders, describedNouns, describedShapes } from "./described"

export const metadata = { title: "HTTP API" }

interface Props {
  searchParams: Promise<{ q?: string | string[] }>
}

/** Public, like the document that it is made of: it says what can be asked, and nothing that anybody remembers. */
export default async function ApiDocsPage({ searchParams }: Props) {
  const { q } = await searchParams
  const wanted = typeof q === "string" ? q : ""
  const document = openApiDocument()
  const nouns = describedNouns(document)
  const count = nouns.reduce((sum, noun) => sum + noun.operations.length, 0)
  return (
    <div className="lg:flex">
      <nav aria-label="Nouns" className="hidden w-52 shrink-0 self-start overflow-y-auto border-r border-line p-4 lg:sticky lg:top-0 lg:block lg:h-dvh">
        <Link href="/" className="mb-4 block">
          <Brand />
        </Link>
        <ul className="grid gap-0.5">
          {nouns.map((noun) => (
            <li key={noun.name}>
              <a href={`#noun-${noun.name}`} className="flex min-h-6 items-center rounded-md px-2 text-ink-2 hover:bg-raised hover:text-ink">
                {noun.name}
                <span className="ml-auto text-sm text-ink-3 tabular-nums">{noun.operations.length}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main className="mx-auto grid w-full max-w-240 min-w-0 content-start gap-6 px-4 py-6">
        <header className="grid gap-1.5">
          <h1 className="text-xl">HTTP API</h1>
          <p className="text-ink-2">
            {count} operations under <code className="font-mono">/api/v1</code>, with JSON. For programs:{" "}
            <Link className="text-link" href="/api/v1/openapi.json" prefetch={false}>
              openapi.json
            </Link>{" "}
            (OpenAPI 3.1).
          </p>
        </header>
        <StartHere />
        <ApiFilter wanted={wanted} count={count} />
        {nouns.map((noun) => (
          <NounSection key={noun.name} noun={noun} wanted={wanted.toLowerCase()} />
        ))}
        <ProblemList problems={Object.entries(PROBLEMS).map(([kind, { status, about }]) => ({ kind, status, about }))} />
        <section aria-labelledby="headers" className="grid gap-2.5">
          <h2 id="headers">Headers</h2>
          <div className="rounded-lg border border-line bg-surface p-3">
            <MemberList members={describedHeaders(document)} />
          </div>
        </section>
        <section aria-labelledby="shapes" className="grid gap-2.5">
          <h2 id="shapes">Shapes</h2>
          {describedShapes(document).map(({ name, shape }) => (
            <details key={name} className="rounded-lg border border-line bg-surface">
              <summary className="px-3 py-1.5 font-mono">{name}</summary>
              <div id={`shape-${name}`} className="border-t border-line p-3">
                {shape.members.length > 0 ? <MemberList members={shape.members} /> : <p className="text-ink-2">{shape.words}</p>}
              </div>
            </details>
          ))}
        </section>
      </main>
    </div>
  )
}
