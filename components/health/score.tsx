import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react"
import { Tag, type Tone } from "@/components/ui/tag"
import { TableBox } from "@/components/data/table"
import { type Band, bandOf, HEALTHY_FROM } from "@/lib/memory/health/health"

export const BAND_LOOK: Readonly<
  Record<
    Band,
    {
      readonly Icon: typeof CircleCheck
      readonly ink: string
      readonly bar: string
      readonly tone: Tone
      readonly words: string
    }
  >
> = {
  good: { Icon: CircleCheck, ink: "text-good", bar: "bg-good", tone: "good", words: "Good" },
  fair: { Icon: TriangleAlert, ink: "text-caution", bar: "bg-caution", tone: "caution", words: "Fair" },
  poor: { Icon: CircleAlert, ink: "text-danger", bar: "bg-danger", tone: "danger", words: "Poor" },
  none: { Icon: CircleAlert, ink: "text-ink-3", bar: "bg-ink-3", tone: "neutral", words: "No data" },
}

interface ScoreProps {
  score: number
  /** A sentence on the failed checks. */
  said: string
}

/** The score with its band, and a scale with a mark where healthy starts. */
export function HealthScore({ score, said }: ScoreProps) {
  const { Icon, ink, bar, tone, words } = BAND_LOOK[bandOf(score)]
  return (
    <TableBox className="flex flex-wrap items-center gap-x-5 gap-y-3 p-4">
      <p className="flex items-center gap-2.5">
        <Icon className={`icon-lg ${ink}`} aria-hidden />
        <span className="text-xl font-semibold tracking-tight tabular-nums">
          {score}
          <span className="text-sm font-normal tracking-normal text-ink-3"> of 100</span>
        </span>
        <Tag tone={tone}>{words}</Tag>
      </p>
      <div aria-hidden className="relative h-2 min-w-40 flex-1 rounded-full bg-raised shadow-hairline">
        <span className={`absolute inset-y-0 left-0 rounded-full ${bar}`} style={{ width: `${score}%` }} />
        <span className="absolute -inset-y-0.75 w-0.5 bg-ink" style={{ left: `${HEALTHY_FROM}%` }} />
      </div>
      <p className="basis-full text-ink-2">{said}</p>
    </TableBox>
  )
}
