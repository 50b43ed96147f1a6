import { OwnZoneField } from "@/components/data/own-zone-field"
import { Button } from "@/components/ui/button"
import { Field, Input, Select } from "@/components/ui/field"
import { TableBox } from "@/components/data/table"
import { ProjectSelect } from "./project-select"
import { WRITER_KINDS } from "./revert-types"

interface WriterFiltersProps {
  projects: readonly { slug: string; name: string }[]
  values: { readonly from?: string; readonly to?: string; readonly by?: string; readonly project?: string }
}

/** Filters of the writers. A GET form, so that the filters are in the address. */
export function WriterFilters({ projects, values }: WriterFiltersProps) {
  return (
    <TableBox className="p-4">
      <form className="flex flex-wrap items-end gap-3" aria-label="Filter writes">
        <div className="w-40">
          <Field label="Writer">
            {(control) => (
              <Select {...control} name="by" defaultValue={values.by ?? ""}>
                <option value="">Everyone</option>
                {Object.entries(WRITER_KINDS).map(([kind, words]) => (
                  <option key={kind} value={kind}>
                    {words}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <ProjectSelect projects={projects} chosen={values.project} />
        <div className="w-40">
          <Field label="Since">
            {(control) => (
              <Input {...control} type="date" name="from" defaultValue={values.from?.slice(0, 10)} />
            )}
          </Field>
        </div>
        <div className="w-40">
          <Field label="Until">
            {(control) => <Input {...control} type="date" name="to" defaultValue={values.to?.slice(0, 10)} />}
          </Field>
        </div>
        <OwnZoneField />
        <Button type="submit">Filter</Button>
      </form>
    </TableBox>
  )
}
