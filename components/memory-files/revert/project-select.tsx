import { Field, ProjectOptions, Select } from "@/components/ui/field"

interface ProjectSelectProps {
  projects: readonly { slug: string; name: string }[]
  chosen?: string | undefined
}

/** Select for one project or all. Hidden if there is only one. */
export function ProjectSelect({ projects, chosen = "" }: ProjectSelectProps) {
  if (projects.length < 2) return null
  return (
    <div className="w-40">
      <Field label="Project">
        {(control) => (
          <Select {...control} name="project" defaultValue={chosen}>
            <option value="">All projects</option>
            <ProjectOptions projects={projects} />
          </Select>
        )}
      </Field>
    </div>
  )
}
