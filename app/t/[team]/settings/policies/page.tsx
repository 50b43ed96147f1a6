import { notFound } from "next/navigation"
import { CategoryList } from "@/components/policy/category-list"
import { PlaceSettings } from "@/components/policy/place-settings"
import { PolicyTable } from "@/components/policy/policy-table"
import { namedPlaces } from "@/components/policy/words"
import { SettingsSection } from "@/components/settings/settings-section"
import { SettingsTabs } from "@/components/settings/settings-tabs"
import { PageTop } from "@/components/ui/page-top"
import { requireActor } from "@/lib/auth/actor"
import { teamAgentNames } from "@/lib/db/agent-names"
import { listCategories } from "@/lib/db/fleet"
import { readPolicies } from "@/lib/db/policies"
import { can } from "@/lib/memory/actor"
import { policyAt } from "@/lib/memory/policy"
import type { WritePolicy } from "@/lib/memory/taxonomy"
import { teamOf } from "@/lib/operations/team-of"
import { saveRule, saveSetting, saveWriting, unsetSetting } from "./actions"

export const metadata = { title: "Policies" }

interface PoliciesPageProps {
  params: Promise<{ team: string }>
  searchParams: Promise<{ place?: string | string[] }>
}

export default async function PoliciesPage({ params, searchParams }: PoliciesPageProps) {
  const [{ team: slug }, { place: asked }, actor] = await Promise.all([params, searchParams, requireActor()])
  const team = await teamOf(actor, "read", slug)
  if (!team.ok) notFound()
  const { id: teamId, name } = team.value
  const [policies, categories, agents] = await Promise.all([readPolicies(teamId), listCategories(teamId), teamAgentNames(teamId)])
  const manages = can(actor, "manage", { teamId })
  const places = namedPlaces(name, categories)
  const current = places.find((one) => one.place === asked) ?? places[0]
  if (!current) notFound()
  const { place } = current
  return (
    <>
      <PageTop title="Settings" tabs={<SettingsTabs team={slug} current="Policies" manages={manages} />} />
      <div className="grid grid-cols-1 gap-6 p-4">
        <SettingsSection title="What holds where" about="What a category says goes before what its scope says, and that before what the team says. Grey is inherited. Choose a memory to see and change what holds there.">
          <PolicyTable team={slug} places={places.map((one) => ({ ...one, policy: policyAt(policies, one.place) }))} current={place} />
        </SettingsSection>
        <div id="settings" className="scroll-mt-16">
          <SettingsSection title={current.name} about={`${current.about}${manages ? "" : " A lead of the team changes it."}`}>
            <PlaceSettings
              team={slug}
              place={place}
              places={places}
              policy={policyAt(policies, place)}
              inherited={policyAt(policies.filter((one) => one.place !== place), place)}
              manages={manages}
              actions={{ set: saveSetting, setRule: saveRule, unset: unsetSetting }}
            />
          </SettingsSection>
        </div>
        {categories.length > 0 ? (
          <SettingsSection title="Who writes to a category’s memory" about="What agents may propose to what their category shares. People may propose anything, and a person decides all the same.">
            <CategoryList team={slug} categories={categories.map((one) => ({ ...one, writePolicy: one.writePolicy as WritePolicy }))} agents={agents} manages={manages} action={saveWriting} />
          </SettingsSection>
        ) : null}
      </div>
    </>
  )
}
