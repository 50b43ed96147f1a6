import { badFrontmatter, malformedFile } from "./parse-problems"
import { brokenReferences, citedPaths, missingIndex, unlistedTopics } from "./broken-references"
import { duplicateEntries } from "./duplicate"
import { emptyFile, sparseFile } from "./empty-file"
import { fillingUp } from "./filling-up"
import { removedFromSource } from "./removed-file"
import { invisibleCharacters } from "./hidden-characters"
import { instructionLike } from "./instruction-like"
import { overBudget, beyondLoadLimit, runCacheOver } from "./truncation-and-budget"
import { restatesInstructions } from "./restates-instructions"
import type { FileRule } from "./file-rule"
import { sectionMissing, sectionUnknown } from "./sections"
import { sessionNoise } from "./session-noise"
import { staleEntries, staleFile } from "./stale"
import { uncomparedEntries } from "./uncompared"
import { undatedEntries } from "./undated"
import { unverifiedEntries } from "./unverified"

/** Every rule that a memory file can break. */
export const FILE_RULES: readonly FileRule[] = [
  beyondLoadLimit,
  malformedFile,
  invisibleCharacters,
  instructionLike,
  badFrontmatter,
  overBudget,
  runCacheOver,
  fillingUp,
  brokenReferences,
  unlistedTopics,
  missingIndex,
  citedPaths,
  staleFile,
  staleEntries,
  undatedEntries,
  unverifiedEntries,
  duplicateEntries,
  restatesInstructions,
  sessionNoise,
  sectionMissing,
  sectionUnknown,
  emptyFile,
  sparseFile,
  removedFromSource,
  uncomparedEntries,
]
