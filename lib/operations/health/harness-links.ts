import type { Visibility } from "@/lib/memory/teams/visibility"
import { leftAloneLinks, ownersAt } from "@/lib/db/deliveries/harness-links"
import { INSIDE_LINK, readInsideLink } from "@/lib/files/symlink-reasons"
import {
  type HarnessLink,
  type LinkedHarness,
  linkedHarnesses,
  READ_BY_ALL,
} from "@/lib/memory/health/harness-links"
import { countWithNoun } from "@/lib/memory/health/health-check-texts"
import { NAMED } from "./read-facts"
import type { CheckOfHealth, SubjectOfCheck } from "./health-outputs"

/**
 * Reads which harness reads which workspace file through which link, from the newest import of each source.
 */
export async function readHarnessLinks(
  visible: Visibility,
  projectIds: readonly string[],
): Promise<LinkedHarness[]> {
  const found = (await leftAloneLinks(visible, { names: [...READ_BY_ALL], words: INSIDE_LINK })).flatMap(
    ({ sourceId, path, reason }) => {
      const target = readInsideLink(reason)
      return target === null ? [] : [{ sourceId, path, target }]
    },
  )
  const owners = new Map(
    (await ownersAt(visible, { projectIds, paths: found.map(({ target }) => target) })).map((one) => [
      `${one.sourceId}\0${one.path}`,
      one,
    ]),
  )
  return linkedHarnesses(
    found.flatMap(({ sourceId, path, target }): HarnessLink[] => {
      const owner = owners.get(`${sourceId}\0${target}`)
      return owner === undefined ? [] : [{ project: owner.project, agent: owner.agent, path, target }]
    }),
  )
}

/** Returns a check of the links that harnesses read. Null if no harness reads a workspace through links. */
export function checkOfLinks(harnesses: readonly LinkedHarness[]): CheckOfHealth | null {
  if (harnesses.length === 0) return null
  const lacking = harnesses.filter(({ lacks }) => lacks.length > 0)
  const ok = lacking.length === 0
  const subjects = [...lacking, ...harnesses.filter(({ lacks }) => lacks.length === 0)].map(subjectOf)
  return {
    name: "harness-links",
    label: "Harness links",
    ok,
    severity: ok ? null : "info",
    message: ok
      ? `${countWithNoun(harnesses.length, "harness reads", "harnesses read")} the same files through symbolic links`
      : `Symbolic links are missing for ${lacking.length.toLocaleString("en")} of ${countWithNoun(harnesses.length, "harness", "harnesses")}`,
    wayOut: ok ? null : "Create the missing symbolic links, then import the source again",
    subjects: subjects.slice(0, NAMED),
    more: Math.max(0, subjects.length - NAMED),
    project: subjects[0]?.project ?? null,
    path: subjects[0]?.path ?? null,
  }
}

function subjectOf({ harness, project, agent, reads, lacks }: LinkedHarness): SubjectOfCheck {
  const linked = reads.map(({ path, target }) => `${path} → ${target}`).join(", ")
  const missing = lacks.map(({ name, target }) => `${harness}/${name} → ${target}`).join(", ")
  return {
    kind: null,
    alert: null,
    severity: "info",
    project,
    agent,
    file: null,
    path: lacks[0] === undefined ? (reads[0]?.path ?? null) : `${harness}/${lacks[0].name}`,
    line: null,
    message:
      missing === "" ? `${harness} reads ${linked}` : `${harness} is missing ${missing}, but reads ${linked}`,
  }
}
