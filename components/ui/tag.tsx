import type { ReactNode } from "react"

export type Tone = "neutral" | "caution" | "danger" | "good"

const TONES: Record<Tone, string> = {
  neutral: "border-line-strong text-ink-2",
  caution: "border-transparent bg-caution-wash text-caution",
  danger: "border-transparent bg-danger-wash text-danger",
  good: "border-transparent bg-good-wash text-good",
}

/** A state in one or two words. The text carries the meaning; the tone is only a visual hint. */
export function Tag({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-full border px-1.5 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
