import { Link } from "@/components/ui/link"
import { Table, Td, Th } from "@/components/data/table"
import type { EffectivePolicy, PolicySetting } from "@/lib/memory/policies/policy"
import { type NamedPlace, originWords, SETTING_WORDS, valueWords } from "./policy-text"

/** Settings in the table. The other settings are shown below for the selected place. */
const COMPARED = [
  "approvals",
  "decider",
  "leastConfidence",
  "days",
  "rule",
  "budgetLines",
  "staleDays",
] as const satisfies readonly PolicySetting[]

export interface TablePlace extends NamedPlace {
  readonly policy: EffectivePolicy
}

interface PolicyTableProps {
  team: string
  places: readonly TablePlace[]
  /** The place whose settings are open below. */
  current: string
}

/** The policies of all places side by side. Inherited values are gray, with their origin. */
export function PolicyTable({ team, places, current }: PolicyTableProps) {
  return (
    <Table label="Policies by scope">
      <thead>
        <tr>
          <Th>Memory</Th>
          {COMPARED.map((setting) => (
            <Th key={setting}>{SETTING_WORDS[setting].short}</Th>
          ))}
          <Th numeric>Overrides</Th>
        </tr>
      </thead>
      <tbody>
        {places.map(({ place, name, policy }) => (
          <tr key={place} className={place === current ? "bg-raised" : undefined}>
            <Td>
              <Link
                href={placeHref(team, place)}
                aria-current={place === current ? "true" : undefined}
                className="font-medium text-accent hover:underline"
              >
                {name}
              </Link>
            </Td>
            {COMPARED.map((setting) => (
              <Cell key={setting} setting={setting} held={policy[setting]} place={place} places={places} />
            ))}
            <Td numeric>{Object.values(policy).filter((held) => held.from === place).length || ""}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

export const placeHref = (team: string, place: string) =>
  `/t/${team}/settings/policies${place === "team" ? "" : `?place=${encodeURIComponent(place)}`}#settings`

interface CellProps {
  setting: PolicySetting
  held: EffectivePolicy[PolicySetting]
  place: string
  places: readonly NamedPlace[]
}

function Cell({ setting, held: { value, from }, place, places }: CellProps) {
  const words = valueWords(setting, value)
  if (from === place) return <Td className="font-medium">{words}</Td>
  const origin = originWords(from, places)
  return (
    <Td className="relative text-ink-3" title={origin}>
      {words}
      <span className="sr-only">, {origin}</span>
    </Td>
  )
}
