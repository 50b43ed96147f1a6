import type { FormatId } from "../memory-files/format"
import type { WatchSettings } from "../alerts/alert-settings"

/** Required sections by the formats' documentation: the project memory convention, "Memory file structure", and category memory, options B and D. */
const OWN_SECTIONS: Readonly<Partial<Record<FormatId, readonly string[]>>> = {
  kaizen: [
    "Project Context",
    "Accumulated Findings",
    "What Worked",
    "Watch Points",
    "Open Threads",
    "Session Log",
  ],
  "category-memory": ["Shared Patterns", "Coordinator Notes"],
}

/**
 * Returns the sections that a file of a format must have, in order: those of the policy, else those of the
 * format. Most formats require none.
 */
export function requiredSections(
  format: FormatId,
  { sections }: Pick<WatchSettings, "sections">,
): readonly string[] {
  return sections[format] ?? OWN_SECTIONS[format] ?? []
}
