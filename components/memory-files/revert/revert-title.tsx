import { Instant } from "@/components/data/instant"
import { VisibleText } from "@/components/text/visible-text"
import type { RevertLine } from "./revert-types"

/** Title of a revert or restore: "Restored everything in ledger as of 22 Nov 2026, 05:31:07". */
export function RevertTitle({ of, name }: Pick<RevertLine, "of" | "name">) {
  if (of.at)
    return (
      <>
        Restored everything{of.project ? ` in ${of.project}` : ""} as of <Instant at={of.at} look="second" />
      </>
    )
  return <VisibleText text={of.revert || of.promotion ? `Undid ${name}` : `Reverted writes by ${name}`} />
}
