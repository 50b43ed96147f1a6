/** Memory of one agent, or shared memory, as the coach reads it. */
export interface ReadAgent {
  /** Name of the agent; null for memory of a category, a project or a team. */
  readonly agent: string | null
  readonly category: string | null
  readonly project: string
  readonly files: readonly ReadFile[]
}

export interface ReadFile {
  readonly file: string
  readonly path: string
  readonly entries: readonly ReadEntry[]
}

export interface ReadEntry {
  readonly id: string
  readonly line: number
  readonly section: string | null
  readonly text: string
  readonly date: string | null
  readonly type: string | null
  /** Reasons to review the entry: "instruction-like", "invisible-character", "look-alike". */
  readonly flags: readonly string[]
}

/**
 * Returns the fleet's memory as text: agents, below each its files, below each its entries with line and id.
 */
export function fleetText(agents: readonly ReadAgent[]): string {
  return agents
    .map((one) =>
      [
        agentLine(one),
        ...one.files.map((file) => [fileLine(file), ...file.entries.map(entryLine)].join("\n")),
      ].join("\n"),
    )
    .join("\n\n")
}

export function agentLine({
  agent,
  category,
  project,
}: Pick<ReadAgent, "agent" | "category" | "project">): string {
  const whose = agent ?? (category === null ? "shared" : "shared by the category")
  return `# ${whose}${category === null ? "" : ` (${category})`} in ${project}`
}

export const fileLine = ({ path }: Pick<ReadFile, "path">): string => `## ${path}`

export function entryLine({ id, line, section, text, date, type, flags }: ReadEntry): string {
  const about = [section, date, type].filter((one) => one !== null).join(" · ")
  return `${line}: ${flags.length > 0 ? `(flagged: ${flags.join(", ")}) ` : ""}${text.replaceAll("\n", "\n  ")}${about === "" ? "" : ` [${about}]`} {${id}}`
}
