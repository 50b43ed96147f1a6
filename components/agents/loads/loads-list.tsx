"use client"

import { Link } from "@/components/ui/link"
import { Th } from "@/components/data/table"
import { changedQuery, useQuery } from "@/components/data/use-query"
import { GapRow, useVirtualRows } from "../../data/virtual-rows"
import { GROUP_WORDS, type LoadingAgent, type ReachingFile, reachWords } from "./loads"

const ROW_PX = 34

/** All agents with the size of what they load; each links to its files. */
export function LoadingAgents({ agents }: { agents: readonly LoadingAgent[] }) {
  const [query] = useQuery()
  const { body, drawn, above, below } = useVirtualRows({
    count: agents.length,
    pxOf: () => ROW_PX,
    keyOf: (place) => `${agents[place]?.project}/${agents[place]?.name}`,
  })
  const showProject = new Set(agents.map(({ project }) => project)).size > 1
  return (
    <div className="rounded-lg border border-line bg-surface">
      <table
        aria-label="Files loaded by agent"
        aria-rowcount={agents.length + 1}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <thead>
          <tr aria-rowindex={1}>
            <Th className={HEAD}>Agent</Th>
            <Th numeric className={`${HEAD} w-24`}>
              At start
            </Th>
            <Th numeric className={`${HEAD} w-24`}>
              On demand
            </Th>
            <Th numeric className={`${HEAD} hidden w-24 sm:table-cell`}>
              Lines
            </Th>
            <Th className={`${HEAD} hidden w-72 md:table-cell`}>Confirmed by delivery</Th>
          </tr>
        </thead>
        <tbody ref={body}>
          <GapRow height={above} />
          {drawn.map(({ index, key }) => {
            const agent = agents[index]
            if (!agent) return null
            return (
              <tr
                key={key}
                aria-rowindex={index + 2}
                className="relative hover:bg-raised has-focus-visible:bg-accent-wash"
              >
                <td className={CELL}>
                  <Link
                    href={changedQuery(new URLSearchParams(query), {
                      agent: `${agent.project}/${agent.name}`,
                      file: null,
                    })}
                    className="block truncate font-medium after:absolute after:inset-0"
                  >
                    {agent.name}
                    {showProject ? (
                      <span className="ml-2 font-normal text-ink-3">{agent.project}</span>
                    ) : null}
                  </Link>
                </td>
                <td className={NUMBER}>
                  {agent.optedOut ? (
                    <span className="text-ink-3">opted out</span>
                  ) : (
                    agent.start.toLocaleString("en")
                  )}
                </td>
                <td className={NUMBER}>{agent.onDemand.toLocaleString("en")}</td>
                <td className={`${NUMBER} hidden sm:table-cell`}>{agent.lines.toLocaleString("en")}</td>
                <td className={`${CELL} hidden truncate text-ink-2 md:table-cell`}>
                  {agent.harnesses.length === 0 ? (
                    <span className="text-ink-3">none</span>
                  ) : (
                    `${agent.proven.toLocaleString("en")} in ${agent.harnesses.map((one) => one || "unnamed harness").join(", ")}`
                  )}
                </td>
              </tr>
            )
          })}
          <GapRow height={below} />
        </tbody>
      </table>
    </div>
  )
}

/** Files, those with most readers first; each links to its readers. */
export function ReachingFiles({ files }: { files: readonly ReachingFile[] }) {
  const [query] = useQuery()
  const { body, drawn, above, below } = useVirtualRows({
    count: files.length,
    pxOf: () => ROW_PX,
    keyOf: (place) => files[place]?.file ?? "",
  })
  return (
    <div className="rounded-lg border border-line bg-surface">
      <table
        aria-label="Agents by file"
        aria-rowcount={files.length + 1}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <thead>
          <tr aria-rowindex={1}>
            <Th className={HEAD}>File</Th>
            <Th className={`${HEAD} hidden w-30 xl:table-cell`}>Scope</Th>
            <Th numeric className={`${HEAD} w-20`}>
              Agents
            </Th>
            <Th className={`${HEAD} hidden w-72 lg:table-cell`}>Confirmed by delivery</Th>
          </tr>
        </thead>
        <tbody ref={body}>
          <GapRow height={above} />
          {drawn.map(({ index, key }) => {
            const file = files[index]
            if (!file) return null
            return (
              <tr
                key={key}
                aria-rowindex={index + 2}
                title={reachWords(file)}
                className="relative hover:bg-raised has-focus-visible:bg-accent-wash"
              >
                <td className={CELL}>
                  <Link
                    href={changedQuery(new URLSearchParams(query), { file: file.file, agent: null })}
                    className="block truncate font-mono text-sm after:absolute after:inset-0"
                    title={file.path}
                  >
                    {file.path}
                    <span className="ml-2 font-sans text-ink-3">{file.project}</span>
                  </Link>
                </td>
                <td className={`${CELL} hidden text-ink-2 xl:table-cell`}>{GROUP_WORDS[file.group]}</td>
                <td className={NUMBER}>{file.agents.toLocaleString("en")}</td>
                <td className={`${CELL} hidden truncate text-ink-2 lg:table-cell`}>
                  {file.proven === 0 ? (
                    <span className="text-ink-3">none</span>
                  ) : (
                    `${file.proven.toLocaleString("en")} in ${file.harnesses.map((one) => one || "unnamed harness").join(", ")}`
                  )}
                </td>
              </tr>
            )
          })}
          <GapRow height={below} />
        </tbody>
      </table>
    </div>
  )
}

const HEAD = "below-top z-10 bg-surface first:rounded-tl-lg last:rounded-tr-lg"
const CELL = "h-8.5 border-t border-line px-3"
const NUMBER = `${CELL} text-right tabular-nums`
