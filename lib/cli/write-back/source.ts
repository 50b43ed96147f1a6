import { resolve } from "node:path"
import type { Given } from "../command"
import { sourceNameOf } from "../machine"
import { refuse } from "../refusal"

export interface FoundSource {
  readonly id: string
  readonly name: string
  /** The team's slug. */
  readonly team: string
}

interface Listed {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly waiting: number
}

/** The source that is meant: by its name, by the directory that it is, or as the only one with something to write. Null: nothing waits anywhere. */
export async function findSource({ words: [wanted], values, server }: Given): Promise<FoundSource | null> {
  const team = values.team ?? (await onlyTeam(server))
  const { sources } = await server.get<{ sources: readonly Listed[] }>("/sources", { team })
  const named =
    wanted === undefined
      ? sources.filter((one) => one.waiting > 0)
      : sources.filter(
          (one) =>
            [wanted, resolve(wanted), sourceNameOf(resolve(wanted))].includes(one.name) || one.id === wanted,
        )
  const best =
    named.length > 1 && wanted !== undefined ? named.filter((one) => one.kind === "directory") : named
  const [source] = best
  if (source && best.length === 1) return { id: source.id, name: source.name, team }
  if (source)
    throw refuse(
      "invalid",
      `several sources have something to write: name one of ${best.map((one) => one.name).join(", ")}`,
    )
  const [only] = sources
  if (wanted === undefined && only && sources.length === 1) return { id: only.id, name: only.name, team }
  if (wanted === undefined && sources.length > 0) return null
  throw refuse(
    "not-found",
    sources.length === 0
      ? `team ${team} has no source: import a directory first`
      : `there is no source ${wanted}, but ${sources.map((one) => one.name).join(", ")}`,
  )
}

async function onlyTeam(server: Given["server"]): Promise<string> {
  const { teams } = await server.get<{ teams: readonly { slug: string; sample: boolean }[] }>("/teams")
  const own = teams.filter((team) => !team.sample)
  const [only] = own.length > 0 ? own : teams
  if (only && (own.length === 1 || teams.length === 1)) return only.slug
  throw refuse(
    "invalid",
    teams.length === 0
      ? "there is no team that you may see"
      : `there are several teams: name one with --team (${teams.map((team) => team.slug).join(", ")})`,
  )
}
