import { ownValue } from "@/lib/memory/text/own-value"
import { Fragment } from "react"
import { Link } from "@/components/ui/link"
import { shortPath } from "@/components/text/short-path"
import { Table } from "@/components/data/table"
import { agentPath } from "@/components/data/addresses"
import { CELLS, type LoadMatrix as Matrix, type ReachingFile } from "./loads"

/**
 * A matrix of agents by files, for small fleets. Each column head links to the readers of the file. Agents
 * and files with the same name are shown with their project. `files`: the files of the matrix.
 */
export function LoadsMatrix({
  team,
  matrix,
  files,
  hrefFor,
}: {
  team: string
  matrix: Matrix
  files: readonly ReachingFile[]
  hrefFor: (file: string) => string
}) {
  const repeatedAgents = repeated(matrix.agents.map(({ name }) => name))
  const repeatedFiles = repeated(matrix.files.map(({ path }) => shortPath(path)))
  const projects = new Map(files.map(({ file, project }) => [file, project]))
  return (
    <>
      <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
        {Object.entries(CELLS).map(([sign, { words, short, look }]) =>
          short === "" ? null : (
            <li key={sign} className="flex items-center gap-1.5">
              <span className={`shrink-0 rounded-xs px-1 text-xs whitespace-nowrap ${look}`}>{short}</span>
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
                className="max-w-32 min-w-16 px-1 py-1.5 text-left align-bottom text-xs font-normal"
              >
                <Link href={hrefFor(file)} scroll={false} title={path} className="block min-h-6 text-link">
                  <FileName path={shortPath(path)} />
                  {repeatedFiles.has(shortPath(path)) ? (
                    <span className="block truncate text-ink-3"> {projects.get(file)}</span>
                  ) : null}
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
                className="sticky left-0 z-10 max-w-60 border-t border-line bg-surface px-3 text-left font-medium max-sm:max-w-28"
              >
                <Link
                  href={agentPath(team, project, name)}
                  className="block min-h-6 truncate leading-6 hover:text-accent"
                >
                  {name}
                  {repeatedAgents.has(name) ? (
                    <span className="ml-1 font-normal text-ink-3 max-sm:ml-0 max-sm:block max-sm:truncate">
                      {" "}
                      {project}
                    </span>
                  ) : null}
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

/** Maximum number of letters of a folder or file name in a column head. */
const MOST_LETTERS = 20

/** A path that wraps only after a slash. Long names are shortened at the start. */
function FileName({ path }: { path: string }) {
  const names = path.split("/")
  return names.map((name, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- names can repeat and never move
    <Fragment key={place}>
      <span className="whitespace-nowrap">
        {name.length > MOST_LETTERS ? `…${[...name].slice(1 - MOST_LETTERS).join("")}` : name}
        {place < names.length - 1 ? "/" : ""}
      </span>
      <wbr />
    </Fragment>
  ))
}

/** Returns the names that occur more than once. */
const repeated = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.filter((name, place) => names.indexOf(name) !== place))
