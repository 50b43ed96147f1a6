import { BudgetBar } from "@/components/charts/inline-charts"

/** A bar of the lines of the file against its budget. */
export function SeedBar({ lines, budget, className }: { lines: number; budget: number; className: string }) {
  const withinTone = lines >= budget * 0.9 ? "caution" : "plain"
  return (
    <BudgetBar
      lines={lines}
      budget={null}
      limit={budget}
      tone={lines > budget ? "danger" : withinTone}
      limitWords={(most) => `limit ${most}`}
      className={className}
    />
  )
}
