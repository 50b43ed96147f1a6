import { ownValue } from "@/lib/memory/text/own-value"
import { Fragment } from "react"
import { Check, TriangleAlert } from "lucide-react"
import { Link } from "@/components/ui/link"
import { Table, Td, Th } from "@/components/data/table"
import { agentPath, filePath } from "@/components/data/addresses"
import { describeAge } from "@/components/data/time-text"
import { formatCount } from "@/lib/memory/text/sentence"
import {
  CELLS,
  type LoadMatrix as Matrix,
  type ReachingFile,
  GROUP_WORDS,
  type AgentFileLoad,
  type Proof,
} from "./loads"
import { shortPath } from "@/lib/memory/memory-files/paths"

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

interface FileReadersProps {
  team: string
  file: AgentFileLoad & {
    readers: readonly {
      agent: string
      project: string
      moment: AgentFileLoad["moment"] | null
      proofs: readonly Proof[]
    }[]
  }
  /** ISO date. */
  today: string
  close: string
}

/** The agents that load a file, according to the format rules and to their last deliveries. */
export function FileReaders({ team, file, today, close }: FileReadersProps) {
  const proved = file.readers.filter(({ proofs }) => proofs.length > 0)
  const harnesses = new Set(proved.flatMap(({ proofs }) => proofs.map(({ harness }) => harness)))
  return (
    <section aria-labelledby="readers" className="mb-5">
      <h2 id="readers" className="mb-1.5 wrap-anywhere">
        <Link href={filePath(team, file.file)} className="text-link">
          {file.path}
        </Link>{" "}
        is loaded by {formatCount(file.readers.length, "agent")}
        {proved.length > 0
          ? `, confirmed for ${proved.length.toLocaleString("en")} in ${formatCount(harnesses.size, "harness", "harnesses")}`
          : ""}
        <Close href={close} />
      </h2>
      <Table label={`Agents that load ${file.path}`}>
        <thead>
          <tr>
            <Th>Agent</Th>
            <Th>Expected</Th>
            <Th>Last delivery</Th>
          </tr>
        </thead>
        <tbody>
          {file.readers.map((reader) => (
            <tr key={`${reader.project}/${reader.agent}`}>
              <Td>
                <Link href={agentPath(team, reader.project, reader.agent)} className="text-link">
                  {reader.agent}
                </Link>
                <span className="ml-2 text-ink-3">{reader.project}</span>
              </Td>
              <Td className="text-ink-2">{momentWords(reader.moment)}</Td>
              <Td className="text-ink-2">
                <Proofs proofs={reader.proofs} today={today} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

interface AgentLoadedProps {
  team: string
  agent: { name: string; project: string; files: readonly (AgentFileLoad & { proofs: readonly Proof[] })[] }
  today: string
  close: string
}

/** The files that an agent loads, in load order. */
export function AgentLoaded({ team, agent, today, close }: AgentLoadedProps) {
  return (
    <section aria-labelledby="loaded" className="mb-5">
      <h2 id="loaded" className="mb-1.5">
        <Link href={agentPath(team, agent.project, agent.name)} className="text-link">
          {agent.name}
        </Link>{" "}
        loads {formatCount(agent.files.length, "file")}
        <Close href={close} />
      </h2>
      <Table label={`Files that ${agent.name} loads`}>
        <thead>
          <tr>
            <Th>File</Th>
            <Th>Scope</Th>
            <Th>Expected</Th>
            <Th numeric>Lines</Th>
            <Th>Last delivery</Th>
          </tr>
        </thead>
        <tbody>
          {agent.files.map((file) => (
            <tr key={file.file}>
              <Td>
                <Link href={filePath(team, file.file)} className="font-mono text-sm text-link">
                  {file.path}
                </Link>
              </Td>
              <Td className="text-ink-2">{GROUP_WORDS[file.group]}</Td>
              <Td className="text-ink-2">{momentWords(file.moment)}</Td>
              <Td numeric>{file.lines.toLocaleString("en")}</Td>
              <Td className="text-ink-2">
                <Proofs proofs={file.proofs} today={today} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

const MOMENT_WORDS = { start: "at session start", "on-demand": "on demand" } as const

const momentWords = (moment: AgentFileLoad["moment"] | null): string =>
  moment === null ? "not expected" : MOMENT_WORDS[moment]

function Close({ href }: { href: string }) {
  return (
    <Link href={href} scroll={false} className="ml-3 text-sm font-normal text-link">
      Close
    </Link>
  )
}

function Proofs({ proofs, today }: { proofs: readonly Proof[]; today: string }) {
  if (proofs.length === 0) return <span className="text-ink-3">no delivery</span>
  return (
    <span className="flex flex-wrap gap-x-4">
      {proofs.map(({ harness, at, revision, behind }) => (
        <span key={harness ?? ""} className="flex items-center gap-1">
          {behind ? (
            <TriangleAlert className="icon text-caution" aria-hidden />
          ) : (
            <Check className="icon text-good" aria-hidden />
          )}
          {harness ?? "unnamed harness"}, {describeAge(at, today)}, revision {revision}
          {behind ? " (changed since)" : ""}
        </span>
      ))}
    </span>
  )
}
