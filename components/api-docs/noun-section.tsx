import { OperationEntry } from "./operation-entry"
import type { ApiNoun } from "./shapes"

/** The operations of a noun, each closed until somebody wants it. */
export function NounSection({ noun, wanted }: { noun: ApiNoun; wanted: string }) {
  const matches = noun.operations.map((operation) => isWanted(operation.words, wanted))
  return (
    <section aria-labelledby={`noun-${noun.name}`} data-noun hidden={!matches.includes(true)} className="grid gap-2">
      <div>
        <h2 id={`noun-${noun.name}`}>{noun.name}</h2>
        <p className="text-ink-2">{noun.about}</p>
      </div>
      {noun.operations.map((operation, place) => (
        <OperationEntry key={operation.id} operation={operation} hidden={matches[place] !== true} />
      ))}
    </section>
  )
}

/** Every word somewhere in what an operation is found by. */
function isWanted(words: string, wanted: string): boolean {
  return wanted.split(/\s+/).every((word) => words.includes(word))
}
