import { allowDirectory, disallowDirectory, listAllowedDirectories } from "./allowed-directories"
import { createAccessToken, listAccessTokens, revokeAccessToken } from "./access-tokens"
import { readEntries, searchEntries } from "./entries"
import { exportFiles } from "./exports"
import { showFileExcerpt } from "./file-excerpt"
import { listTeamProjects, showAgent, showCategory, showFleet } from "./fleet"
import {
  cancelImportRun, importArchive, importDirectory, listImportItems, openImportRun, placeImportItems, planImportRun, sendImportFiles, showImportRun, startImportRun,
} from "./imports"
import { countInbox, showDecidedSince, showInbox } from "./inbox"
import { inviteMember, listInvitations, withdrawInvitation } from "./invitations"
import { jump } from "./jump"
import { changeRole, listMembers, removeMember } from "./members"
import { listFileRevisions, listMemoryFiles, showFileRevision, showMemoryFile } from "./memory-files"
import type { Operation } from "./operation"
import { deleteSavedView, listSavedViews, saveInboxView } from "./saved-views"
import { listSources } from "./sources"
import { createTeam, listTeams, renameTeam } from "./teams"

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
  countInbox,
  showDecidedSince,
  listSavedViews,
  saveInboxView,
  deleteSavedView,
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
  listTeams,
  createTeam,
  renameTeam,
  listMembers,
  changeRole,
  removeMember,
  listInvitations,
  inviteMember,
  withdrawInvitation,
] as unknown as readonly Operation[]
