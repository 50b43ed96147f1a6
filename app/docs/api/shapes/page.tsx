import { Link } from "@/components/ui/link"
import { ApiFrame, ApiMemberList } from "@/components/api-docs/api-reference"
import { openApiDocument } from "@/lib/api/openapi"
import { describedNouns, describedShapes } from "../describe-api"

export const metadata = { title: "Schemas · HTTP API" }

/** Page of the schemas that several responses share, with their members. */
export default function ShapesPage() {
  const document = openApiDocument()
  return (
    <ApiFrame nouns={describedNouns(document)}>
      <header className="grid gap-1.5">
        <p>
          <Link className="text-link" href="/docs/api">
            HTTP API
          </Link>
        </p>
        <h1 className="text-xl">Schemas</h1>
      </header>
      {describedShapes(document).map(({ name, shape }) => (
        <section key={name} aria-labelledby={name} className="grid grid-cols-1 gap-1.5">
          <h2 id={name} className="font-mono">
            {name}
          </h2>
          <div className="rounded-lg border border-line bg-surface p-3">
            {shape.members.length > 0 ? (
              <ApiMemberList members={shape.members} />
            ) : (
              <p className="text-ink-2">{shape.words}</p>
            )}
          </div>
        </section>
      ))}
    </ApiFrame>
  )
}
