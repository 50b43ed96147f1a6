import type { ReactNode } from "react"
import type { ConflictMode } from "@/components/conflict/decision"
import type { ConflictDetail, ConflictSummary, ConflictVerdict } from "@/components/conflict/shapes"
import { otherSide, verdictWords } from "@/components/conflict/words"
import { KeyedButton } from "./keyed-button"
import type { Mark } from "./queue"

interface ConflictBarProps {
  conflict: ConflictSummary
  detail: ConflictDetail | null
  mark: Mark | undefined
  mode: ConflictMode
  mayCurate: boolean
  place: ReactNode
  onVerdict: (verdict: Exclude<ConflictVerdict, "merge" | "keep-both">) => void
  onMode: (mode: ConflictMode) => void
  onWake: () => void
  onUndo: () => void
  onNext: () => void
}

/** What can be decided on the conflict that is looked at, each with its key and its consequence. Beside a panel it only tells of that, and must not lie over its end. */
export function ConflictBar(props: ConflictBarProps) {
  return (
    <section aria-label="Verdict" className={`grid grid-cols-1 gap-2 border-t border-line bg-ground px-4 py-2.5 md:px-7 ${props.mode === "read" ? "max-md:sticky max-md:bottom-0 max-md:z-20" : ""}`}>
      <Verdicts {...props} />
    </section>
  )
}

const PANEL_WORDS: Record<Exclude<ConflictMode, "read">, string> = {
  merge: "Merging: decide above, or leave with Esc",
  "keep-both": "Keeping both: decide above, or leave with Esc",
  snooze: "Snoozing: choose a time above, or leave with Esc",
}

const WHY_NOT = "Your role here does not allow decisions: a lead of the team decides"

function Verdicts(props: ConflictBarProps) {
  const { conflict, mark, mode, mayCurate, place, onNext, onUndo } = props
  const isDecided = conflict.state !== "open"
  if (mark?.kind !== "struck" && !isDecided && mode === "read") return <OpenVerdicts {...props} />
  return (
    <Line>
      {mark?.kind === "struck" ? (
        <>
          <output className="font-medium">{mark.words}</output>
          <KeyedButton kbd="J" variant="primary" onClick={onNext}>
            Go on
          </KeyedButton>
        </>
      ) : isDecided ? (
        conflict.decided && mayCurate ? (
          <KeyedButton kbd="U" onClick={onUndo}>
            Undo this decision
          </KeyedButton>
        ) : null
      ) : mode === "read" ? null : (
        <span className="flex min-h-8 items-center text-ink-2">{PANEL_WORDS[mode]}</span>
      )}
      {place}
    </Line>
  )
}

const Line = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap items-center gap-1.5">{children}</div>

function OpenVerdicts({ conflict, detail, mayCurate, place, onVerdict, onMode, onWake }: ConflictBarProps) {
  const isFile = conflict.kind === "file"
  const why = mayCurate ? null : WHY_NOT
  const words = (verdict: ConflictVerdict) => verdictWords(verdict, conflict, detail)
  const suggested = conflict.suggested?.side
  const main = isFile ? (["ours", "theirs"] as const) : suggested === "right" ? (["keep-right", "keep-left"] as const) : (["keep-left", "keep-right"] as const)
  const keyOf = { "keep-left": "1", "keep-right": "2", ours: "1", theirs: "2" } as const
  return (
    <>
      {why ? <p className="text-sm text-ink-2">{why}</p> : null}
      <div className="flex items-center gap-2 max-md:flex-wrap">
        {main.map((verdict, rank) => {
          const isFirst = rank === 0 && suggested !== undefined
          return (
            <KeyedButton key={verdict} wraps kbd={isFirst ? "A" : keyOf[verdict]} variant={isFirst ? "primary" : "default"} disabled={why !== null} title={why ?? `${words(verdict)} (${keyOf[verdict]})`} onClick={() => onVerdict(verdict)} className="min-w-0 shrink! max-md:basis-full">
              {words(verdict)}
            </KeyedButton>
          )
        })}
      </div>
      <Line>
        {why ? null : (
          <>
            {isFile ? null : (
              <KeyedButton kbd="3" aria-expanded={false} title={words("keep-both")} onClick={() => onMode("keep-both")} className="max-md:flex-1">
                Keep both
              </KeyedButton>
            )}
            <KeyedButton kbd="M" aria-expanded={false} title={words("merge")} onClick={() => onMode("merge")} className="max-md:flex-1">
              {isFile ? "Merge by hand" : "Merge"}
            </KeyedButton>
            {isFile ? null : (
              <>
                <KeyedButton kbd="4" title={words("delete-both")} onClick={() => onVerdict("delete-both")} className="max-md:flex-1">
                  Delete both
                </KeyedButton>
                {conflict.kind === "cross-scope" ? (
                  <KeyedButton kbd="5" title={words("override")} onClick={() => onVerdict("override")} className="max-md:flex-1">
                    {conflict.prevails === null ? "Override" : `Override: ${otherSide(conflict.prevails)} prevails`}
                  </KeyedButton>
                ) : null}
                <KeyedButton kbd="R" title={words("not-a-conflict")} onClick={() => onVerdict("not-a-conflict")} className="max-md:flex-1">
                  Not a conflict
                </KeyedButton>
              </>
            )}
          </>
        )}
        <KeyedButton kbd="H" variant="quiet" aria-expanded={conflict.snoozedUntil ? undefined : false} onClick={() => (conflict.snoozedUntil ? onWake() : onMode("snooze"))} className="max-md:flex-1">
          {conflict.snoozedUntil ? "Wake" : "Snooze"}
        </KeyedButton>
        {place}
      </Line>
    </>
  )
}
