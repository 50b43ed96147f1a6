"use client"

import type { ReactNode } from "react"
import { KeyedButton } from "@/components/queue/keyed-button"
import { type Claim, type PromotionChoice, promotionTarget, promotionWords } from "../synthesis-types"

export type ReviewMode = "read" | "edit" | "reject" | "promote" | "reject-all"

interface ClaimBarProps {
  claim: Claim
  mode: ReviewMode
  /** The reason why the reader may not decide; null if they may. */
  mayNot: string | null
  /** The coach's own memory file. */
  path: string | null
  choices: readonly PromotionChoice[]
  /** The effect of publishing; null while claims are waiting. */
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

/** The actions for the current claim, each with its key. The buttons say what they will do. */
export function ClaimBar(props: ClaimBarProps) {
  return (
    <section
      aria-label="Decision"
      className={`flex flex-wrap items-center gap-2 border-t border-line bg-ground px-4 py-2.5 md:px-7 ${props.mode === "read" ? "max-lg:sticky max-lg:bottom-0 max-lg:z-20" : ""}`}
    >
      <Verdicts {...props} />
      <span className="ml-auto flex max-md:hidden">{props.place}</span>
    </section>
  )
}

const PANEL_WORDS: Record<Exclude<ReviewMode, "read">, string> = {
  edit: "Editing: accept your changes above, or press Esc to cancel",
  reject: "Rejecting: choose a reason above, or press Esc to cancel",
  promote: "Promoting: choose a memory above, or press Esc to cancel",
  "reject-all": "Rejecting all claims: choose a reason above, or press Esc to cancel",
}

function Verdicts({ claim, mode, mayNot, path, choices, publish, does }: ClaimBarProps) {
  if (mayNot !== null) return <span className="min-h-8 content-center text-ink-2">{mayNot}</span>
  // An open panel has its own button. A second one here would decide on the unedited text.
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
  const accept = `Accept and add a line to ${path ?? "the coach’s memory"}`
  const choosesFirst = claim.promote !== null || more.length === 0
  const target = choice && choosesFirst ? choice : null
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
      {choice === undefined ? null : (
        <KeyedButton
          kbd="M"
          wraps
          disabled={stuck !== null}
          title={target ? `Accept and promote: ${promotionWords(target)}` : "Accept and promote…"}
          onClick={does.promote}
          className="min-w-0 shrink! max-md:basis-full"
        >
          {target ? (
            <span>
              Accept and promote <span className="font-normal text-ink-2">to {promotionTarget(target)}</span>
            </span>
          ) : (
            <span>Accept and promote…</span>
          )}
        </KeyedButton>
      )}
    </>
  )
}
