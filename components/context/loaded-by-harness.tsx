import { BookOpen } from "lucide-react"
import { ButtonLink } from "@/components/ui/button"
import { count } from "@/components/data/count"
import { Empty } from "@/components/ui/empty"
import { groupBy } from "@/lib/memory/text/group"
import { loadedLines } from "@/lib/memory/context/context-size"
import type { LoadGroup } from "@/lib/memory/context/load-order"
import { FileLoad } from "./file-load"
import type { DiskFile, ContextAgent } from "./context-types"
import { sum } from "@/lib/memory/numbers/sum"

interface LoadsViewProps {
  team: string
  whose: ContextAgent
  files: readonly DiskFile[]
}

/** The files that an agent's harness loads from disk, in order, each with its load limit. */
export function LoadsView({ team, whose, files }: LoadsViewProps) {
  const start = files.filter(({ moment }) => moment === "start")
  const onDemand = files.filter(({ moment }) => moment === "on-demand")
  if (files.length === 0) {
    return (
      <Empty
        icon={<BookOpen className="icon-lg" aria-hidden />}
        title="No files to load"
        action={
          <ButtonLink variant="primary" href={`/t/${team}/sources`}>
            Import memory files
          </ButtonLink>
        }
      >
        {whose.project.name} has no instructions, no workspace, and no memory for {whose.agent} or its
        category.
      </Empty>
    )
  }
  const cut = start.filter((file) => file.cut !== null)
  return (
    <div className="grid max-w-240 gap-4">
      <p className="text-ink-2">
        At session start, {whose.agent}’s harness loads{" "}
        {start.length === 0 ? (
          "nothing from disk"
        ) : (
          <>
            <b className="font-semibold text-ink">{count(start.length, "file")}</b> (
            {count(sum(start.map(loadedLines)), "line")}) from disk, in this order
          </>
        )}
        . {cut.length === 0 && start.length > 0 ? "Every file is fully loaded." : ""}
        {cut.length > 0 ? (
          <b className="font-medium text-danger">{count(cut.length, "file")} truncated.</b>
        ) : null}{" "}
        See “Sent by Quarterdeck” for the rest of the agent’s context.
      </p>
      {[...groupBy(start, ({ group }) => group)].map(([group, members]) => (
        <section key={group} aria-labelledby={`loads-${group}`}>
          <h2 id={`loads-${group}`} className="mb-1.5">
            {titleOf(group, whose)}
            <span className="ml-2 font-normal text-ink-3 tabular-nums">{members.length}</span>
          </h2>
          <ol
            start={start.indexOf(members[0] as DiskFile) + 1}
            className="rounded-lg border border-line bg-surface"
          >
            {members.map((file) => (
              <FileLoad key={file.id} team={team} file={file} place={start.indexOf(file) + 1} />
            ))}
          </ol>
        </section>
      ))}
      {onDemand.length > 0 ? (
        <details>
          <summary className="font-semibold">
            On demand{" "}
            <span className="ml-1 font-normal text-ink-3 tabular-nums">{count(onDemand.length, "file")}</span>
          </summary>
          <p className="my-1.5 text-ink-2">
            These files are not loaded at session start, but when an index or a task refers to them.
          </p>
          <ul className="rounded-lg border border-line bg-surface">
            {onDemand.map((file) => (
              <FileLoad key={file.id} team={team} file={file} place={null} />
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}

function titleOf(group: LoadGroup, { agent, project, category }: ContextAgent): string {
  switch (group) {
    case "instructions":
      return "Instructions"
    case "workspace":
      return "Workspace"
    case "project":
      return `Shared in ${project.name}`
    case "category":
      return `${category?.name ?? "Category"} memory`
    case "own":
      return `${agent}’s own memory`
  }
}
