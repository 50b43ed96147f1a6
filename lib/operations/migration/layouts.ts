import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { projectOf } from "../teams/project-of"
import { teamOf } from "../teams/team-of"
import { listCategoryLayouts, whyNotTo } from "./current-layouts"
import { layoutView } from "./migration-outputs"

const LAYOUTS = ["A", "D"] as const

export const listLayouts = operation({
  name: "migration.layouts",
  summary:
    "Show the layout and files of each category's memory in a project, and the layouts that each category can migrate to.",
  method: "GET",
  path: "/migrations/layouts",
  right: "read",
  example: { team: "platform", project: "ledger" },
  input: z.object({ team: z.string(), project: z.string() }),
  output: z.object({ categories: z.array(layoutView) }),
  async run(actor, { team: asked, project: named }) {
    const team = await teamOf(actor, "read", asked)
    if (!team.ok) return team
    const project = await projectOf(actor, team.value.id, named)
    if (!project.ok) return project
    if (project.value === null) return refused("not-found", "project: required")
    const { categories } = await listCategoryLayouts(visibilityOf(actor, team.value.id), project.value.id)
    const views = categories.flatMap((category) => {
      if (category.layout === "none" && category.agents.length === 0) return []
      const files = [...category.own, ...category.parts, ...category.whole]
      const why = Object.fromEntries(
        LAYOUTS.flatMap((to) => [whyNotTo(to, category)].flatMap((one) => (one === null ? [] : [[to, one]]))),
      )
      const fileOf = (agent: string) => files.find((file) => file.agent === agent)
      return [
        {
          slug: category.slug,
          name: category.name,
          layout: category.layout,
          agents: category.agents.map(({ name }) => ({
            name,
            file: fileOf(name)?.id ?? null,
            entries: fileOf(name)?.entries ?? 0,
          })),
          files: files.map(({ id, path, role, entries, lines }) => ({ id, path, role, entries, lines })),
          may: LAYOUTS.filter((to) => why[to] === undefined),
          why,
        },
      ]
    })
    return done({ categories: views })
  },
})
