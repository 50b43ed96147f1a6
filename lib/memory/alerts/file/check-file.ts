import type { WatchSettings } from "../alert-settings"
import { type CheckResult, evaluateRules } from "../rule"
import type { FileFacts, FileRule } from "./file-rule"
import { badFrontmatter, malformedFile, sectionMissing, sectionUnknown } from "./structure"
import { brokenReferences, citedPaths, missingIndex, unlistedTopics } from "./broken-references"
import { duplicateEntries, uncomparedEntries, restatesInstructions, sessionNoise } from "./redundant-entries"
import { emptyFile, sparseFile, removedFromSource } from "./empty-or-removed"
import { fillingUp, overBudget, beyondLoadLimit, runCacheOver } from "./size"
import { invisibleCharacters, instructionLike, unverifiedEntries } from "./untrusted-text"
import { staleEntries, staleFile, undatedEntries } from "./age"

/** Returns the alerts of a memory file. Depends only on facts, settings and the day (UTC). */
export const checkFile = (facts: FileFacts, settings: WatchSettings, now: Date): CheckResult =>
  evaluateRules(FILE_RULES, facts, settings, now)

/** Every rule that a memory file can break. */
const FILE_RULES: readonly FileRule[] = [
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
