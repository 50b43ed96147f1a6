import type { ReactNode } from "react"
import type { AlertDetail, AlertSummary } from "@/components/alert/shapes"
import { wayTo } from "@/components/alert/words"
import { ButtonLink } from "@/components/ui/button"
import { Kbd } from "@/components/ui/kbd"
import { count } from "@/components/ui/count"
import { KeyedButton } from "./keyed-button"
import type { Mark } from "./queue"

export type AlertMode = "read" | "snooze" | "ignore" | "cure"

interface AlertBarProps {
  team: string
  me: string
  alert: AlertSummary
  detail: AlertDetail | null
  mark: Mark | undefined
  mode: AlertMode
  mayCurate: boolean
  place: ReactNode
  onMain: () => void
  onMode: (mode: AlertMode) => void
  onConfirm: () => void
  onAssign: () => void
  onNext: () => void
}

const PANEL_WORDS: Record<Exclude<AlertMode, "read">, string> = {
  snooze: "Snoozing: choose a time above, or leave with Esc",
  ignore: "Ignoring: choose where above, or leave with Esc",
  cure: "Mending: choose above, or leave with Esc",
}

/** What can be done with the alert that is looked at, each with its key. Beside a panel it only tells of that, and must not lie over its end. */
export function AlertBar(props: AlertBarProps) {
  return (
    <section aria-label="Verdict" className={`grid grid-cols-1 gap-2 border-t border-line bg-ground px-4 py-2.5 md:px-7 ${props.mode === "read" ? "max-md:sticky max-md:bottom-0 max-md:z-20" : ""}`}>
      <Verdicts {...props} />
    </section>
  )
}

const ACKNOWLEDGE = "Acknowledge: nobody is told of it again"

/** Whose entries may simply still be right. */
export const MAY_BE_CONFIRMED: ReadonlySet<AlertSummary["kind"]> = new Set(["stale-file", "stale-entries", "unverified-entries"])

const MAY_NOT = "Your role here does not allow decisions: a lead of the team decides"

function Verdicts(props: AlertBarProps) {
  const { team, alert, mark, mode, mayCurate, place, onNext } = props
  if (mark?.kind !== "struck" && mode === "read" && mayCurate && alert.state !== "resolved" && alert.state !== "ignored") return <OpenVerdicts {...props} />
  return (
    <Line>
      {mark?.kind === "struck" ? (
        <>
          <output className="font-medium">{mark.words}</output>
          <KeyedButton kbd="J" variant="primary" onClick={onNext}>
            Go on
          </KeyedButton>
        </>
      ) : mode === "read" ? (
        <>
          <WayOut team={team} alert={alert} />
          {mayCurate ? null : <span className="text-sm text-ink-2">{MAY_NOT}</span>}
        </>
      ) : (
        <span className="flex min-h-8 items-center text-ink-2">{PANEL_WORDS[mode]}</span>
      )}
      {place}
    </Line>
  )
}

const Line = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap items-center gap-2">{children}</div>

function WayOut({ team, alert }: Pick<AlertBarProps, "team" | "alert">) {
  const way = wayTo(team, alert)
  return way ? (
    <ButtonLink href={way.href} prefetch={false} aria-keyshortcuts="O" className="max-md:h-10! max-md:flex-1">
      {way.words}
      <span className="max-md:hidden">
        <Kbd hidden>O</Kbd>
      </span>
    </ButtonLink>
  ) : null
}

function OpenVerdicts({ team, me, alert, detail, place, onMain, onMode, onConfirm, onAssign }: AlertBarProps) {
  const entries = detail?.evidence.entries.length ?? 0
  const isMine = alert.assignee?.id === me
  const cures = alert.cures.length > 0
  return (
    <>
      <Line>
        {cures ? (
          <KeyedButton kbd="C" variant="primary" aria-expanded={false} onClick={() => onMode("cure")} className="max-md:basis-full">
            Mend: see how
          </KeyedButton>
        ) : null}
        <KeyedButton wraps kbd="A" variant={cures ? undefined : "primary"} title="It stays until its cause is gone" onClick={onMain} className="min-w-0 shrink! max-md:basis-full">
          {alert.state === "acknowledged" ? "Reopen: it counts as waiting again" : ACKNOWLEDGE}
        </KeyedButton>
        {MAY_BE_CONFIRMED.has(alert.kind) && entries > 0 ? (
          <KeyedButton kbd="V" title="In your name, until they have to be verified again" onClick={onConfirm} className="max-md:flex-1">
            Still true: vouch for {count(entries, "entry", "entries")}
          </KeyedButton>
        ) : null}
      </Line>
      <Line>
        <WayOut team={team} alert={alert} />
        <KeyedButton kbd="I" title={isMine ? "Give it to nobody" : "Give it to yourself"} onClick={onAssign} className="max-md:flex-1">
          {isMine ? "Not mine" : "Mine"}
        </KeyedButton>
        <KeyedButton kbd="R" aria-expanded={false} title="Raise it no more here, by a rule" onClick={() => onMode("ignore")} className="max-md:flex-1">
          Ignore by rule
        </KeyedButton>
        <KeyedButton kbd="H" variant="quiet" title="For everybody" aria-expanded={alert.state === "snoozed" ? undefined : false} onClick={() => onMode("snooze")} className="max-md:flex-1">
          {alert.state === "snoozed" ? "Wake" : "Snooze"}
        </KeyedButton>
        {place}
      </Line>
    </>
  )
}
