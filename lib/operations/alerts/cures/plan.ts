import { createHash } from "node:crypto"
import type { AlertRow } from "@/lib/db/alerts/list"
import { findHeadAt } from "@/lib/db/memory-files/current-revisions"
import { curedOf, pathsBelow, topicsAt, warmAgent } from "@/lib/db/alerts/fixes"
import { readPolicies } from "@/lib/db/policies/policies"
import { type VisibleTeam } from "@/lib/db/teams/visible-teams"
import { curesFor, curesNamed } from "@/lib/memory/alerts/cure/cures"
import type { CureName, CureProposal } from "@/lib/memory/alerts/cure/facts"
import { dayOf } from "@/lib/memory/alerts/day"
import { policyOfMemory } from "@/lib/memory/policies/policy"
import { decidedOn } from "@/lib/memory/proposals/proposed-change"
import { hunksBetween } from "@/lib/memory/text/text-hunks"
import { writeChanges } from "@/lib/memory/proposals/write-changes"
import { readFacts } from "../look-at-files"
import { type Target, targetOfFile, topicBeside } from "../../proposals/target"

/** A cure as it would be carried out now. */
export interface PlannedCure {
  readonly cure: CureName
  readonly label: string
  readonly consequence: string
  /** A page of the product that it leads to; null: it makes proposals. */
  readonly href: string | null
  readonly proposals: readonly PlannedProposal[]
  /** Ids of its proposals that were made for this alert and wait. */
  readonly waiting: readonly string[]
  /** Hash of all that it would propose: whoever asks for it carries it. */
  readonly shown: string
}

export interface PlannedProposal extends CureProposal {
  readonly target: Target
  readonly added: number
  readonly cut: number
  readonly hunks: readonly { readonly line: number; readonly before: string[]; readonly after: string[] }[]
}

type Alert = AlertRow & { readonly team: VisibleTeam }

/** What can be done about an alert now, each with what it would write. Writes nothing. */
export async function planCures(alert: Alert, now: Date): Promise<PlannedCure[]> {
  const names = curesNamed(alert.kind, alert.part)
  if (names.length === 0 || alert.state === "resolved") return []
  const lead = await leadOf(alert)
  if (alert.kind === "cold-agent")
    return [
      ...(lead === null || alert.agent === null || alert.project === null
        ? []
        : [seedLead(alert, alert.project.slug, alert.agent)]),
      ...(lead === null ? [] : [lead]),
    ]
  if (lead !== null) return [lead]
  const [target, cured] = await Promise.all([
    alert.fileId === null ? null : targetOfFile(alert.teamId, alert.fileId),
    curedOf(alert.teamId, alert.id, alert.round),
  ])
  if (!target?.head) return []
  const { head } = target
  const whole = names.includes("open-compaction") ? [compactionLead(alert, head.id)] : []
  const [[read], policies, taken] = await Promise.all([
    readFacts(alert.teamId, [head.id]),
    readPolicies(alert.teamId),
    names.includes("move-overflow") ? pathsBelow(alert.teamId, head.projectId, folderOf(head.path)) : [],
  ])
  if (!read) return []
  const topics = names.includes("list-topics")
    ? await topicsAt(alert.teamId, head.projectId, read.facts.beside)
    : []
  const cures = curesFor({
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
  const place = {
    team: alert.team,
    project: { id: head.projectId, slug: head.projectSlug, name: head.projectName },
    today: dayOf(now),
  }
  return [
    ...whole,
    ...(await Promise.all(
      cures.map(async (cure) => {
        const proposals = await Promise.all(
          cure.proposals.map(async (one): Promise<PlannedProposal> => {
            const into = one.makes ? await topicBeside(place, head, one.path) : target
            const written = writeChanges({ ...into.reading, text: into.text }, into.entries, one.changes)
            const { hunks, added, cut } = hunksBetween(
              into.head === null ? "" : into.text,
              written.ok ? written.text : into.text,
            )
            return {
              ...one,
              target: into,
              added,
              cut,
              hunks: hunks.map((hunk) => ({
                line: hunk.left,
                before: [...hunk.cut],
                after: [...hunk.added],
              })),
            }
          }),
        )
        const gist = [
          alert.id,
          cure.cure,
          head.revision,
          ...proposals.map(({ path, changes }) => decidedOn(path, changes)),
        ]
        return {
          ...cure,
          href: null,
          proposals,
          waiting: cured.find((one) => one.cure === cure.cure)?.waiting ?? [],
          shown: hashOf(gist),
        }
      }),
    )),
  ]
}

/** Where others decide, or show what there is to begin from. */
async function leadOf(alert: Alert): Promise<PlannedCure | null> {
  const lead = (cure: CureName, label: string, consequence: string, href: string) =>
    leadTo(alert, { cure, label, consequence, href })
  if (alert.kind === "compaction-overdue")
    return compactionLead(
      alert,
      alert.path === null ? null : ((await findHeadAt(alert.teamId, alert.unitId, alert.path))?.id ?? null),
    )
  const top = `/t/${alert.team.slug}/agents`
  if (alert.kind === "duplicate")
    return lead(
      "open-redundancy",
      "Promote duplicates",
      "opens the entries that several agents hold. Promote one copy to the category or the team and remove the others",
      `${top}/overlap/repeated${alert.project === null ? "" : `?project=${encodeURIComponent(alert.project.slug)}`}`,
    )
  const [name] = alert.kind === "cold-agent" ? (alert.evidence.names ?? []) : []
  const warm = name === undefined ? null : await warmAgent(alert.teamId, name, alert.project?.slug ?? null)
  return (
    warm &&
    lead(
      "open-predecessor",
      `See what ${warm.agent} knows`,
      `opens the memory of ${warm.agent}, from which ${alert.agent ?? "the agent"} can be seeded`,
      `${top}/${encodeURIComponent(warm.project)}/${encodeURIComponent(warm.agent)}`,
    )
  )
}

function leadTo(
  alert: Alert,
  lead: Pick<PlannedCure, "cure" | "label" | "consequence" | "href">,
): PlannedCure {
  return { ...lead, proposals: [], waiting: [], shown: hashOf([alert.id, lead.cure, lead.href]) }
}

/** What it would begin with is shown there, and decided entry by entry. */
function seedLead(alert: Alert, project: string, agent: string): PlannedCure {
  const href = `/t/${alert.team.slug}/seed/new?project=${encodeURIComponent(project)}&agent=${encodeURIComponent(agent)}`
  return leadTo(alert, {
    cure: "open-seed",
    label: "Seed…",
    consequence: `opens what ${agent} could be seeded with, entry by entry, or lets you start it with an empty memory`,
    href,
  })
}

/** Compaction goes through all of it and shows every proposal before it makes any. Without a memory, to where it is listed. */
function compactionLead(alert: Alert, file: string | null): PlannedCure {
  const [kind, label, consequence] =
    alert.kind === "compaction-overdue"
      ? (["logs", "Compact…", "opens what the daily logs would add to memory, line by line"] as const)
      : alert.kind === "run-cache-over"
        ? (["runs", "Prune the runs…", "opens the runs to remove and their recurring lessons"] as const)
        : ([
            "trim",
            "Trim…",
            "opens all steps that bring the file within its budget, each with its reason",
          ] as const)
  const top = `/t/${alert.team.slug}/memory/compact`
  return leadTo(alert, {
    cure: "open-compaction",
    label,
    consequence,
    href:
      file === null
        ? `${top}${alert.project === null ? "" : `?project=${encodeURIComponent(alert.project.slug)}`}`
        : `${top}/${file}?kind=${kind}`,
  })
}

const hashOf = (gist: unknown): string => createHash("sha256").update(JSON.stringify(gist)).digest("hex")
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1)
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "")
