import { count } from "@/components/data/count"
import { Stats } from "@/components/charts/stats"
import type { ProjectFigures } from "./overview-figures"

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

/** The main figures of a project or team. */
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
          note: malformedNote(files, broken),
        },
        {
          label: "Entries",
          value: figure(entries),
          note: entries === 0 ? undefined : `${figure(stale)} stale`,
        },
        {
          label: "Lines in files with a budget",
          value: figure(lines),
          note:
            budget === 0
              ? "no budget"
              : `of ${figure(budget)}, ${full === 0 ? "no agents over budget" : `${count(full, "agent")} over budget`}`,
        },
        {
          label: "Truncated",
          value: figure(pastCutFiles),
          note:
            pastCutFiles === 0
              ? "all lines loaded"
              : `${pastCutFiles === 1 ? "file" : "files"}, ${count(pastCutLines, "line")} not loaded`,
        },
      ]}
    />
  )
}

function malformedNote(files: number, broken: number): string | undefined {
  if (broken > 0) return `${figure(broken)} malformed`
  return files === 0 ? undefined : "none malformed"
}

const figure = (number: number): string => number.toLocaleString("en")
