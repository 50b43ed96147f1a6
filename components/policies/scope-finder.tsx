import Form from "next/form"
import { Link } from "@/components/ui/link"
import { Button } from "@/components/ui/button"
import { Field, Input } from "@/components/ui/field"
import { TableBox } from "@/components/data/table"
import { placeHref } from "./policy-table"
import type { NamedPlace } from "./policy-text"

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
