import { database } from "../data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import { importFolder, type Team } from "../imports/import-folder"
import { memoryOf, memoryPath, putFiles } from "../imports/memory-folder"
import { givenTeam } from "../data/people"
import { STORABLE_HOSTILE_NAMES } from "./names"

export interface NamedTeam {
  readonly team: Team
  /** Slug of the project in which every agent has a hostile name. */
  readonly project: string
  /** Slug of a project with a hostile name. */
  readonly named: string
  readonly file: string
}

/** A team whose agents, sections, categories, files and one project have hostile names. */
export async function givenNamedTeam(folder: string): Promise<NamedTeam> {
  const team = await givenTeam(`constructor ${newId().slice(-4)}`)
  const agents = STORABLE_HOSTILE_NAMES.map((name, place) => ({ name, given: `agent-${place}` }))
  putFiles(
    folder,
    Object.fromEntries(
      agents.map(({ name, given }) => [
        memoryPath(given),
        memoryOf(given, [`- **2026-01-05**: ${name.trim()} keeps a register of invoices`], {
          section: name.replaceAll(/\s+/g, " ").trim() || "Notes",
        }),
      ]),
    ),
  )
  await importFolder(team, folder, { project: "ledger" })
  for (const { name, given } of agents)
    await database().agent.updateMany({ where: { teamId: team.id, name: given }, data: { name } })
  await database().category.createMany({
    data: agents.map(({ name }) => ({
      teamId: team.id,
      id: newId(),
      slug: name,
      name,
      writePolicy: "coordinated",
      coordinator: name,
      members: [name],
    })),
    skipDuplicates: true,
  })
  const categories = await database().category.findMany({ where: { teamId: team.id } })
  for (const { id, name } of categories)
    await database().agent.updateMany({ where: { teamId: team.id, name }, data: { categoryId: id } })
  const project = await database().project.findFirstOrThrow({ where: { teamId: team.id } })
  const { id: projectId } = await database().project.create({
    data: { teamId: team.id, id: newId(), name: "__proto__", slug: "constructor" },
  })
  // Agents without memory, as created by an access token that can only propose.
  await database().agent.createMany({
    data: agents.map(({ name }) => ({ teamId: team.id, id: newId(), projectId, name })),
  })
  const { id: file } = await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id } })
  return { team, project: project.slug, named: "constructor", file }
}
