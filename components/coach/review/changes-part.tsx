import { Link } from "@/components/ui/link"
import { synthesisPath } from "@/components/data/addresses"
import { differingWords } from "@/components/conflicts/differing-words"
import { Pieces } from "@/components/text/pieces"
import { WordsOf } from "@/components/proposals/untrusted-text"
import type { Changes, PlainClaim } from "./review-types"
import { sinceWords } from "./review-text"

/** The claims that are new, removed or reworded since the previous synthesis. */
export function ChangesPart({ team, changes, now }: { team: string; changes: Changes; now: string }) {
  const { since, new: come, same, gone, reworded } = changes
  if (since === null) return null
  const figures = [
    `${come.length} new`,
    `${reworded.length} reworded`,
    `${gone.length} removed`,
    `${same.length} unchanged`,
  ]
  return (
    <section
      aria-label="What changed"
      className="mt-5 rounded-lg border border-line bg-surface px-4 py-3 print:border-none print:p-0"
    >
      <details open={come.length + reworded.length + gone.length <= 12}>
        <summary className="rounded-sm">
          <h3 className="inline">What changed since {sinceWords(since.at, now)}</h3>{" "}
          <span className="text-ink-2 tabular-nums">{figures.join(", ")}</span>
        </summary>
        <p className="mt-1 text-ink-2 print:hidden">
          Compared with{" "}
          <Link href={synthesisPath(team, since.id)} className="text-link">
            <WordsOf text={since.title} />
          </Link>
          .
        </p>
        <dl className="mt-2 grid gap-2">
          {come.map((one) => (
            <Change key={keyOf(one)} name="New">
              <WordsOf text={one.text} />
            </Change>
          ))}
          {reworded.map(({ from, to }) => {
            const { before, after } = differingWords(from.text, to.text)
            return (
              <Change key={keyOf(to)} name="Reworded">
                <span className="block text-ink-2">
                  <Pieces pieces={before} as="cut" />
                </span>
                <Pieces pieces={after} as="add" />
              </Change>
            )
          })}
          {gone.map((one) => (
            <Change key={keyOf(one)} name="Removed">
              <s className="text-ink-2">
                <WordsOf text={one.text} />
              </s>
            </Change>
          ))}
        </dl>
      </details>
    </section>
  )
}

const keyOf = ({ kind, text, citations }: PlainClaim) => `${kind}/${text}/${citations[0]?.entry ?? ""}`

function Change({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex gap-2.5">
      <dt className="w-18 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">{children}</dd>
    </div>
  )
}
