import { count } from "@/components/data/count"
import { DrawnText } from "./reader/drawn-text"

interface FolderRowProps {
  project: string
  /** Null where one sees a single project. */
  showProject: boolean
  folder: string
  files: number
  position: number
}

/** Its words may reach over the empty cells beside them: the row has the ground, the cells have none. */
export function FolderRow({ project, showProject, folder, files, position }: FolderRowProps) {
  const below =
    showProject && `${folder}/`.startsWith(`${project}/`) ? folder.slice(project.length + 1) : folder
  return (
    <tr aria-rowindex={position} className="bg-raised">
      <th scope="colgroup" className={`${CELL} px-3 text-left font-medium`}>
        <span className="flex gap-2 md:w-120 lg:w-160 xl:w-200">
          {showProject ? <span className="max-w-1/2 shrink-0 truncate">{project}</span> : null}
          <span className={`truncate ${showProject ? "font-normal text-ink-2" : ""}`}>
            {below === "" ? showProject ? null : "Top folder" : <DrawnText text={below} />}
          </span>
          <span className="shrink-0 font-normal text-ink-3">{count(files, "file")}</span>
        </span>
      </th>
      {/* As many columns as `FileHead` shows at each width: a span over hidden ones would make new ones. */}
      <td aria-hidden className={`${CELL} hidden lg:table-cell`} />
      <td aria-hidden className={`${CELL} hidden 2xl:table-cell`} />
      <td aria-hidden className={`${CELL} hidden md:table-cell`} />
      <td aria-hidden className={`${CELL} hidden lg:table-cell`} />
      <td aria-hidden colSpan={2} className={`${CELL} hidden md:table-cell`} />
    </tr>
  )
}

const CELL = "h-7.5 border-t border-line"
