import { Link } from "@/components/ui/link"
import { count } from "@/components/data/count"
import { Tag } from "@/components/ui/tag"
import type { LoadLimits } from "@/lib/memory/memory-files/format"
import { describeSize } from "./limits"

interface FileSummaryLineProps {
  href: string
  file: { lines: number; cut: number | null; limits: LoadLimits; problems: number }
}

/** A link to the file's facts, for narrow screens where they are a page of their own. */
export function FileSummaryLine({ href, file }: FileSummaryLineProps) {
  const below = file.cut === null ? 0 : Math.max(1, file.lines - file.cut + 1)
  return (
    <Link
      href={href}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2 text-ink-2 hover:bg-raised lg:hidden"
    >
      <span className="tabular-nums">{describeSize(file)}</span>
      {below > 0 ? <Tag tone="danger">{count(below, "line")} not loaded</Tag> : null}
      {file.problems > 0 ? <Tag tone="caution">{count(file.problems, "problem")}</Tag> : null}
      <span className="ml-auto text-link">About</span>
    </Link>
  )
}
