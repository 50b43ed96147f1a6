import { count } from "@/components/data/count"
import { Stats } from "@/components/charts/stats"
import type { ProjectFigures } from "./project"

type Summed = Pick<
  ProjectFigures,
  | "agents"
  | "files"
  | "entries"
  | "stale"
  | "lines"
  | "budget"
  | "pastCutFiles"
  | "pastCutLines"
  | "broken"
  | "states"
>

/** What a project, or a team, holds, and how it stands. */
export function PlaceStats({ figures }: { figures: Summed }) {
  const { agents, files, entries, stale, lines, budget, pastCutFiles, pastCutLines, broken, states } = figures
  const full = (states["over-budget"] ?? 0) + (states["past-cut"] ?? 0)
  return (
    <Stats
      stats={[
        {
          label: "Agents",
          value: figure(agents),
          note: agents === 0 ? undefined : `${figure(states.healthy ?? 0)} healthy`,
        },
        {
          label: "Memory files",
          value: figure(files),
          note: broken > 0 ? `${figure(broken)} broken` : files === 0 ? undefined : "all parse",
        },
        {
          label: "Entries",
          value: figure(entries),
          note: entries === 0 ? undefined : `${figure(stale)} stale`,
        },
        {
          label: "Lines",
          value: figure(lines),
          note:
            budget === 0
              ? "no budget"
              : `of ${figure(budget)}, ${full === 0 ? "nobody over" : `${count(full, "agent")} over`}`,
        },
        {
          label: "Past the cut",
          value: figure(pastCutFiles),
          note:
            pastCutFiles === 0
              ? "all lines load"
              : `${pastCutFiles === 1 ? "file" : "files"}, ${count(pastCutLines, "line")}`,
        },
      ]}
    />
  )
}

const figure = (number: number): string => number.toLocaleString("en")
