import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { AlertRow } from "@/lib/db/alerts/alerts"
import { findCurrentFileAt } from "@/lib/db/memory-files/current-revisions"
import { requestedFixes, pathsBelow, topicsAt, agentWithMemory } from "@/lib/db/alerts/fixes"
import { readPolicies } from "@/lib/db/policies"
import { type VisibleTeam } from "@/lib/db/teams/teams"
import { suggestFixes, fixesNamed } from "@/lib/memory/alerts/fixes/suggest-fixes"
import type { FixName, FixProposal } from "@/lib/memory/alerts/fixes/fix"
import { dayOf } from "@/lib/memory/alerts/day"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import { decisionContent } from "@/lib/memory/proposals/proposed-change"
import { hunksBetween } from "@/lib/memory/text/line-differences"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import type { AlertKind } from "@/lib/memory/alerts/kinds"
import { readFacts } from "./check-files"
import { type Target, targetOfFile, findTopicFile } from "../proposals/target"
import { sha256OfJson } from "@/lib/files/sha256"
import { fileName, folderPrefix } from "@/lib/memory/memory-files/paths"

/** A suggested fix of an alert, planned against the current files. */
export interface PlannedFix {
  readonly cure: FixName
  readonly label: string
  readonly consequence: string
  /** Page on which the fix is made. Null if the fix makes proposals. */
  readonly href: string | null
  readonly proposals: readonly PlannedFixProposal[]
  /** Ids of waiting proposals that this fix already made for this alert. */
  readonly waiting: readonly string[]
  /** Hash of the planned proposals. A caller sends it back to make exactly these. */
  readonly shown: string
}

export interface PlannedFixProposal extends FixProposal {
  readonly target: Target
  readonly added: number
  readonly cut: number
  readonly hunks: readonly { readonly line: number; readonly before: string[]; readonly after: string[] }[]
}

type Alert = AlertRow & { readonly team: VisibleTeam; readonly visible: Visibility }

/** Returns the fixes available for an alert, each with the proposals it would make. Writes nothing. */
export async function planFixes(alert: Alert, now: Date): Promise<PlannedFix[]> {
  const names = fixesNamed(alert.kind, alert.part)
  if (names.length === 0 || alert.state === "resolved") return []
  switch (alert.kind) {
    case "cold-agent":
      return coldAgentLeads(alert)
    case "compaction-overdue":
      return [compactionLead(alert, await fileOfAlert(alert))]
    case "duplicate":
      return [duplicatesLead(alert)]
    default:
      return planFileCures(alert, names, now)
  }
}

async function planFileCures(alert: Alert, names: readonly FixName[], now: Date): Promise<PlannedFix[]> {
  const [target, cured] = await Promise.all([
    alert.fileId === null ? null : targetOfFile(wholeTeamUnchecked(alert.teamId), alert.fileId),
    requestedFixes(alert.visible, alert.id, alert.round),
  ])
  if (!target?.head) return []
  const { head } = target
  const cures = await curesOfFile(alert, { names, target, head, now })
  if (cures === null) return []
  const planned = await Promise.all(
    cures.map(async (cure) => {
      const place = {
        team: alert.team,
        project: { id: head.projectId, slug: head.projectSlug, name: head.projectName },
        today: dayOf(now),
      }
      const proposals = await Promise.all(
        cure.proposals.map(async (proposal) =>
          planProposal(proposal, proposal.makes ? await findTopicFile(place, head, proposal.path) : target),
        ),
      )
      const gist = [
        alert.id,
        cure.cure,
        head.revision,
        ...proposals.map(({ path, changes }) => decisionContent(path, changes)),
      ]
      return {
        ...cure,
        href: null,
        proposals,
        waiting: cured.find((one) => one.cure === cure.cure)?.waiting ?? [],
        shown: sha256OfJson(gist),
      }
    }),
  )
  return names.includes("open-compaction") ? [compactionLead(alert, head.id), ...planned] : planned
}

/** Returns the fixes that the domain rules find for the file, or null if the file no longer exists. */
async function curesOfFile(
  alert: Alert,
  {
    names,
    target,
    head,
    now,
  }: { names: readonly FixName[]; target: Target; head: NonNullable<Target["head"]>; now: Date },
) {
  const [[read], policies, taken] = await Promise.all([
    readFacts(alert.teamId, [head.id]),
    readPolicies(wholeTeamUnchecked(alert.teamId)),
    names.includes("move-overflow") ? pathsBelow(alert.visible, head.projectId, folderPrefix(head.path)) : [],
  ])
  if (!read) return null
  const topics = names.includes("list-topics")
    ? await topicsAt(alert.visible, head.projectId, read.facts.beside)
    : []
  return suggestFixes({
    kind: alert.kind,
    part: alert.part,
    file: read.facts,
    reading: target.reading,
    settings: policyOfMemory(policies, read.file),
    today: dayOf(now),
    taken,
    topics: topics.map(({ path, title, description, first }) => ({
      path,
      title: title ?? nameOf(path),
      hook: description ?? first,
    })),
  })
}

function planProposal(proposal: FixProposal, target: Target): PlannedFixProposal {
  const written = writeChanges({ ...target.reading, text: target.text }, target.entries, proposal.changes)
  const before = target.head === null ? "" : target.text
  const { hunks, added, cut } = hunksBetween(before, written.ok ? written.text : target.text)
  return {
    ...proposal,
    target,
    added,
    cut,
    hunks: hunks.map((hunk) => ({ line: hunk.left, before: [...hunk.cut], after: [...hunk.added] })),
  }
}

/** Returns links to the seeding page and to the predecessor. Empty if no predecessor has memory. */
async function coldAgentLeads(alert: Alert): Promise<PlannedFix[]> {
  const [name] = alert.evidence.names ?? []
  const warm =
    name === undefined ? null : await agentWithMemory(alert.visible, name, alert.project?.slug ?? null)
  if (!warm) return []
  const predecessor = leadTo(alert, {
    cure: "open-predecessor",
    label: `View ${warm.agent}’s memory`,
    consequence: `opens ${warm.agent}’s memory, which you can use to seed ${alert.agent ?? "the agent"}`,
    href: `${agentsPage(alert)}/${encodeURIComponent(warm.project)}/${encodeURIComponent(warm.agent)}`,
  })
  return alert.agent === null || alert.project === null
    ? [predecessor]
    : [seedLead(alert, alert.project.slug, alert.agent), predecessor]
}

function duplicatesLead(alert: Alert): PlannedFix {
  return leadTo(alert, {
    cure: "open-redundancy",
    label: "Promote duplicates",
    consequence:
      "opens the entries that several agents share, so that you can promote one copy to the category or the team and remove the others",
    href: `${agentsPage(alert)}/overlap/repeated${projectQuery(alert)}`,
  })
}

async function fileOfAlert({ teamId, unitId, path }: Alert): Promise<string | null> {
  const head = path === null ? null : await findCurrentFileAt(wholeTeamUnchecked(teamId), unitId, path)
  return head?.id ?? null
}

function leadTo(alert: Alert, lead: Pick<PlannedFix, "cure" | "label" | "consequence" | "href">): PlannedFix {
  return { ...lead, proposals: [], waiting: [], shown: sha256OfJson([alert.id, lead.cure, lead.href]) }
}

function seedLead(alert: Alert, project: string, agent: string): PlannedFix {
  const href = `/t/${alert.team.slug}/seed/new?project=${encodeURIComponent(project)}&agent=${encodeURIComponent(agent)}`
  return leadTo(alert, {
    cure: "open-seed",
    label: "Seed…",
    consequence: `opens the entries that ${agent} could be seeded with, or lets you start the agent with empty memory`,
    href,
  })
}

const COMPACT_LOGS = {
  kind: "logs",
  label: "Compact…",
  consequence: "opens the lines that the daily logs would add to memory",
}
const PRUNE_RUNS = {
  kind: "runs",
  label: "Prune runs…",
  consequence: "opens the runs to remove and their recurring lessons",
}
const TRIM_FILE = {
  kind: "trim",
  label: "Trim…",
  consequence: "opens the steps that bring the file within its budget, each with a reason",
}

function compactionOf(kind: AlertKind) {
  if (kind === "compaction-overdue") return COMPACT_LOGS
  return kind === "run-cache-over" ? PRUNE_RUNS : TRIM_FILE
}

/** Links to the compaction of a file. Without a file, links to the list of files that can be compacted. */
function compactionLead(alert: Alert, file: string | null): PlannedFix {
  const { kind, label, consequence } = compactionOf(alert.kind)
  const page = `/t/${alert.team.slug}/memory/compact`
  return leadTo(alert, {
    cure: "open-compaction",
    label,
    consequence,
    href: file === null ? `${page}${projectQuery(alert)}` : `${page}/${file}?kind=${kind}`,
  })
}

const agentsPage = ({ team }: Alert): string => `/t/${team.slug}/agents`
const projectQuery = ({ project }: Alert): string =>
  project === null ? "" : `?project=${encodeURIComponent(project.slug)}`

const nameOf = (path: string): string => fileName(path).replace(/\.\w+$/, "")
