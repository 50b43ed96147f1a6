import { listAgents, showProject, showTeam } from "./agents/team-and-projects"
import { listFixes, proposeFix } from "./alerts/fixes"
import {
  acknowledgeAlerts,
  assignAlertsTo,
  reopenAlerts,
  snoozeAlerts,
} from "./alerts/acknowledge-snooze-assign"
import { evaluateAlerts } from "./alerts/evaluate"
import { listAlerts, showAlert } from "./alerts/alerts"
import { ignoreAlerts, listAlertRules, removeAlertRule } from "./alerts/ignore-rules"
import {
  allowDirectory,
  disallowDirectory,
  listAllowedDirectories,
  listSources,
} from "./sources/sources-and-directories"
import { createAccessToken, listAccessTokens, revokeAccessToken } from "./teams/access-tokens"
import { exportAudit, listAudit, verifyAudit } from "./audit/audit-log"
import { listDueCompactions } from "./compaction/due"
import { listCompactionHistory } from "./compaction/history"
import { previewCompaction } from "./compaction/preview"
import { proposeCompaction } from "./compaction/propose"
import { showLoads, rankContext, showContext } from "./context/context"
import { readEntries, showEntry } from "./memory-files/entries"
import { searchEntries, jump } from "./search/search"
import { showSearchIndex } from "./search-index/show"
import { showBrief } from "./coach/brief"
import { showChanges, showSynthesisText } from "./coach/synthesis-document"
import { previewPublish, publishSynthesis } from "./coach/publish/publish"
import { withdrawSynthesis } from "./coach/publish/withdraw"
import { listSyntheses, showSynthesis, snoozeSyntheses } from "./coach/syntheses"
import { readFleet } from "./coach/read-fleet"
import { decideClaim, undoClaim } from "./coach/review/claim-decisions"
import { decideRest, rejectSynthesis, reopenSynthesis } from "./coach/review/synthesis-decisions"
import {
  cancelCoachRun,
  listCoachRuns,
  showCoach,
  showCoachRun,
  retryCoachRun,
  estimateCoach,
  startCoach,
} from "./coach/runs/coach-runs"
import { submitSynthesis } from "./coach/submit"
import {
  listConflicts,
  showConflict,
  assignConflicts,
  snoozeConflicts,
  sweepConflicts,
} from "./conflicts/conflicts"
import { previewResolution, resolveConflict, resolveConflicts, undoResolution } from "./conflicts/resolve"
import { createComment, deleteComment, editComment, listComments } from "./comments/comments"
import { exportFiles } from "./sources/exports"
import { readFileAt, showFileEntry, showFileExcerpt, downloadFiles } from "./memory-files/file-contents"
import { listTeamProjects, showAgent, showCategory, showFleet } from "./agents/fleet"
import { showActivity, showGrowth } from "./agents/growth-and-activity"
import { showCoverage, showRedundancy } from "./agents/overlap"
import { showFleetLoads, showFleetMap } from "./agents/loads"
import { showSilos } from "./agents/silos"
import { previewPromotion, promoteStatement, undoPromotion } from "./agents/promote"
import { listNextSteps, showSetup } from "./home/setup-and-next-steps"
import { listLayouts } from "./migration/layouts"
import { previewMigration, listMigrations, showMigration, undoMigration } from "./migration/migrations"
import { runMigration } from "./migration/run"
import { compareAgents } from "./agents/compare-agents"
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
import { mapImportTeamId } from "./sources/team-id-choices"
import { createBadge, listBadges, removeBadge } from "./health/badges"
import { showHealth, showTrends } from "./health/health"
import { listHeartbeat, showHeartbeat, runHeartbeat } from "./jobs/heartbeat"
import { countInbox, showDecidedSince, showInbox, listInbox } from "./inbox/inbox"
import { forgetEntry, listForgottenEntries } from "./forgetting/forget"
import { restoreEntry } from "./forgetting/restore"
import { showFileBlame, compareRevisions, listFileRevisions } from "./history/file-history"
import { showEntryHistory } from "./history/entry-history"
import { restoreFile, rewindEntryTo } from "./history/restore-and-rewind"
import {
  inviteMember,
  listInvitations,
  withdrawInvitation,
  changeRole,
  listMembers,
  removeMember,
} from "./teams/members-and-invitations"
import { endOwnCommandLine, listCommandLines, showMe } from "./teams/me"
import { clearMemory, initMemory, showMemory } from "./memories/memories"
import { listMemoryFiles, showFileRevision, showMemoryFile } from "./memory-files/files"
import type { Operation } from "./operation"
import { appendRun, flush } from "./sessions/flush-and-run-cache"
import { deleteSavedView, listSavedViews, saveInboxView } from "./inbox/saved-views"
import { changePolicy, changePolicySettings, listPolicies, showPolicy } from "./policies/policies"
import { consolidateCategory } from "./proposals/consolidate"
import { previewConsolidation, showConsolidation } from "./proposals/consolidation-preview"
import {
  changeChannelSettings,
  createChannel,
  listChannels,
  pauseChannelFor,
  removeChannel,
  replaceChannelKey,
} from "./notifications/channels"
import { listDeliveries, retryDelivery, testChannel } from "./notifications/channel-deliveries"
import {
  listNotifications,
  readNotifications,
  setNotificationMail,
} from "./notifications/personal-notifications"
import { setOwnDigest, showDigest } from "./notifications/digests"
import { createProposal } from "./proposals/create"
import { showProposalFlow } from "./proposals/flow"
import { listProposals, showProposal } from "./proposals/proposals"
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
import { listReverts, listWrites, showRevert } from "./reverts/reverts"
import { previewRestore, restoreTeam } from "./reverts/point-in-time-restore"
import { runRevert } from "./reverts/run"
import { snoozeSeedPlans, listSeeds, showSeed, moveSeed } from "./seed/seed-plans"
import { closeSession } from "./sessions/close"
import { listReceipts, showReceipt } from "./deliveries/receipts"
import { showDeliveryStatus } from "./deliveries/delivery-status"
import { startSession } from "./sessions/start"
import { applySeed, undoSeed } from "./seed/apply-and-undo"
import { listAgentsWithoutMemory, listPredecessors, countSeeding } from "./seed/agents-without-memory"
import { showFirstContext, showSeedText } from "./seed/text"
import { startEmpty, dropSeed } from "./seed/start-empty"
import { planSeeding, previewSeed } from "./seed/plan-seeding"
import { listPlaces, createTeam, listTeams, renameTeam } from "./teams/teams"
import { compareFolder } from "./sync/compare"
import { takeFiles, readSyncTexts } from "./sync/take-files"
import { applyTaxonomy, placeInCategory, undoPlacement } from "./categories/category-assignment"
import { makeDefaultCategories, removeCategory, setCategory, showTaxonomy } from "./categories/categories"
import { removeSamples } from "./samples/load-and-remove"
import { listCitations } from "./verification/citations"
import { listDueEntries } from "./verification/due"
import { vouchForEntries, vouchForEntry, withdrawVouch } from "./verification/verify-entries"
import {
  downloadWriteBack,
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
