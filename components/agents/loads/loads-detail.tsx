import { Check, TriangleAlert } from "lucide-react"
import { Link } from "@/components/ui/link"
import { describeAge } from "@/components/data/age"
import { count } from "@/components/data/count"
import { Table, Td, Th } from "@/components/data/table"
import { agentPath, filePath } from "@/components/data/addresses"
import { GROUP_WORDS, type AgentFileLoad, type Proof } from "./loads"

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
        is loaded by {count(file.readers.length, "agent")}
        {proved.length > 0
          ? `, confirmed for ${proved.length.toLocaleString("en")} in ${count(harnesses.size, "harness", "harnesses")}`
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
        loads {count(agent.files.length, "file")}
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
