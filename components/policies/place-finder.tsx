import Form from "next/form"
import { Link } from "@/components/ui/link"
import { Button } from "@/components/ui/button"
import { Field, Input } from "@/components/ui/field"
import { Box } from "@/components/data/table"
import { placeHref } from "./policy-table"
import type { NamedPlace } from "./policy-text"

interface PlaceFinderProps {
  team: string
  /** What was looked for; null: nothing yet. */
  asked: string | null
  found: readonly NamedPlace[]
  /** Whether there are more than those found. */
  more: boolean
  /** The place that is open meanwhile. */
  place: string
}

/** Finds a project or an agent by its name: a team has thousands, and few of them have a policy of their own. */
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
          <div className="w-72 max-w-full">
            <Field label="A project or an agent">
              {(control) => (
                <Input
                  {...control}
                  name="find"
                  type="search"
                  autoComplete="off"
                  maxLength={100}
                  placeholder="unit-tester, ledger/ann …"
                  defaultValue={asked ?? ""}
                />
              )}
            </Field>
          </div>
          <Button type="submit">Find</Button>
        </Form>
      </search>
      {asked === null ? null : found.length === 0 ? (
        <output className="text-ink-2">
          No project and no agent of this team is called so. Look for a part of its name.
        </output>
      ) : (
        <Box>
          <ul aria-label={`Places like ${asked}`} className="divide-y divide-line">
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
              <li className="px-4 py-1.5 text-ink-2">There are more: write more of the name.</li>
            ) : null}
          </ul>
        </Box>
      )}
    </div>
  )
}
