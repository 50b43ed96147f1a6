import type { ConflictDetail, ConflictSummary } from "@/components/conflicts/conflict-types"
import { StillConflict } from "@/components/conflicts/still-conflict"
import type { StillProps } from "../../item-kind"

/** A conflict rendered by the server, readable before the scripts load. */
export function ConflictStill({ summary, detail, ...at }: StillProps<ConflictSummary, ConflictDetail>) {
  return <StillConflict {...at} conflict={detail ?? summary} detail={detail} />
}
