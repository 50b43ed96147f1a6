import type { OutputOf } from "@/lib/http/contract"
import { bandOf, HEALTHY_FROM } from "@/lib/memory/health/health"
import { command, type Command, numberIn } from "./infra/command"
import { table, visible } from "./infra/terminal"
import { PROJECT, TEAM, wholeNumber } from "./infra/option-values"

type Shown = OutputOf<"health.show">

export const healthCommand: Command = command({
  name: "health",
  form: "health [--project P] [--threshold N] [--team T] [--json]",
  about: "show the memory health score, from 0 to 100, and what to fix first",
  purpose: "read",
  words: [0, 0],
  options: {
    project: { value: "P", about: "only this project (default: the whole team)", takes: PROJECT },
    threshold: {
      value: "N",
      about: `lowest score that counts as healthy (default: ${HEALTHY_FROM})`,
      takes: wholeNumber(0, 100),
    },
    team: { value: "T", about: "the team. Optional if you can read only one team", takes: TEAM },
  },
  notes:
    "Memory is unhealthy only if its score is below the threshold, even if some checks fail. The server keeps alerts up to date. To evaluate them immediately, run quarterdeck heartbeat --now.",
  examples: ["health", "health --project ledger --threshold 85 --json"],
  exits: "Exits with 1 if the score is below the threshold or if there is no memory yet.",
  async run({ values, server }) {
    const threshold =
      values.threshold === "0" ? 0 : numberIn(healthCommand, "threshold", values.threshold, 100)
    const shown = await server.call("health.show", { team: values.team, project: values.project, threshold })
    const { healthy, projects: _, ...json } = shown
    const why = whyNot(shown)
    return {
      json: { ...json, healthy, ...(why === null ? {} : { refused: why }) },
      text: textOf(shown, why?.message ?? null),
      exit: healthy ? 0 : 1,
    }
  },
})

function whyNot({ healthy, score, threshold }: Shown): { reason: string; message: string } | null {
  if (healthy) return null
  return score === null
    ? { reason: "no-memory", message: "there is no memory yet. Import some with quarterdeck import" }
    : { reason: "unhealthy", message: `the score is ${score}, below the threshold of ${threshold}` }
}

function textOf({ score, team, project, parts, checks }: Shown, why: string | null): string {
  const place = visible(project === null ? team.name : `${team.name}, ${project.name}`)
  const head = score === null ? `${place}: no memory yet` : `${place}: ${score} of 100, ${bandOf(score)}`
  const rows = parts.map((part) => [
    part.name,
    part.score === null ? "–" : String(part.score).padStart(3),
    part.weight === 0 ? "" : `${Math.round(part.weight * 100)}%`.padStart(4),
    visible(part.message),
  ])
  const wrong = checks
    .filter((one) => !one.ok)
    .map(({ name, message, subjects, more, wayOut }) => {
      const places = subjects.map((one) => `  ${visible(placeOf(one))}\n    ${visible(one.message)}`)
      return [
        `${visible(name)}: ${visible(message)}`,
        ...places,
        ...(more > 0 ? [`  and ${more.toLocaleString("en")} more`] : []),
        ...(wayOut === null ? [] : [`  → ${wayOut}`]),
      ].join("\n")
    })
  return [
    head,
    table([["PART", "SCORE", "WEIGHT", "DETAILS"], ...rows]),
    ...wrong,
    ...(why === null ? [] : [`Not healthy: ${why}.`]),
  ].join("\n\n")
}

/** Returns the known parts of project, agent, and file with line, as text. */
function placeOf({ project, agent, path, line }: Shown["checks"][number]["subjects"][number]): string {
  return [project, agent, path === null ? null : `${path}${line === null ? "" : `:${line}`}`]
    .filter(Boolean)
    .join("  ")
}
