"use client"

import { ArrowLeftRight } from "lucide-react"
import { useRouter } from "next/navigation"
import { AgentBox } from "@/components/context/agent-box"
import type { AgentOption } from "@/components/context/agent-context"
import { comparePath } from "@/components/shell/navigation"
import { ButtonLink } from "@/components/ui/button"

interface ChooseTwoProps {
  team: string
  agents: readonly AgentOption[]
  /** project/agent */
  a: string | null
  b: string | null
}

/** The choice of two agents, found by name, project or category and kept in the URL. */
export function ChooseTwo({ team, agents, a, b }: ChooseTwoProps) {
  const router = useRouter()
  const severalProjects = new Set(agents.map(({ project }) => project)).size > 1
  const go = (more: { a?: string; b?: string }) =>
    router.push(comparePath(team, { ...(a === null ? {} : { a }), ...(b === null ? {} : { b }), ...more }))
  const choose =
    (side: "a" | "b") =>
    ({ name, project }: { name: string; project: string | null }) =>
      project !== null && go({ [side]: `${project}/${name}` })
  return (
    <search className="flex flex-wrap items-end gap-x-2 gap-y-3">
      <div className="w-full min-w-0 sm:w-72">
        <AgentBox
          label="First agent"
          name="a"
          agents={agents}
          chosen={chosen(a)}
          severalProjects={severalProjects}
          onlyKnown
          onChoose={choose("a")}
        />
      </div>
      {a !== null && b !== null ? (
        <ButtonLink
          variant="quiet"
          href={comparePath(team, { a: b, b: a })}
          aria-label="Swap agents"
          title="Swap agents"
        >
          <ArrowLeftRight className="icon" aria-hidden />
        </ButtonLink>
      ) : null}
      <div className="w-full min-w-0 sm:w-72">
        <AgentBox
          label="Second agent"
          name="b"
          agents={agents}
          chosen={chosen(b)}
          severalProjects={severalProjects}
          onlyKnown
          onChoose={choose("b")}
        />
      </div>
    </search>
  )
}

function chosen(key: string | null): { name: string; project: string } | null {
  if (key === null) return null
  const slash = key.indexOf("/")
  return slash < 0 ? null : { project: key.slice(0, slash), name: key.slice(slash + 1) }
}
