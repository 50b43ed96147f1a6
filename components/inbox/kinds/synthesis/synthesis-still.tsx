import { SynthesisPane } from "@/components/coach/waiting/synthesis-pane"
import type { SynthesisDetail, SynthesisSummary } from "@/components/coach/waiting/waiting-synthesis-types"
import type { StillProps } from "../../item-kind"

/** A synthesis rendered by the server, readable before the scripts load. */
export function SynthesisStill({ summary, detail, ...at }: StillProps<SynthesisSummary, SynthesisDetail>) {
  return <SynthesisPane {...at} synthesis={detail ?? summary} detail={detail} problem={null} />
}
