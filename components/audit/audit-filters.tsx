import Form from "next/form"
import { Link } from "@/components/ui/link"
import { Button } from "@/components/ui/button"
import { buttonLook } from "@/components/ui/button-look"
import { Field, Input, Select } from "@/components/ui/field"
import { OwnZoneField } from "@/components/data/instant"
import { groupBy } from "@/lib/memory/text/aggregates"
import { type AuditQuery, auditHref, isNarrowed } from "./audit-event"

const WHO = [
  ["person", "People"],
  ["agent", "Agents"],
  ["token", "Access tokens"],
  ["system", "Quarterdeck (automatic)"],
] as const

interface AuditFiltersProps {
  base: string
  query: AuditQuery
  /** All kinds of events in the log. */
  kinds: readonly string[]
}

/** Filters of the audit log. A GET form that works without scripts. */
export function AuditFilters({ base, query, kinds }: AuditFiltersProps) {
  const nouns = [...groupBy(kinds, (kind) => kind.split(".")[0] ?? kind)]
  return (
    <search>
      <Form
        action={base}
        key={JSON.stringify(query)}
        className="grid grid-cols-2 items-end gap-2.5 md:grid-cols-4 xl:grid-cols-7"
      >
        <OwnZoneField />
        {query.of ? <input type="hidden" name="of" value={query.of} /> : null}
        <Field label="Event">
          {(control) => (
            <Select {...control} name="kind" defaultValue={query.kind}>
              <option value="">Any event</option>
              {nouns.map(([noun, group]) => (
                <optgroup key={noun} label={noun}>
                  <option value={noun}>{noun}: all</option>
                  {group.map((kind) => (
                    <option key={kind} value={kind}>
                      {kind}
                    </option>
                  ))}
                </optgroup>
              ))}
              {query.kind && !kinds.includes(query.kind) && !nouns.some(([noun]) => noun === query.kind) ? (
                <option value={query.kind}>{query.kind}</option>
              ) : null}
            </Select>
          )}
        </Field>
        <Field label="Actor">
          {(control) => (
            <Select {...control} name="who" defaultValue={query.who}>
              <option value="">Anyone</option>
              {WHO.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Name">
          {(control) => (
            <Input
              {...control}
              type="search"
              name="by"
              defaultValue={query.by}
              placeholder="Ana"
              maxLength={200}
            />
          )}
        </Field>
        <Field label="Target">
          {(control) => (
            <Input
              {...control}
              type="search"
              name="subject"
              defaultValue={query.subject}
              placeholder="MEMORY.md"
              maxLength={500}
            />
          )}
        </Field>
        <Field label="From">
          {(control) => <Input {...control} type="date" name="from" defaultValue={query.from} />}
        </Field>
        <Field label="To">
          {(control) => <Input {...control} type="date" name="to" defaultValue={query.to} />}
        </Field>
        <div className="flex gap-2">
          <Button type="submit" variant="primary">
            Search
          </Button>
          {isNarrowed(query) ? (
            <Link href={auditHref(base, { of: query.of })} className={buttonLook("quiet")}>
              Clear
            </Link>
          ) : null}
        </div>
      </Form>
    </search>
  )
}
