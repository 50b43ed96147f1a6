import { DrawnText } from "@/components/text/drawn-text"
import { count } from "@/components/data/count"
import { hasInvisible } from "@/lib/memory/characters/invisible"
import { CopyText } from "./copy-text"

/** The exact text that the agent receives. */
export function ContextText({ agent, text, tokens }: { agent: string; text: string; tokens: number }) {
  return (
    <section aria-labelledby="the-text">
      <div className="mb-1.5 flex min-h-7 flex-wrap items-center gap-x-2">
        <h2 id="the-text">Context text</h2>
        <span className="text-ink-3 tabular-nums">{count(tokens, "token")}</span>
        {text === "" ? null : (
          <span className="ml-auto">
            <CopyText text={text} />
          </span>
        )}
      </div>
      {text === "" ? (
        <p className="text-ink-2">
          The context of <DrawnText text={agent} /> is empty.
        </p>
      ) : (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-labelledby="the-text"
          className="max-h-160 overflow-y-auto rounded-lg border border-line bg-surface p-3 font-mono wrap-anywhere whitespace-pre-wrap"
        >
          <DrawnText text={text} />
        </pre>
      )}
      {hasInvisible(text) ? (
        <p className="mt-1 text-sm text-danger">
          Hidden characters are shown in red. The agent receives them, and they are included when you copy the
          text.
        </p>
      ) : null}
    </section>
  )
}
