"use client"

import { Download, ShieldAlert, ShieldCheck, ShieldQuestion } from "lucide-react"
import { useActionState } from "react"
import { Instant } from "@/components/data/instant"
import { buttonLook } from "@/components/ui/button-look"
import { Submit } from "@/components/ui/submit"

/** The result of a verification. */
export interface ChainVerification {
  readonly ok: boolean
  readonly words: string
  /** The first problem and the next step, or the last hash. */
  readonly more?: string
  /** ISO instant of the verification. */
  readonly at?: string
}

interface ChainStateProps {
  /** The result when the page was rendered; null if the chain is too long to verify on load. */
  found: ChainVerification | null
  /** "4,812 events" */
  events: string
  of: string
  team: string
  exportHref: string
  action: (state: ChainVerification | null, form: FormData) => Promise<ChainVerification | null>
}

function markOf(state: ChainVerification | null) {
  if (state === null) return [ShieldQuestion, "text-ink-3"] as const
  return state.ok ? ([ShieldCheck, "text-good"] as const) : ([ShieldAlert, "text-danger"] as const)
}
/** The state of the hash chain, with buttons to verify and export it. */
export function ChainState({ found, events, of, team, exportHref, action }: ChainStateProps) {
  const [state, submit] = useActionState(action, found)
  const [Icon, mark] = markOf(state)
  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-3 py-2.5 ${state?.ok === false ? "border-danger bg-danger-wash" : "border-line bg-surface"}`}
    >
      <output className="flex min-w-60 flex-1 items-start gap-2.5">
        <Icon className={`icon mt-0.5 ${mark}`} aria-hidden />
        <span className="min-w-0">
          <strong className="block font-medium">{state?.words ?? `${events}, not verified yet`}</strong>
          {state?.more ? <span className="wrap-anywhere text-ink-2">{state.more}</span> : null}
          {state?.at ? (
            <span className="text-ink-3">
              {state.more ? " · " : ""}
              <Instant at={state.at} look="time" />
            </span>
          ) : null}
        </span>
      </output>
      <form action={submit}>
        <input type="hidden" name="team" value={team} />
        <input type="hidden" name="of" value={of} />
        <Submit>Verify chain</Submit>
      </form>
      <a href={exportHref} download className={buttonLook("default")}>
        <Download className="icon" aria-hidden />
        Export as JSON Lines
      </a>
    </div>
  )
}
