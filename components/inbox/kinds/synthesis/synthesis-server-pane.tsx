import { SynthesisPane } from "@/components/coach/synthesis-pane"
import type { SynthesisDetail, SynthesisSummary } from "@/components/coach/synthesis-text"
import type { ServerPaneProps } from "../../item-kind"

/** A synthesis rendered by the server, readable before the scripts load. */
export function SynthesisServerPane({
  summary,
  detail,
  ...at
}: ServerPaneProps<SynthesisSummary, SynthesisDetail>) {
  return <SynthesisPane {...at} synthesis={detail ?? summary} detail={detail} problem={null} />
}
