import { Link } from "@/components/ui/link"
import type { Ref } from "react"
import { filePath } from "@/components/data/addresses"
import { describeAge } from "@/components/data/age"
import { BudgetBar } from "@/components/charts/budget-bar"
import { SELECTABLE, SelectBox } from "@/components/data/selection/row-selection"
import { Td } from "@/components/data/table"
import { VisibleText } from "../text/visible-text"
import { stateOf, type ListedFile } from "./file-states"
import { count } from "@/components/data/count"
import { Tag } from "@/components/ui/tag"

/** A tag for the worst state of a file. Renders nothing if the file has no problems. */
function FileStateTag({ file }: { file: ListedFile }) {
  switch (stateOf(file)) {
    case "gone":
      return <Tag>removed</Tag>
    case "broken":
      return <Tag tone="danger">malformed</Tag>
    case "past-cut":
      return <Tag tone="danger">{count(file.below, "line")} not loaded</Tag>
    case "over-budget":
      return <Tag tone="caution">{count(file.lines - (file.budget ?? 0), "line")} over budget</Tag>
    case "problems":
      return <Tag tone="caution">{count(file.problems, "problem")}</Tag>
    case "fine":
      return null
  }
}

interface FileRowProps {
  team: string
  file: ListedFile
  /** The file's path below its folder row. */
  name: string
  /** ISO date. */
  today: string
  position: number
  index: number
  isSelected: boolean
  onSelect: (id: string) => void
  rowRef: Ref<HTMLTableRowElement>
}

/** One memory file. The whole row is a link to it. */
export function FileRow({
  team,
  file,
  name,
  today,
  position,
  index,
  isSelected,
  onSelect,
  rowRef,
}: FileRowProps) {
  return (
    <tr
      ref={rowRef}
      data-index={index}
      data-row={file.id}
      aria-rowindex={position}
      className={`relative has-focus-visible:bg-accent-wash ${isSelected ? "bg-accent-wash" : "hover:bg-raised"}`}
    >
      <Td className={`max-md:py-2 ${SELECTABLE}`}>
        <SelectBox name={file.path} checked={isSelected} onToggle={() => onSelect(file.id)} />
        <Link
          href={filePath(team, file.id)}
          title={file.path}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          <VisibleText text={name} />
          {file.title && file.title !== name ? (
            <span className="ml-2 font-normal text-ink-3 max-lg:hidden">
              <VisibleText text={file.title} />
            </span>
          ) : null}
        </Link>
        <span className="mt-1 flex items-center gap-2 text-sm text-ink-3 md:hidden">
          <Lines file={file} />
          <FileStateTag file={file} />
        </span>
      </Td>
      <Td className="hidden truncate text-ink-2 lg:table-cell">
        {file.agent ??
          (file.category === null ? null : <span className="text-ink-3">all agents in {file.category}</span>)}
      </Td>
      <Td className="hidden truncate text-ink-2 2xl:table-cell">{file.formatName}</Td>
      <Td className="hidden md:table-cell">
        <Lines file={file} />
      </Td>
      <Td numeric className="hidden lg:table-cell">
        {file.entries.toLocaleString("en")}
      </Td>
      <Td className="hidden text-ink-2 md:table-cell">
        {file.updatedOn === null ? "undated" : describeAge(file.updatedOn, today)}
      </Td>
      <Td className="hidden md:table-cell">
        <FileStateTag file={file} />
      </Td>
    </tr>
  )
}

/** The number of lines, with a bar if the file has a budget or a load limit. */
function Lines({ file }: { file: ListedFile }) {
  const measured = file.budget !== null || file.limit !== null
  return (
    <>
      {measured ? (
        <BudgetBar
          lines={file.lines}
          budget={file.budget}
          limit={file.limit}
          tone={file.below > 0 ? "danger" : undefined}
          className="mr-2.25 w-24"
        />
      ) : null}
      <span className="text-ink-2 tabular-nums">
        {file.lines.toLocaleString("en")}
        {measured ? null : (
          <span className="text-ink-3 md:sr-only"> {file.lines === 1 ? "line" : "lines"}</span>
        )}
      </span>
    </>
  )
}
