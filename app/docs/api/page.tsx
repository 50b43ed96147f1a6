import { Link } from "@/components/ui/link"
import { ApiFilter } from "@/components/api-docs/api-filter"
import {
  ApiFrame,
  StartHere,
  NounSection,
  ProblemList,
  ApiMemberList,
} from "@/components/api-docs/api-reference"
import { openApiDocument } from "@/lib/api/openapi"
import { PROBLEMS } from "@/lib/api/error-responses"
import { baseUrl } from "@/lib/auth/environment"
import { describedHeaders, describedNouns } from "./describe-api"

export const metadata = { title: "HTTP API" }

interface Props {
  searchParams: Promise<{ q?: string | string[] }>
}

/** Page of the HTTP API, with a search. Public, because the OpenAPI document contains no memory. */
export default async function ApiDocsPage({ searchParams }: Props) {
  const { q } = await searchParams
  const wanted = typeof q === "string" ? q : ""
  const document = openApiDocument()
  const nouns = describedNouns(document)
  const count = nouns.reduce((sum, noun) => sum + noun.operations.length, 0)
  return (
    <ApiFrame nouns={nouns}>
      <header className="grid gap-1.5">
        <h1 className="text-xl">HTTP API</h1>
        <p className="text-ink-2">
          {count} operations under <code className="font-mono">/api/v1</code> with JSON requests and
          responses. Machine-readable description:{" "}
          <Link className="text-link" href="/api/v1/openapi.json">
            openapi.json
          </Link>{" "}
          (OpenAPI 3.1).
        </p>
      </header>
      <StartHere address={baseUrl()} />
      <ApiFilter wanted={wanted} count={count} />
      {nouns.map((noun) => (
        <NounSection key={noun.name} noun={noun} wanted={wanted.toLowerCase()} />
      ))}
      <ProblemList
        problems={Object.entries(PROBLEMS).map(([kind, { status, about }]) => ({ kind, status, about }))}
      />
      <section aria-labelledby="headers" className="grid gap-2.5">
        <h2 id="headers">Headers</h2>
        <div className="rounded-lg border border-line bg-surface p-3">
          <ApiMemberList members={describedHeaders(document)} />
        </div>
      </section>
    </ApiFrame>
  )
}
