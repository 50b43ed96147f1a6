import { setTimeout as pause } from "node:timers/promises"
import type { z } from "zod"
import { ROLES, whoMay } from "@/lib/memory/teams/actor"
import type { showMe } from "@/lib/operations/teams/me"
import { isOutOfReach } from "../infra/ask"
import { Stop } from "../infra/refusal"
import type { Server } from "../infra/server"
import { lookForProject } from "./install/reach"

type Me = z.output<(typeof showMe)["output"]>

/** Whose memory a hook is about. */
export interface Target {
  readonly team: string | undefined
  /** Null: the folder's, which is known when the hook runs. */
  readonly project: string | null
  /** Null: the access token's, else the harness's name. */
  readonly agent: string | null
}

/** What the server says of the key that hooks show it, without anything being written. */
export interface KeyCheck {
  readonly reachable: boolean
  /** Where the key came from, in words; null: there is none, or it is not taken. */
  readonly from: string | null
  /** Whose it is. */
  readonly name: string | null
  /** The agent that it speaks for; null: any. */
  readonly agent: string | null
  /** In words: what it lacks, or why the server was not reached. */
  readonly problems: readonly string[]
}

/** So long a server has for saying whose key it is. */
const PATIENCE_MS = 10_000

export async function checkKey(server: Server, targets: readonly Target[]): Promise<KeyCheck> {
  try {
    const me = await Promise.race([server.get<Me>("/me"), pause(PATIENCE_MS, null, { ref: false })])
    if (me === null) return { ...UNKNOWN, reachable: false, problems: [`${server.url} timed out`] }
    const lacks = await Promise.all(
      targets.map(async (target) => lacking(me, target, await teamOf(server, target))),
    )
    return {
      reachable: true,
      from: server.key().from,
      name: nameOf(me),
      agent: me.agent,
      problems: [...new Set([...lacksAnywhere(me), ...lacks.flat()])],
    }
  } catch (cause) {
    if (!(cause instanceof Stop)) throw cause
    return { ...UNKNOWN, reachable: !isOutOfReach(cause), problems: [cause.message] }
  }
}

const UNKNOWN = { from: null, name: null, agent: null }

const nameOf = (me: Me): string =>
  me.kind === "person" ? `${me.name} <${me.email}>` : `access token ${me.name}`

function lacksAnywhere(me: Me): string[] {
  if (me.kind !== "token" || me.rights.some((right) => whoMay("propose").rights.includes(right))) return []
  return [
    `access token ${me.name} has the rights ${me.rights.join(", ")}. Hooks need the propose right: create another token (Settings > Access tokens)`,
  ]
}

/** A project goes by its name and by what addresses make of it. */
const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-")

/** The team that the project is in; a text says why none is known. */
async function teamOf(server: Server, { team, project }: Target): Promise<{ slug: string | null } | string> {
  if (project === null) return { slug: null }
  const { team: slug, warnings } = await lookForProject(server, { team, project })
  return warnings[0] ?? { slug }
}

function lacking(me: Me, { project, agent }: Target, team: { slug: string | null } | string): string[] {
  if (typeof team === "string") return [team]
  const speaksFor =
    me.agent === null || agent === null || me.agent === agent
      ? []
      : [`access token ${me.name} belongs to ${me.agent} and cannot write for ${agent}`]
  const boundElsewhere =
    me.project === null || project === null || slugOf(me.project) === slugOf(project)
      ? []
      : [`access token ${me.name} is bound to ${me.project} and cannot write in ${project}`]
  if (me.kind === "token") return [...boundElsewhere, ...speaksFor]
  const { slug, role } = me.teams.find((one) => one.slug === team.slug) ?? { slug: null, role: null }
  const mayPropose =
    me.owner ||
    slug === null ||
    (role !== null && ROLES.indexOf(role) >= ROLES.indexOf(whoMay("propose").role))
  return mayPropose
    ? []
    : [
        `${me.name} has ${role === null ? "no role" : `the role ${role}`} in ${slug} and cannot propose${project === null ? "" : ` in ${project}`}: the role ${whoMay("propose").role} is required`,
      ]
}
