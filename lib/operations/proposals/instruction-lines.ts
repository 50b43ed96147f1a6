import type { InstructionFacts } from "@/lib/memory/alerts/file/file-rule"
import { instructionLines } from "@/lib/memory/comparison/restated-instructions"
import type { Analysis } from "../isolated/analysis"

/** Reads the lines of an instructions file that proposals are compared with. */
export const linesOfInstructions: Analysis<string, InstructionFacts["entries"]> = {
  name: "lines-of-instructions",
  run: instructionLines,
}
