import { Button } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Notice } from "@/components/ui/notice"
import { Progress } from "@/components/charts/progress"
import { TableBox } from "@/components/data/table"
import type { ImportRun } from "../import-statuses"

interface RunProgressProps {
  run: ImportRun
  left: string | null
  problem: string | null
  onCancel: () => void
}

export function RunProgress({ run, left, problem, onCancel }: RunProgressProps) {
  const files = run.files.new + run.files.changed
  const figures = `${run.stored.files.toLocaleString("en")} of ${count(files, "file")}, ${count(run.stored.entries, "entry", "entries")}`
  return (
    <TableBox className="grid gap-3 p-4">
      <Progress
        label={`Importing ${run.source.name}`}
        value={run.stored.files}
        max={Math.max(1, files)}
        detail={left ? `${figures}, ${left}` : figures}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-2">The import continues even if you leave this page.</p>
        <Button size="sm" onClick={onCancel}>
          Cancel and keep imported files
        </Button>
      </div>
      {problem ? (
        <Notice tone="caution" live>
          {problem}. These numbers may be outdated. Retrying…
        </Notice>
      ) : null}
    </TableBox>
  )
}
