import { listAgents } from "./agents"
import { allowDirectory, disallowDirectory, listAllowedDirectories } from "./allowed-directories"
import { createAccessToken, listAccessTokens, revokeAccessToken } from "./access-tokens"
import { exportAudit } from "./audit/export"
import { listAudit } from "./audit/list"
import { verifyAudit } from "./audit/verify"
import { setCategoryWriting } from "./categories"
import { showLoads } from "./context/loads"
import { rankContext } from "./context/rank"
import { showContext } from "./context/show"
import { readEntries, showEntry } from "./entries"
import { searchEntries } from "./search/search"
import { showSearchIndex } from "./search-index/show"
import { showBrief } from "./coach/brief"
import { listSyntheses, showSynthesis } from "./coach/read"
import { readFleet } from "./coach/read-fleet"
import { submitSynthesis } from "./coach/submit"
import { listConflicts, showConflict } from "./conflicts/read"
import { previewResolution, resolveConflict, resolveConflicts, undoResolution } from "./conflicts/resolve"
import { snoozeConflicts, sweepConflicts } from "./conflicts/waiting"
import { exportFiles } from "./exports"
import { readFileAt } from "./file-at"
import { showFileEntry } from "./file-entry"
import { showFileExcerpt } from "./file-excerpt"
import { listTeamProjects, showAgent, showCategory, showFleet } from "./fleet"
import {
  cancelImportRun, importArchive, importDirectory, listImportItems, openImportRun, placeImportItems, planImportRun, sendImportFiles, showImportRun, startImportRun,
} from "./imports"
import { countInbox, showDecidedSince, showInbox } from "./inbox"
import { forgetEntry } from "./forgetting/forget"
import { listForgottenEntries } from "./forgetting/forgotten"
import { restoreEntry } from "./forgetting/restore"
import { showFileBlame } from "./history/blame"
import { compareRevisions } from "./history/compare"
import { showEntryHistory } from "./history/entry-history"
import { restoreFile } from "./history/restore-file"
import { listFileRevisions } from "./history/revisions"
import { rewindEntryTo } from "./history/rewind-entry"
import { inviteMember, listInvitations, withdrawInvitation } from "./invitations"
import { jump } from "./jump"
import { endOwnCommandLine, listCommandLines, showMe } from "./me"
import { changeRole, listMembers, removeMember } from "./members"
import { clearMemory } from "./memories/clear"
import { initMemory } from "./memories/init"
import { showMemory } from "./memories/show"
import { listMemoryFiles, showFileRevision, showMemoryFile } from "./memory-files"
import type { Operation } from "./operation"
import { appendRun } from "./runs"
import { deleteSavedView, listSavedViews, saveInboxView } from "./saved-views"
import { changePolicy, changePolicySettings, listPolicies } from "./policies"
import { consolidateCategory } from "./proposals/consolidate"
import { previewConsolidation, showConsolidation } from "./proposals/consolidation"
import { createProposal } from "./proposals/create"
import { showProposalFlow } from "./proposals/flow"
import { listProposals, showProposal } from "./proposals/read"
import { previewReview, reviewProposal, reviewProposals, undoReview, undoReviews } from "./proposals/review"
import { assignProposals, rebaseProposal, snoozeProposals, withdrawProposal } from "./proposals/waiting"
import { previewRevert } from "./reverts/preview"
import { listReverts, listWrites, showRevert } from "./reverts/read"
import { previewRestore, restoreTeam } from "./reverts/restore"
import { runRevert } from "./reverts/run"
import { closeSession } from "./sessions/close"
import { flush } from "./sessions/flush"
import { listReceipts, showReceipt } from "./sessions/receipts"
import { showStanding } from "./sessions/standing"
import { startSession } from "./sessions/start"
import { listSources } from "./sources"
import { compareFolder } from "./sync/compare"
import { takeFiles } from "./sync/take"
import { readSyncTexts } from "./sync/texts"
import { createTeam, listTeams, renameTeam } from "./teams"
import { listCitations } from "./verification/citations"
import { listDueEntries } from "./verification/due"
import { vouchForEntries, vouchForEntry, withdrawVouch } from "./verification/vouch"
import { downloadWriteBack } from "./write-back/download"
import { listSourceWriteBacks, previewWriteBack, showWriteBack, writeSourceBack } from "./write-back/write-back"
import { reviseFile } from "./writing/revise-file"

/** Everything that one can ask for. The doors are made from this list. */
export const OPERATIONS: readonly Operation[] = [
  showFleet,
  showAgent,
  listAgents,
  showCategory,
  listTeamProjects,
  listMemoryFiles,
  showMemoryFile,
  readFileAt,
  showFileExcerpt,
  showFileEntry,
  listFileRevisions,
  showFileRevision,
  showFileBlame,
  compareRevisions,
  restoreFile,
  readEntries,
  showEntry,
  showContext,
  showLoads,
  rankContext,
  showMemory,
  initMemory,
  clearMemory,
  searchEntries,
  showSearchIndex,
  jump,
  showInbox,
  countInbox,
  showDecidedSince,
  listSavedViews,
  saveInboxView,
  deleteSavedView,
  createProposal,
  listProposals,
  showProposalFlow,
  showProposal,
  previewReview,
  reviewProposal,
  reviewProposals,
  undoReview,
  undoReviews,
  showConsolidation,
  previewConsolidation,
  consolidateCategory,
  rebaseProposal,
  withdrawProposal,
  snoozeProposals,
  assignProposals,
  startSession,
  closeSession,
  flush,
  listReceipts,
  showStanding,
  showReceipt,
  appendRun,
  listConflicts,
  showConflict,
  previewResolution,
  resolveConflict,
  undoResolution,
  resolveConflicts,
  snoozeConflicts,
  sweepConflicts,
  forgetEntry,
  restoreEntry,
  listForgottenEntries,
  vouchForEntry,
  vouchForEntries,
  withdrawVouch,
  listDueEntries,
  listCitations,
  showEntryHistory,
  rewindEntryTo,
  reviseFile,
  listWrites,
  previewRevert,
  runRevert,
  listReverts,
  showRevert,
  previewRestore,
  restoreTeam,
  readFleet,
  submitSynthesis,
  listSyntheses,
  showSynthesis,
  showBrief,
  listPolicies,
  changePolicy,
  changePolicySettings,
  setCategoryWriting,
  listSources,
  previewWriteBack,
  writeSourceBack,
  downloadWriteBack,
  listSourceWriteBacks,
  showWriteBack,
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
  compareFolder,
  readSyncTexts,
  takeFiles,
  exportFiles,
  listAudit,
  verifyAudit,
  exportAudit,
  showMe,
  listCommandLines,
  endOwnCommandLine,
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
