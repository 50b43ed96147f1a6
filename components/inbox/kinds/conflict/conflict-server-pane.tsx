import type { ConflictDetail, ConflictSummary } from "@/components/conflicts/conflict"
import { StillConflict } from "@/components/conflicts/conflict-without-scripts"
import type { ServerPaneProps } from "../../item-kind"

/** A conflict rendered by the server, readable before the scripts load. */
export function ConflictServerPane({
  summary,
  detail,
  ...at
}: ServerPaneProps<ConflictSummary, ConflictDetail>) {
  return <StillConflict {...at} conflict={detail ?? summary} detail={detail} />
}
