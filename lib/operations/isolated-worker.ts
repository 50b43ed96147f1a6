import { linesOfInstructions } from "./proposals/instruction-lines"
import { linksOfFile, checkFileAnalysis } from "./alerts/analyses"
import { writeExtractive } from "./coach/extractive-analysis"
import { planAdditions, planRunsUnit, planTrimUnit, readLogLines, scoreLogs } from "./compaction/analyses"
import { compareStatements, findBetweenCopies, readStatements } from "./conflicts/find/analyses"
import { parseFile } from "./import/parse-files"
import { serveUnits } from "./isolated/analysis"
import { gatherCategory, spreadCategory } from "./migration/analyses"
import { fitSeed, placeSeed } from "./seed/analyses"

// Entry point of the child processes that parse and analyze untrusted text. Every analysis is listed here.
serveUnits([
  parseFile,
  checkFileAnalysis,
  linksOfFile,
  linesOfInstructions,
  readStatements,
  compareStatements,
  findBetweenCopies,
  readLogLines,
  scoreLogs,
  planAdditions,
  planRunsUnit,
  planTrimUnit,
  placeSeed,
  fitSeed,
  writeExtractive,
  gatherCategory,
  spreadCategory,
])
