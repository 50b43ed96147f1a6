import { count } from "@/components/ui/count"
import { DrawnText } from "./drawn-text"

interface FolderRowProps {
  project: string
  /** Null where one sees a single project. */
  showProject: boolean
  folder: string
  files: number
  position: number
}

const CELL = "h-7.5 border-t border-line bg-raised"

export function FolderRow({ project, showProject, folder, files, position }: FolderRowProps) {
  return (
    <tr aria-rowindex={position}>
      <th scope="colgroup" className={`${CELL} max-w-0 truncate px-3 text-left font-medium`}>
        {showProject ? <span className="mr-2">{project}</span> : null}
        {folder === "" ? showProject ? null : "Top folder" : <span className={showProject ? "font-normal text-ink-2" : ""}><DrawnText text={folder} /></span>}
        <span className="ml-2 font-normal text-ink-3">{count(files, "file")}</span>
      </th>
      {/* As many columns as `FileHead` shows at each width: a span over hidden ones would make new ones. */}
      <td aria-hidden className={`${CELL} hidden lg:table-cell`} />
      <td aria-hidden className={`${CELL} hidden xl:table-cell`} />
      <td aria-hidden className={`${CELL} hidden md:table-cell`} />
      <td aria-hidden className={`${CELL} hidden lg:table-cell`} />
      <td aria-hidden colSpan={2} className={`${CELL} hidden md:table-cell`} />
    </tr>
  )
}
