import { Link } from "@/components/ui/link"
import type { ApiNoun, ApiOperation } from "./api-docs-types"

/** The operations of a resource with their summaries. The page of each operation has the details. */
export function NounSection({ noun, wanted }: { noun: ApiNoun; wanted: string }) {
  const matches = noun.operations.map((operation) => isWanted(operation.words, wanted))
  return (
    <section
      aria-labelledby={`noun-${noun.name}`}
      data-noun
      hidden={!matches.includes(true)}
      className="grid gap-2"
    >
      <div>
        <h2 id={`noun-${noun.name}`} className="scroll-mt-24">
          {noun.name}
        </h2>
        <p className="text-ink-2">{noun.about}</p>
      </div>
      <ul className="rounded-lg border border-line bg-surface">
        {noun.operations.map((operation, place) => (
          <OperationRow key={operation.id} operation={operation} hidden={matches[place] !== true} />
        ))}
      </ul>
    </section>
  )
}

function OperationRow({
  operation: { id, method, path, summary, words },
  hidden,
}: {
  operation: ApiOperation
  hidden: boolean
}) {
  return (
    <li
      id={id}
      data-words={words}
      hidden={hidden}
      className="scroll-mt-24 border-line wrap-anywhere not-first:border-t"
    >
      <Link href={`/docs/api/${id}`} className="block px-3 py-2 hover:bg-raised">
        <span className="font-medium">{summary}</span>
        <span className="mt-0.5 flex flex-wrap items-baseline gap-x-2 text-sm">
          <code className="font-mono font-medium text-accent">{method}</code>
          <code className="font-mono text-ink-2">{path}</code>
          <span className="text-ink-3">{id}</span>
        </span>
      </Link>
    </li>
  )
}

/** True if `words` contains every word of `wanted`. */
function isWanted(words: string, wanted: string): boolean {
  return wanted.split(/\s+/).every((word) => words.includes(word))
}
