import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { rulesNow } from "@/lib/db/alerts/ignore-rules"
import { readPolicies } from "@/lib/db/policies"
import { raisedAlerts } from "@/lib/db/alerts/alert-counts"
import { readLinkReason } from "@/lib/files/unsafe-paths"
import type { FoundAlert } from "@/lib/memory/alerts/rule"
import { type ProjectFacts, type SetAsideFacts, checkProject } from "@/lib/memory/alerts/project-rules"
import { type IgnoreRule, ruleFor } from "@/lib/memory/alerts/ignore-rules"
import { groupBy } from "@/lib/memory/text/aggregates"
import { causeOfAlert, type ExpectedFinding } from "@/lib/memory/sources/import-estimate"
import { type PlacedPolicy, policyFor, policyOfMemory } from "@/lib/memory/policies/policy"
import { checkFileAnalysis } from "../alerts/analyses"
import { runIsolated } from "../isolated/run-isolated"
import { type ArrivingFile, factsOfArriving, keyOf } from "./arriving"

/** A file that an import quarantines. */
export interface AsideFile extends Omit<SetAsideFacts, "source"> {
  readonly project: string
}

interface Unit {
  /** Id of the stored file, or null for a new one. */
  readonly id: string | null
  readonly key: string
  readonly project: string
  readonly projectId: string | null
  readonly agent: string | null
  readonly path: string | null
  readonly found: readonly FoundAlert[]
}

/** Predicts the alerts of an import by the alert rules. Existing alerts and ignored ones are left out. */
export class ExpectedAlerts {
  private constructor(
    private readonly teamId: string,
    private readonly policies: readonly PlacedPolicy[],
    private readonly rules: readonly IgnoreRule[],
    private readonly now: Date,
  ) {}

  static async of(teamId: string, now: Date): Promise<ExpectedAlerts> {
    const [policies, rules] = await Promise.all([
      readPolicies(wholeTeamUnchecked(teamId)),
      rulesNow(wholeTeamUnchecked(teamId)),
    ])
    return new ExpectedAlerts(teamId, policies, rules, now)
  }

  /**
   * Returns the alerts that these files would raise. `present`: paths of all files after the import, by
   * project.
   */
  async ofFiles(
    files: readonly ArrivingFile[],
    present: ReadonlyMap<string, readonly string[]>,
  ): Promise<ExpectedFinding[]> {
    const { policies, now } = this
    const results = await runIsolated(
      checkFileAnalysis,
      files.map((file) => {
        const { row, derived, category, project } = file
        const place = { scope: derived.location.scope, projectSlug: project, category, agent: row.agent }
        return {
          facts: factsOfArriving(file, { policies, present: present.get(row.project_name ?? "") ?? [], now }),
          settings: policyOfMemory(policies, place),
          now,
        }
      }),
    )
    return this.news(
      files.map((file, at): Unit => {
        const result = results[at]
        return {
          id: file.stored?.id ?? null,
          key: keyOf(file),
          project: file.row.project_name ?? "",
          projectId: file.projectId,
          agent: file.row.agent,
          path: file.row.path,
          found: result?.ok ? result.value.found : [UNCHECKED],
        }
      }),
    )
  }

  /** Returns the alerts of quarantined files, of secrets among them, and of broken links. */
  async ofSetAside(
    files: readonly AsideFile[],
    source: string,
    projects: ReadonlyMap<string, { readonly id: string; readonly slug: string }>,
  ): Promise<ExpectedFinding[]> {
    return this.news(
      [...groupBy(files, ({ project }) => project)].map(([project, those]): Unit => {
        const set = those.map(({ project: _, ...one }) => ({
          ...one,
          source,
          link: readLinkReason(one.reason),
        }))
        const facts: ProjectFacts = {
          ...NOTHING_ELSE,
          name: project,
          links: set.flatMap(({ path, link }) => (link === null ? [] : [{ source, path, ...link }])),
          setAside: set.flatMap(({ link, ...one }) => (link === null ? [one] : [])),
        }
        const known = projects.get(project)
        const whose = {
          scope: "project" as const,
          project: known?.slug ?? project,
          category: null,
          agent: null,
        }
        const { found } = checkProject(facts, policyFor(this.policies, whose), this.now)
        const id = known?.id ?? null
        return { id, key: project, project, projectId: id, agent: null, path: null, found }
      }),
    )
  }

  private async news(units: readonly Unit[]): Promise<ExpectedFinding[]> {
    const raised = await raisedAlerts(
      wholeTeamUnchecked(this.teamId),
      units.flatMap(({ id }) => id ?? []),
    )
    const known = new Set(raised.map(({ unitId, kind, part }) => `${unitId} ${kind} ${part}`))
    return units.flatMap(({ id, key: unit, project, projectId, agent, path: own, found }) =>
      found.flatMap(({ kind, part, severity, path }): ExpectedFinding[] => {
        const place = { projectId, agent, path: path ?? own }
        if (known.has(`${id} ${kind} ${part}`) || ruleFor(this.rules, { kind, ...place }) !== null) return []
        const key = `${unit} ${kind} ${part}`
        return [{ key, kind, severity, cause: causeOfAlert(key, kind, severity, project) }]
      }),
    )
  }
}

const UNCHECKED: FoundAlert = {
  kind: "unchecked",
  part: "",
  severity: "warning",
  message: "",
  path: null,
  line: null,
  column: null,
  evidence: {},
}

/** Facts of a project that has only quarantined files. */
const NOTHING_ELSE: Omit<ProjectFacts, "name" | "links" | "setAside"> = {
  workspaces: [],
  hasMemory: false,
  reports: false,
  coach: null,
  workers: [],
}
