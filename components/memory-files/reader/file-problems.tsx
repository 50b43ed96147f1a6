import type { Diagnostic } from "@/lib/memory/memory-files/diagnostic"
import { DrawnText } from "../../text/drawn-text"

const WORDS = { error: "text-danger", warning: "text-caution" }
const SHOWN = 50

/** Problems and notes of a file, each with a link to its line. */
export function FileProblems({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  return (
    <>
      <Listed title="Problems" diagnostics={diagnostics.filter((one) => one.severity !== "info")} />
      <Listed title="Notes" diagnostics={diagnostics.filter((one) => one.severity === "info")} />
    </>
  )
}

function Listed({ title, diagnostics }: { title: string; diagnostics: readonly Diagnostic[] }) {
  if (diagnostics.length === 0) return null
  return (
    <section>
      <h2 className="mb-1.5">
        {title}{" "}
        <span className="font-normal text-ink-3 tabular-nums">{diagnostics.length.toLocaleString("en")}</span>
      </h2>
      <ul className="grid gap-1.5">
        {diagnostics.slice(0, SHOWN).map((one, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two problems of one line may have the same text
          <li key={index} className="text-ink-2 wrap-anywhere">
            <a
              href={`?line=${Math.max(1, one.line)}`}
              data-line={Math.max(1, one.line)}
              className="text-link tabular-nums"
            >
              Line {one.line}
            </a>{" "}
            {one.severity === "info" ? null : (
              <span className={`font-medium ${WORDS[one.severity]}`}>{one.severity}: </span>
            )}
            <DrawnText text={one.message} />
          </li>
        ))}
      </ul>
      {diagnostics.length > SHOWN ? (
        <p className="mt-1.5 text-sm text-ink-3">
          Showing the first {SHOWN}. The rest are shown below their lines in the text.
        </p>
      ) : null}
    </section>
  )
}
