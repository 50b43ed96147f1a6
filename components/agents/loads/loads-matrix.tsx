import { ownValue } from "@/lib/memory/text/own-value"
import { Link } from "@/components/ui/link"
import { Table } from "@/components/data/table"
import { agentPath } from "@/components/data/addresses"
import { CELLS, type LoadMatrix as Matrix } from "./loads"

/** A matrix of agents by files, for small fleets. Each column head links to the readers of the file. */
export function LoadsMatrix({
  team,
  matrix,
  hrefFor,
}: {
  team: string
  matrix: Matrix
  hrefFor: (file: string) => string
}) {
  return (
    <>
      <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
        {Object.entries(CELLS).map(([sign, { words, short, look }]) =>
          short === "" ? null : (
            <li key={sign} className="flex items-center gap-1.5">
              <span className={`rounded-xs px-1 text-xs ${look}`}>{short}</span>
              {words}
            </li>
          ),
        )}
      </ul>
      <Table label="Files loaded by agent">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky left-0 z-10 bg-surface px-3 py-1.5 text-left align-bottom text-sm font-medium text-ink-3"
            >
              Agent
            </th>
            {matrix.files.map(({ file, path }) => (
              <th
                key={file}
                scope="col"
                className="max-w-24 min-w-16 px-1 py-1.5 text-left align-bottom text-xs font-normal"
              >
                <Link
                  href={hrefFor(file)}
                  scroll={false}
                  title={path}
                  className="block min-h-6 wrap-anywhere text-link"
                >
                  {path.split("/").slice(-2).join("/")}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.agents.map(({ name, project, cells }) => (
            <tr key={`${project}/${name}`}>
              <th
                scope="row"
                className="sticky left-0 z-10 max-w-44 border-t border-line bg-surface px-3 text-left font-medium max-sm:max-w-28"
              >
                <Link
                  href={agentPath(team, project, name)}
                  className="block min-h-6 truncate leading-6 hover:text-accent"
                >
                  {name}
                </Link>
              </th>
              {matrix.files.map(({ file }, place) => {
                const cell = ownValue(CELLS, cells[place] ?? " ") ?? { words: "", short: "", look: "" }
                return (
                  <td
                    key={file}
                    title={cell.words}
                    className={`border-t border-line px-1 text-xs whitespace-nowrap ${cell.look}`}
                  >
                    {cell.short === "" ? <span className="sr-only">no</span> : cell.short}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
