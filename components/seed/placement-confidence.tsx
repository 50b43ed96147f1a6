import { sureWords } from "./seed-text"

/** The confidence of a placement, as a word and a bar. */
export function Sureness({ confidence }: { confidence: number }) {
  const words = sureWords(confidence)
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap ${words === "unsure" ? "font-medium text-caution" : ""}`}
      title={`Confidence ${confidence.toFixed(2)}`}
    >
      <span aria-hidden className="relative h-1 w-6 rounded-full bg-raised shadow-hairline">
        <span
          className={`absolute inset-y-0 left-0 rounded-full ${words === "unsure" ? "bg-caution" : "bg-ink-3"}`}
          style={{ width: `${Math.round(confidence * 100)}%` }}
        />
      </span>
      {words}
    </span>
  )
}
