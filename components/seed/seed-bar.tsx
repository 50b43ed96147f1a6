import { BudgetBar } from "@/components/charts/bar"

/** How full the file would be: past the lines that it may have it is too long. */
export function SeedBar({ lines, budget, className }: { lines: number; budget: number; className: string }) {
  return (
    <BudgetBar
      lines={lines}
      budget={null}
      limit={budget}
      tone={lines > budget ? "danger" : lines >= budget * 0.9 ? "caution" : "plain"}
      limitWords={(most) => `at most ${most}`}
      className={className}
    />
  )
}
