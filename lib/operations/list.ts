import { allowDirectory, disallowDirectory, listAllowedDirectories } from "./allowed-directories"
import { createAccessToken, listAccessTokens, revokeAccessToken } from "./access-tokens"
import { readEntries, searchEntries } from "./entries"
import { exportFiles } from "./exports"
import { showFileExcerpt } from "./file-excerpt"
import { listTeamProjects, showAgent, showCategory, showFleet } from "./fleet"
import {
  cancelImportRun, importArchive, importDirectory, listImportItems, listSources, openImportRun, placeImportItems, planImportRun, sendImportFiles, showImportRun, startImportRun,
} from "./imports"
import { showInbox } from "./inbox"
import { jump } from "./jump"
import { listFileRevisions, listMemoryFiles, showFileRevision, showMemoryFile } from "./memory-files"
import type { Operation } from "./operation"

/** Everything that one can ask for. The doors are made from this list. */
export const OPERATIONS: readonly Operation[] = [
  showFleet,
  showAgent,
  showCategory,
  listTeamProjects,
  listMemoryFiles,
  showMemoryFile,
  showFileExcerpt,
  listFileRevisions,
  showFileRevision,
  readEntries,
  searchEntries,
  jump,
  showInbox,
  listSources,
  listAllowedDirectories,
  allowDirectory,
  disallowDirectory,
  openImportRun,
  importDirectory,
  importArchive,
  sendImportFiles,
  planImportRun,
  showImportRun,
  listImportItems,
  placeImportItems,
  startImportRun,
  cancelImportRun,
  exportFiles,
  listAccessTokens,
  createAccessToken,
  revokeAccessToken,
] as unknown as readonly Operation[]
