import { resolve } from "node:path"
import type { Given } from "../infra/command"
import { sourceNameOf } from "../infra/machine"
import { ownTeams } from "../infra/one-team"
import { refuse } from "../infra/refusal"

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

/**
 * The source that is meant: by its name, by the directory that it is, or as the only one with something to write. Null: nothing waits
 * anywhere. The team need not be named where a source of one team alone is meant.
 */
export async function findSource({ words: [wanted], values, server }: Given): Promise<FoundSource | null> {
  const teams = values.team === undefined ? (await ownTeams(server)).map(({ slug }) => slug) : [values.team]
  const listed = await Promise.all(
    teams.map(async (team) => {
      const { sources } = await server.get<{ sources: readonly Listed[] }>("/sources", { team })
      return sources.map((source) => ({ ...source, team }))
    }),
  )
  const sources = listed.flat()
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
  if (source && best.length === 1) return source
  if (source) throw refuse("invalid", severalOf(best))
  const [only] = sources
  if (wanted === undefined && only && sources.length === 1) return only
  if (wanted === undefined && sources.length > 0) return null
  throw refuse(
    "not-found",
    sources.length === 0
      ? `${teams.length === 1 ? `team ${teams[0]} has` : "there are"} no sources: import a directory first`
      : `source not found: ${wanted}. Sources: ${sources.map((one) => one.name).join(", ")}`,
  )
}

function severalOf(sources: readonly FoundSource[]): string {
  const names = new Set(sources.map((one) => one.name))
  return names.size === 1
    ? `several teams have the source ${[...names].join("")}: choose one with --team (${sources.map((one) => one.team).join(", ")})`
    : `several sources have changes to write back: choose one of ${[...names].join(", ")}`
}
