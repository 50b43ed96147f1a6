import type { Metadata } from "next"
import { Link } from "@/components/ui/link"
import { notFound } from "next/navigation"
import { ApiFrame, OperationView } from "@/components/api-docs/api-reference"
import { openApiDocument } from "@/lib/api/openapi"
import { describedNouns } from "../describe-api"

interface Props {
  params: Promise<{ operation: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${(await params).operation} · HTTP API` }
}

/** Page of one operation of the HTTP API. Public, like the list of operations. */
export default async function OperationPage({ params }: Props) {
  const { operation: id } = await params
  const nouns = describedNouns(openApiDocument())
  const operation = nouns.flatMap((noun) => noun.operations).find((one) => one.id === id)
  if (!operation) notFound()
  return (
    <ApiFrame nouns={nouns}>
      <header className="grid gap-1.5">
        <p>
          <Link className="text-link" href={`/docs/api#${id}`}>
            HTTP API
          </Link>
        </p>
        <h1 className="flex flex-wrap gap-x-2 font-mono text-xl wrap-anywhere">
          <span className="text-accent">{operation.method}</span> {operation.path}
        </h1>
        <p className="text-md">{operation.summary}</p>
      </header>
      <OperationView operation={operation} />
    </ApiFrame>
  )
}
