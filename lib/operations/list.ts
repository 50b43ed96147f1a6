import { listAgents } from "./agents/names"
import { listFixes } from "./alerts/fixes/list"
import { proposeFix } from "./alerts/fixes/propose"
import {
  acknowledgeAlerts,
  assignAlertsTo,
  reopenAlerts,
  snoozeAlerts,
} from "./alerts/acknowledge-snooze-assign"
import { evaluateAlerts } from "./alerts/evaluate-now"
import { listAlerts } from "./alerts/list"
import { ignoreAlerts, listAlertRules, removeAlertRule } from "./alerts/ignore-rules"
import { showAlert } from "./alerts/show"
import { allowDirectory, disallowDirectory, listAllowedDirectories } from "./sources/allowed-directories"
import { createAccessToken, listAccessTokens, revokeAccessToken } from "./teams/access-tokens"
import { exportAudit } from "./audit/export"
import { listAudit } from "./audit/list"
import { verifyAudit } from "./audit/verify"
import { listDueCompactions } from "./compaction/due"
import { listCompactionHistory } from "./compaction/history"
import { previewCompaction } from "./compaction/preview"
import { proposeCompaction } from "./compaction/propose"
import { showLoads } from "./context/harness-loads"
import { rankContext } from "./context/rank"
import { showContext } from "./context/show"
import { readEntries, showEntry } from "./memory-files/entries"
import { searchEntries } from "./search/search"
import { showSearchIndex } from "./search-index/show"
import { showBrief } from "./coach/brief"
import { showChanges } from "./coach/changes"
import { previewPublish, publishSynthesis } from "./coach/publish/publish"
import { showSynthesisText } from "./coach/publish/synthesis-document"
import { withdrawSynthesis } from "./coach/publish/withdraw"
import { listSyntheses, showSynthesis } from "./coach/syntheses"
import { readFleet } from "./coach/read-fleet"
import { decideClaim } from "./coach/review/decide"
import { decideRest } from "./coach/review/decide-rest"
import { undoClaim } from "./coach/review/undo"
import { rejectSynthesis, reopenSynthesis } from "./coach/review/reject-synthesis"
import { cancelCoachRun } from "./coach/runs/cancel"
import { listCoachRuns } from "./coach/runs/list"
import { retryCoachRun } from "./coach/runs/retry"
import { showCoach, showCoachRun } from "./coach/runs/show"
import { estimateCoach, startCoach } from "./coach/runs/start"
import { snoozeSyntheses } from "./coach/snooze"
import { submitSynthesis } from "./coach/submit"
import { listConflicts, showConflict } from "./conflicts/read"
import { previewResolution, resolveConflict, resolveConflicts, undoResolution } from "./conflicts/resolve"
import { createComment, deleteComment, editComment, listComments } from "./comments/comments"
import { assignConflicts, snoozeConflicts, sweepConflicts } from "./conflicts/snooze-and-assign"
import { exportFiles } from "./sources/exports"
import { readFileAt } from "./memory-files/file-at"
import { showFileEntry } from "./memory-files/file-entry"
import { showFileExcerpt } from "./memory-files/file-excerpt"
import { listTeamProjects, showAgent, showCategory, showFleet } from "./agents/fleet"
import { showActivity } from "./agents/activity"
import { showCoverage } from "./agents/coverage"
import { showGrowth } from "./agents/growth"
import { showFleetLoads } from "./agents/loads"
import { showFleetMap } from "./agents/map"
import { showSilos } from "./agents/silos"
import { previewPromotion, promoteStatement, undoPromotion } from "./agents/promote"
import { listNextSteps } from "./home/next-step-weights"
import { showSetup } from "./home/setup"
import { listLayouts } from "./migration/layouts"
import { previewMigration } from "./migration/preview"
import { listMigrations, showMigration } from "./migration/read"
import { runMigration } from "./migration/run"
import { undoMigration } from "./migration/undo"
import { showRedundancy } from "./agents/redundancy"
import { compareAgents } from "./agents/compare-agents"
import { showProject } from "./agents/project"
import { showTeam } from "./agents/team"
import { showTimeline } from "./agents/timeline"
import {
  cancelImportRun,
  importArchive,
  estimateImportRun,
  importDirectory,
  listImportItems,
  openImportRun,
  placeImportItems,
  previewImportRun,
  takeImportItems,
  planImportRun,
  sendImportFiles,
  showImportRun,
  startImportRun,
} from "./sources/imports"
import { mapImportTeamId } from "./sources/team-ids"
import { createBadge, listBadges, removeBadge } from "./health/badges"
import { showHealth } from "./health/show"
import { showTrends } from "./health/trends"
import { listHeartbeat, showHeartbeat } from "./jobs/job-status"
import { runHeartbeat } from "./jobs/run-now"
import { countInbox, showDecidedSince, showInbox } from "./inbox/counts"
import { listInbox } from "./inbox/list"
import { forgetEntry } from "./forgetting/forget"
import { listForgottenEntries } from "./forgetting/forgotten"
import { restoreEntry } from "./forgetting/restore"
import { showFileBlame } from "./history/blame"
import { compareRevisions } from "./history/compare"
import { showEntryHistory } from "./history/entry-history"
import { restoreFile } from "./history/restore-file"
import { listFileRevisions } from "./history/revisions"
import { rewindEntryTo } from "./history/rewind-entry"
import { inviteMember, listInvitations, withdrawInvitation } from "./teams/invitations"
import { jump } from "./search/command-palette"
import { endOwnCommandLine, listCommandLines, showMe } from "./teams/me"
import { changeRole, listMembers, removeMember } from "./teams/members"
import { clearMemory } from "./memories/clear"
import { initMemory } from "./memories/init"
import { showMemory } from "./memories/show"
import { downloadFiles } from "./memory-files/download-files"
import { listMemoryFiles, showFileRevision, showMemoryFile } from "./memory-files/files"
import type { Operation } from "./operation"
import { appendRun } from "./sessions/run-cache"
import { deleteSavedView, listSavedViews, saveInboxView } from "./inbox/saved-views"
import { changePolicy, changePolicySettings, listPolicies, showPolicy } from "./policies/policies"
import { consolidateCategory } from "./proposals/consolidate"
import { previewConsolidation, showConsolidation } from "./proposals/consolidation"
import {
  changeChannelSettings,
  createChannel,
  listChannels,
  pauseChannelFor,
  removeChannel,
  replaceChannelKey,
} from "./notifications/channels"
import { listDeliveries, retryDelivery, testChannel } from "./notifications/channel-deliveries"
import { listNotifications, readNotifications, setNotificationMail } from "./notifications/personal"
import { setOwnDigest, showDigest } from "./notifications/digest"
import { createProposal } from "./proposals/create"
import { showProposalFlow } from "./proposals/flow"
import { listProposals, showProposal } from "./proposals/read"
import {
  previewReview,
  reviewProposal,
  reviewProposals,
  undoReview,
  undoReviews,
} from "./proposals/decisions/review"
import {
  assignProposals,
  rebaseProposal,
  snoozeProposals,
  withdrawProposal,
} from "./proposals/rebase-withdraw-snooze-assign"
import { previewRevert } from "./reverts/preview"
import { listReverts, listWrites, showRevert } from "./reverts/read"
import { previewRestore, restoreTeam } from "./reverts/point-in-time-restore"
import { runRevert } from "./reverts/run"
import { snoozeSeedPlans } from "./seed/snooze"
import { closeSession } from "./sessions/close"
import { flush } from "./sessions/flush"
import { listReceipts, showReceipt } from "./deliveries/receipts"
import { showDeliveryStatus } from "./deliveries/delivery-status"
import { startSession } from "./sessions/start"
import { applySeed } from "./seed/apply"
import { listAgentsWithoutMemory, listPredecessors } from "./seed/agents-without-memory"
import { showFirstContext } from "./seed/first-context"
import { countSeeding } from "./seed/count"
import { startEmpty, dropSeed } from "./seed/start-empty"
import { moveSeed } from "./seed/move"
import { planSeeding } from "./seed/plan"
import { previewSeed } from "./seed/preview"
import { listSeeds, showSeed } from "./seed/read"
import { showSeedText } from "./seed/text"
import { undoSeed } from "./seed/undo"
import { listPlaces } from "./teams/teams-and-projects"
import { listSources } from "./sources/list"
import { compareFolder } from "./sync/compare"
import { takeFiles } from "./sync/merge-base"
import { readSyncTexts } from "./sync/texts"
import { applyTaxonomy } from "./categories/assign-uncategorized"
import { makeDefaultCategories } from "./categories/default"
import { placeInCategory } from "./categories/category-assignment"
import { removeCategory } from "./categories/remove"
import { setCategory } from "./categories/set"
import { showTaxonomy } from "./categories/show"
import { undoPlacement } from "./categories/undo"
import { removeSamples } from "./samples/remove"
import { createTeam, listTeams, renameTeam } from "./teams/teams"
import { listCitations } from "./verification/citations"
import { listDueEntries } from "./verification/due"
import { vouchForEntries, vouchForEntry, withdrawVouch } from "./verification/verify-entries"
import { downloadWriteBack } from "./write-back/download"
import {
  listSourceWriteBacks,
  previewWriteBack,
  showWriteBack,
  writeSourceBack,
} from "./write-back/write-back"
import { reviseFile } from "./writing/revise-file"

const DECLARED = [
  showFleet,
  showActivity,
  showCoverage,
  showSilos,
  showRedundancy,
  previewPromotion,
  promoteStatement,
  undoPromotion,
  listLayouts,
  previewMigration,
  runMigration,
  listMigrations,
  showMigration,
  undoMigration,
  listAgentsWithoutMemory,
  listPredecessors,
  previewSeed,
  planSeeding,
  listSeeds,
  showSeed,
  moveSeed,
  showSeedText,
  showFirstContext,
  applySeed,
  undoSeed,
  startEmpty,
  dropSeed,
  showGrowth,
  showFleetLoads,
  showFleetMap,
  showAgent,
  showTimeline,
  compareAgents,
  listAgents,
  showCategory,
  listTeamProjects,
  showProject,
  showTeam,
  listNextSteps,
  showSetup,
  listMemoryFiles,
  downloadFiles,
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
  listInbox,
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
  showDeliveryStatus,
  showReceipt,
  appendRun,
  listConflicts,
  showConflict,
  previewResolution,
  resolveConflict,
  undoResolution,
  resolveConflicts,
  snoozeConflicts,
  assignConflicts,
  listComments,
  createComment,
  editComment,
  deleteComment,
  sweepConflicts,
  listAlerts,
  showAlert,
  acknowledgeAlerts,
  reopenAlerts,
  snoozeAlerts,
  assignAlertsTo,
  listFixes,
  proposeFix,
  evaluateAlerts,
  listAlertRules,
  ignoreAlerts,
  removeAlertRule,
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
  showCoach,
  estimateCoach,
  startCoach,
  listCoachRuns,
  showCoachRun,
  cancelCoachRun,
  retryCoachRun,
  readFleet,
  submitSynthesis,
  listSyntheses,
  showSynthesis,
  rejectSynthesis,
  reopenSynthesis,
  previewPublish,
  publishSynthesis,
  withdrawSynthesis,
  showChanges,
  showSynthesisText,
  decideClaim,
  undoClaim,
  decideRest,
  snoozeSyntheses,
  countSeeding,
  snoozeSeedPlans,
  showBrief,
  listPolicies,
  changePolicy,
  changePolicySettings,
  showPolicy,
  showTaxonomy,
  setCategory,
  removeCategory,
  placeInCategory,
  undoPlacement,
  applyTaxonomy,
  makeDefaultCategories,
  listSources,
  listPlaces,
  previewWriteBack,
  writeSourceBack,
  downloadWriteBack,
  listSourceWriteBacks,
  showWriteBack,
  listAllowedDirectories,
  allowDirectory,
  disallowDirectory,
  openImportRun,
  estimateImportRun,
  importDirectory,
  importArchive,
  sendImportFiles,
  planImportRun,
  showImportRun,
  listImportItems,
  placeImportItems,
  previewImportRun,
  takeImportItems,
  mapImportTeamId,
  startImportRun,
  cancelImportRun,
  compareFolder,
  readSyncTexts,
  takeFiles,
  exportFiles,
  showHealth,
  showTrends,
  listBadges,
  createBadge,
  removeBadge,
  showHeartbeat,
  listHeartbeat,
  listDueCompactions,
  previewCompaction,
  proposeCompaction,
  listCompactionHistory,
  runHeartbeat,
  listChannels,
  createChannel,
  changeChannelSettings,
  pauseChannelFor,
  removeChannel,
  replaceChannelKey,
  testChannel,
  listDeliveries,
  retryDelivery,
  listNotifications,
  readNotifications,
  setNotificationMail,
  showDigest,
  setOwnDigest,
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
  removeSamples,
  listMembers,
  changeRole,
  removeMember,
  listInvitations,
  inviteMember,
  withdrawInvitation,
] as const

/** All operations. REST, OpenAPI and MCP are derived from this list. */
export const OPERATIONS = DECLARED as unknown as readonly Operation[]

/** Types of the operations by name. The typed client of browser and command line is derived from them. */
export type OperationsByName = { [One in (typeof DECLARED)[number] as One["name"]]: One }
