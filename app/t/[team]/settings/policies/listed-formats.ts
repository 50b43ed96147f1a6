import type { ListedFormat } from "@/components/policies/format-limits"
import { FORMATS } from "@/lib/formats"
import { requiredSections } from "@/lib/memory/policies/required-sections"

/** Formats that hold memory, with what each loads of its main file and asks for itself. */
export const LISTED_FORMATS: readonly ListedFormat[] = FORMATS.filter(({ id }) => id !== "instructions").map(
  ({ id, name, limits }) => ({
    id,
    name,
    own: limits("MEMORY.md"),
    sections: requiredSections(id, { sections: {} }),
  }),
)
