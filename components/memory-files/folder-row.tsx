import { count } from "@/components/data/count"
import { VisibleText } from "../text/visible-text"

interface FolderRowProps {
  project: string
  /** False if the list shows a single project. */
  showProject: boolean
  folder: string
  files: number
  position: number
}

/** A row that names a folder. Only the row has a background, so that the name can overflow its cell. */
export function FolderRow({ project, showProject, folder, files, position }: FolderRowProps) {
  const below =
    showProject && `${folder}/`.startsWith(`${project}/`) ? folder.slice(project.length + 1) : folder
  return (
    <tr aria-rowindex={position} className="bg-raised">
      <th scope="colgroup" className={`${CELL} px-3 text-left font-medium`}>
        <span className="flex gap-2 md:w-120 lg:w-160 xl:w-200">
          {showProject ? <span className="max-w-1/2 shrink-0 truncate">{project}</span> : null}
          <span className={`truncate ${showProject ? "font-normal text-ink-2" : ""}`}>
            {below !== "" && <VisibleText text={below} />}
            {below === "" && !showProject && "Root folder"}
          </span>
          <span className="shrink-0 font-normal text-ink-3">{count(files, "file")}</span>
        </span>
      </th>
      {/* One cell for each column of `FileHead`: a span over hidden columns would add some. */}
      <td aria-hidden className={`${CELL} hidden lg:table-cell`} />
      <td aria-hidden className={`${CELL} hidden 2xl:table-cell`} />
      <td aria-hidden className={`${CELL} hidden md:table-cell`} />
      <td aria-hidden className={`${CELL} hidden lg:table-cell`} />
      <td aria-hidden className={`${CELL} hidden md:table-cell`} />
      <td aria-hidden className={`${CELL} hidden md:table-cell`} />
    </tr>
  )
}

const CELL = "h-7.5 border-t border-line"
