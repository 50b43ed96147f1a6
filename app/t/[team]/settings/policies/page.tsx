import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { notFound } from "next/navigation"
import { CategoryList, PlaceSettings } from "@/components/policies/scope-settings"
import { PlaceFinder, PolicyTable } from "@/components/policies/policy-table"
import { SettingsSection } from "@/components/settings/settings-section"
import { PlaceTop } from "@/components/shell/navigation-page-top"
import { requireActor } from "@/lib/auth/actor"
import { teamAgentNames } from "@/lib/db/agents/agent-names"
import { listCategories, listProjects } from "@/lib/db/agents/fleet"
import { readPolicies } from "@/lib/db/policies"
import { can } from "@/lib/memory/teams/actor"
import { policyAt } from "@/lib/memory/policies/policy"
import type { WritePolicy } from "@/lib/memory/agents/categories"
import { categoryAt } from "@/lib/operations/policies/places"
import { teamOf } from "@/lib/operations/teams/team-and-project"
import { adoptSetting, saveRule, saveSetting, saveWriting, unsetSetting } from "./actions"
import { findPlaces, requestedPlace, listedPlaces } from "./policy-scopes"
import type { ListedFormat } from "@/components/policies/format-limits"
import { FORMATS } from "@/lib/formats/all-formats"
import { requiredSections } from "@/lib/memory/policies/required-sections"

/** Formats that hold memory, with the load limits of their main file and the sections that they require. */
const LISTED_FORMATS: readonly ListedFormat[] = FORMATS.filter(({ id }) => id !== "instructions").map(
  ({ id, name, limits }) => ({
    id,
    name,
    own: limits("MEMORY.md"),
    sections: requiredSections(id, { sections: {} }),
  }),
)

export const metadata = { title: "Policies" }

const NONE_FOUND = { places: [], more: false }

interface PoliciesPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<{ place?: string | string[]; find?: string | string[] }>
}

export default async function PoliciesPage({ params, searchParams }: PoliciesPageProps) {
  const [{ team: slug }, { place: asked, find }, actor] = await Promise.all([
    params,
    searchParams,
    requireActor(),
  ])
  const team = await teamOf(actor, "read", slug)
  if (!team.ok) notFound()
  const { id: teamId, name } = team.value
  const letters = lettersOf(find)
  const [policies, categories, projects, agents] = await Promise.all([
    readPolicies(wholeTeamUnchecked(teamId)),
    listCategories(wholeTeamUnchecked(teamId)),
    listProjects(wholeTeamUnchecked(teamId)),
    teamAgentNames(wholeTeamUnchecked(teamId)),
  ])
  const [current, found] = await Promise.all([
    requestedPlace(teamId, typeof asked === "string" ? asked : "team", { team: name, categories, projects }),
    letters === null ? NONE_FOUND : findPlaces(teamId, letters, { team: name, categories, projects }),
  ])
  const { place } = current
  const [manages, owns] = [can(actor, "manage", { teamId }), can(actor, "own", { teamId: null })]
  const changes = place === "deployment" ? owns : manages
  const askLead = changes || place === "deployment" ? "" : " Ask a team lead to change these settings."
  const { places: shown, more } = listedPlaces(policies, {
    team: name,
    categories,
    projects,
    deployment: owns || place === "deployment",
    current,
  })
  const ofAgents = new Map(
    await Promise.all(
      shown
        .filter((one) => one.place.startsWith("agent:"))
        .map(async (one) => [one.place, await categoryAt(wholeTeamUnchecked(teamId), one.place)] as const),
    ),
  )
  const policyOf = (at: string, from = policies) => policyAt(from, at, ofAgents.get(at) ?? null)
  return (
    <>
      <PlaceTop team={slug} current="settings/policies" manages={manages} />
      <div className="grid grid-cols-1 gap-6 p-4">
        <SettingsSection
          title="Policies by scope"
          about="The team defaults and the scopes that differ from them. The most specific setting wins, in this order: agent, category, project, kind of memory, team, deployment. Select a scope to view or change its settings."
        >
          <PlaceFinder team={slug} asked={letters} found={found.places} more={found.more} place={place} />
          <PolicyTable
            team={slug}
            places={shown.map((one) => ({ ...one, policy: policyOf(one.place) }))}
            current={place}
            more={more}
          />
        </SettingsSection>
        <div id="settings" className="scroll-mt-16">
          <SettingsSection title={current.name} about={`${current.about}${askLead}`}>
            <PlaceSettings
              team={slug}
              place={place}
              places={shown}
              policy={policyOf(place)}
              inherited={policyOf(
                place,
                policies.filter((one) => one.place !== place),
              )}
              formats={LISTED_FORMATS}
              manages={changes}
              actions={{ set: saveSetting, adopt: adoptSetting, setRule: saveRule, unset: unsetSetting }}
            />
          </SettingsSection>
        </div>
        {categories.length > 0 ? (
          <SettingsSection
            title="Category write policies"
            about="Controls which changes agents can propose to their category’s shared memory. People can propose any change, and every proposal is still reviewed."
          >
            <CategoryList
              team={slug}
              categories={categories.map((one) => ({ ...one, writePolicy: one.writePolicy as WritePolicy }))}
              agents={agents}
              manages={manages}
              action={saveWriting}
            />
          </SettingsSection>
        ) : null}
      </div>
    </>
  )
}

/** Returns the search text for scopes, with at most 100 characters. Null if the text is empty. */
function lettersOf(find: string | string[] | undefined): string | null {
  const letters = typeof find === "string" ? find.trim().slice(0, 100) : ""
  return letters === "" ? null : letters
}
