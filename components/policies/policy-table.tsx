import Form from "next/form"
import { Link } from "@/components/ui/link"
import { Table, Td, Th, TableBox } from "@/components/data/table"
import { formatCount } from "@/lib/memory/text/sentence"
import { type EffectivePolicy, POLICY_SETTINGS, type PolicySetting } from "@/lib/memory/policies/policy"
import { Button } from "@/components/ui/button"
import { Field, Input } from "@/components/ui/field"
import { type NamedPlace, SETTING_WORDS, valueWords } from "./policy-text"

/** Settings that the row of the team always shows. The other settings are shown below for the selected place. */
const MAIN_SETTINGS: readonly PolicySetting[] = [
  "approvals",
  "decider",
  "leastConfidence",
  "days",
  "rule",
  "budgetLines",
  "staleDays",
]

export interface TablePlace extends NamedPlace {
  readonly policy: EffectivePolicy
}

interface PolicyTableProps {
  team: string
  places: readonly TablePlace[]
  /** The place whose settings are open below. */
  current: string
  /** The number of scopes with a policy of their own that `places` leaves out. */
  more: number
}

/** The defaults of the team, the scopes that differ from them, and links to the scopes that do not. */
export function PolicyTable({ team, places, current, more }: PolicyTableProps) {
  const defaults = places.find(({ place }) => place === "team")?.policy
  const rows = places.map((one) => ({ ...one, settings: shownSettings(one, defaults) }))
  const exceptions = rows.filter(({ settings }) => settings.length > 0)
  const equal = rows.filter(({ settings }) => settings.length === 0)
  return (
    <div className="grid gap-2">
      <Table label="Policies by scope">
        <thead>
          <tr>
            <Th>Scope</Th>
            <Th className="w-full">Settings</Th>
          </tr>
        </thead>
        <tbody>
          {exceptions.map(({ place, name, policy, settings }) => (
            <tr key={place} className={place === current ? "bg-raised" : undefined}>
              <Td className="py-1.5 align-top max-sm:whitespace-normal">
                <PlaceLink {...{ team, place, name, current }} className="font-medium" />
                {place === "team" ? <span className="block text-sm text-ink-3">Defaults</span> : null}
              </Td>
              <Td className="py-1.5 align-top whitespace-normal">
                <ul className="flex flex-wrap gap-x-5 gap-y-0.5 max-sm:flex-col">
                  {settings.map((setting) => (
                    <li key={setting} className="wrap-anywhere">
                      <span className="text-ink-3">{SETTING_WORDS[setting].label}:</span>{" "}
                      {valueWords(setting, policy[setting].value)}
                    </li>
                  ))}
                </ul>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {more > 0 ? (
        <p className="text-sm text-ink-2">
          {formatCount(more, "more scope has", "more scopes have")} overrides. Search for a project or agent
          to see them.
        </p>
      ) : null}
      {equal.length > 0 ? <EqualPlaces {...{ team, current }} places={equal} /> : null}
    </div>
  )
}

/** Links to the scopes that have the same settings as the team. */
function EqualPlaces({
  team,
  places,
  current,
}: Pick<PolicyTableProps, "team" | "current"> & { places: readonly NamedPlace[] }) {
  return (
    <details open={places.some(({ place }) => place === current) || undefined}>
      <summary className="w-fit cursor-pointer rounded-sm text-ink-2 hover:text-ink">
        {formatCount(places.length, "scope uses", "scopes use")} the defaults
      </summary>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-1.5">
        {places.map(({ place, name }) => (
          <li key={place}>
            <PlaceLink {...{ team, place, name, current }} />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface PlaceLinkProps {
  team: string
  place: string
  name: string
  current: string
  className?: string
}

function PlaceLink({ team, place, name, current, className = "" }: PlaceLinkProps) {
  return (
    <Link
      href={placeHref(team, place)}
      aria-current={place === current ? "true" : undefined}
      className={`text-accent hover:underline aria-[current]:font-medium ${className}`}
    >
      {name}
    </Link>
  )
}

const placeHref = (team: string, place: string) =>
  `/t/${team}/settings/policies${place === "team" ? "" : `?place=${encodeURIComponent(place)}`}#settings`

/**
 * Returns the settings to show for a place: those that the place sets itself, or that differ from the team's.
 * For the team, also the main settings.
 */
function shownSettings(
  { place, policy }: TablePlace,
  defaults: EffectivePolicy | undefined,
): readonly PolicySetting[] {
  const isOwn = (setting: PolicySetting) => policy[setting].from === place
  if (place === "team") return POLICY_SETTINGS.filter((one) => MAIN_SETTINGS.includes(one) || isOwn(one))
  if (place === "deployment") return POLICY_SETTINGS.filter(isOwn)
  return POLICY_SETTINGS.filter(
    (setting) =>
      isOwn(setting) || JSON.stringify(policy[setting].value) !== JSON.stringify(defaults?.[setting].value),
  )
}

interface PlaceFinderProps {
  team: string
  /** The search text. Null if there is none. */
  asked: string | null
  found: readonly NamedPlace[]
  /** True if there are more results than `found`. */
  more: boolean
  /** The place whose settings are open. */
  place: string
}

/** Finds a scope by name. A team has thousands of agents, so the table lists only those with their own policy. */
export function PlaceFinder({ team, asked, found, more, place }: PlaceFinderProps) {
  return (
    <div className="grid gap-2.5">
      <search>
        <Form
          action={`/t/${team}/settings/policies`}
          scroll={false}
          className="flex flex-wrap items-end gap-1.5"
        >
          {place === "team" ? null : <input type="hidden" name="place" value={place} />}
          <div className="min-w-0 flex-1 sm:max-w-72">
            <Field label="Find a scope">
              {(control) => (
                <Input
                  {...control}
                  name="find"
                  type="search"
                  autoComplete="off"
                  maxLength={100}
                  placeholder="Category, project or agent"
                  defaultValue={asked ?? ""}
                />
              )}
            </Field>
          </div>
          <Button type="submit">Search</Button>
        </Form>
      </search>
      {asked !== null && found.length === 0 ? (
        <output className="text-ink-2">No matching scopes in this team. Try part of the name.</output>
      ) : null}
      {asked !== null && found.length > 0 ? (
        <TableBox>
          <ul aria-label={`Scopes matching ${asked}`} className="divide-y divide-line">
            {found.map(({ place: one, name }) => (
              <li key={one} className="px-4 py-1.5">
                <Link
                  href={placeHref(team, one)}
                  className="font-medium wrap-anywhere text-accent hover:underline"
                >
                  {name}
                </Link>
              </li>
            ))}
            {more ? (
              <li className="px-4 py-1.5 text-ink-2">More results are available. Enter more of the name.</li>
            ) : null}
          </ul>
        </TableBox>
      ) : null}
    </div>
  )
}
