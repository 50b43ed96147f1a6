import { Link } from "@/components/ui/link"
import { Table, Td, Th } from "@/components/data/table"
import { count } from "@/components/data/count"
import { type EffectivePolicy, POLICY_SETTINGS, type PolicySetting } from "@/lib/memory/policies/policy"
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
          {count(more, "more scope has", "more scopes have")} overrides. Search for a project or agent to see
          them.
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
        {count(places.length, "scope uses", "scopes use")} the defaults
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

export const placeHref = (team: string, place: string) =>
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
