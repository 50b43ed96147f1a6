import type { ReactNode } from "react"
import { KeyedButton } from "@/components/inbox/bars/keyed-button"
import type { Claim, PromotionChoice } from "../review-types"
import { promotionWords } from "../review-text"

export type ReviewMode = "read" | "edit" | "reject" | "promote" | "reject-all"

interface ClaimBarProps {
  claim: Claim
  mode: ReviewMode
  /** Why whoever looks decides nothing; null: they do. */
  mayNot: string | null
  /** The coach's own memory file. */
  path: string | null
  choices: readonly PromotionChoice[]
  /** What publishing does, once nothing waits any more; null: something does. */
  publish: { readonly words: string; readonly hindrance: string | null; readonly busy: boolean } | null
  place: ReactNode
  does: {
    readonly accept: () => void
    readonly edit: () => void
    readonly promote: () => void
    readonly reject: () => void
    readonly undo: () => void
    readonly publish: () => void
  }
}

/** What can be done with the claim that is looked at, each with its key; the buttons say what they would do. */
export function ClaimBar(props: ClaimBarProps) {
  return (
    <section
      aria-label="Verdict"
      className={`flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-2.5 md:px-7 ${props.mode === "read" ? "max-lg:sticky max-lg:bottom-0 max-lg:z-20" : ""}`}
    >
      <Verdicts {...props} />
      <span className="ml-auto flex max-md:hidden">{props.place}</span>
    </section>
  )
}

const PANEL_WORDS: Record<Exclude<ReviewMode, "read">, string> = {
  edit: "Editing: accept it above with these words, or leave with Esc",
  reject: "Rejecting: give a reason above, or leave with Esc",
  promote: "Promoting: choose a memory above, or leave with Esc",
  "reject-all": "Rejecting all of it: give a reason above, or leave with Esc",
}

function Verdicts({ claim, mode, mayNot, path, choices, publish, does }: ClaimBarProps) {
  if (mayNot !== null) return <span className="min-h-8 content-center text-ink-2">{mayNot}</span>
  // A panel has its own button for what it words: another one beside it would decide on the words as they were.
  if (mode !== "read") return <span className="min-h-8 content-center text-ink-2">{PANEL_WORDS[mode]}</span>
  return (
    <>
      {publish ? (
        <KeyedButton
          kbd="P"
          variant="primary"
          wraps
          disabled={publish.hindrance !== null}
          aria-busy={publish.busy || undefined}
          title={publish.hindrance ?? undefined}
          onClick={does.publish}
          className="min-w-0 shrink! max-md:basis-full"
        >
          <span>Publish: {publish.words}</span>
        </KeyedButton>
      ) : null}
      {claim.state === "waiting" ? (
        <Waiting claim={claim} path={path} choices={choices} does={does} />
      ) : (
        <KeyedButton kbd="U" onClick={does.undo}>
          Undo this decision
        </KeyedButton>
      )}
      {publish?.hindrance ? (
        <span className="min-w-0 flex-1 basis-40 text-sm text-ink-2">{publish.hindrance}</span>
      ) : null}
    </>
  )
}

function Waiting({ claim, path, choices, does }: Pick<ClaimBarProps, "claim" | "path" | "choices" | "does">) {
  const [choice, ...more] = choices
  const stuck = claim.hindrance
  const accept =
    path === null ? "Accept: becomes a line of the coach’s memory" : `Accept: becomes a line of ${path}`
  const promote =
    choice === undefined
      ? null
      : claim.promote !== null || more.length === 0
        ? `Accept as promotion: ${promotionWords(choice)}`
        : "Accept as promotion…"
  return (
    <>
      <KeyedButton
        kbd="A"
        variant="primary"
        wraps
        disabled={stuck !== null}
        title={stuck ?? accept}
        onClick={does.accept}
        className="min-w-0 shrink! max-md:basis-full"
      >
        <span>{accept}</span>
      </KeyedButton>
      <KeyedButton
        kbd="E"
        aria-expanded={false}
        disabled={stuck !== null}
        onClick={does.edit}
        className="max-md:flex-1"
      >
        Edit
      </KeyedButton>
      <KeyedButton kbd="R" aria-expanded={false} onClick={does.reject} className="max-md:flex-1">
        Reject
      </KeyedButton>
      {promote === null ? null : (
        <KeyedButton
          kbd="M"
          wraps
          disabled={stuck !== null}
          title={promote}
          onClick={does.promote}
          className="min-w-0 shrink! max-md:basis-full"
        >
          <span>{promote}</span>
        </KeyedButton>
      )}
    </>
  )
}
