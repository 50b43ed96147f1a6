import { isSameServer } from "../infra/server"
import { refusalOf } from "./refused-writes"
import type { Environment } from "./harnesses/harness"
import { agentOf, allWaiting, queueFolders, type WaitingWrite } from "./queue"

/** Queued writes for one server. */
export interface WaitingAtServer {
  readonly url: string
  /** True for the current server. */
  readonly here: boolean
  readonly writes: number
  /** Rejections by the server, each message once for each agent and project. `at`: time of the last one. */
  readonly answers: readonly {
    readonly at: string
    readonly message: string
    readonly project: string
    readonly agent: string
  }[]
}

/** Returns the queued writes of this machine, grouped by server. The current server comes first. */
export function waitingByAddress(env: Environment, asked: string, now: Date): WaitingAtServer[] {
  const groups: { url: string; all: WaitingWrite[] }[] = []
  for (const one of allWaiting(queueFolders(env), now)) {
    const group = groups.find(({ url }) => isSameServer(url, one.queued.url))
    if (group) group.all.push(one)
    else groups.push({ url: one.queued.url, all: [one] })
  }
  const there = groups.map(({ url, all }) => ({
    url: isSameServer(url, asked) ? asked : url,
    here: isSameServer(url, asked),
    writes: all.length,
    answers: answersOf(all),
  }))
  return there.toSorted((a, b) => Number(b.here) - Number(a.here))
}

function answersOf(all: readonly WaitingWrite[]): WaitingAtServer["answers"] {
  const found = all.flatMap(({ file, queued }) => {
    const refusal = refusalOf(file)
    return refusal === null
      ? []
      : [{ ...refusal, project: String(queued.body.project), agent: agentOf(queued) }]
  })
  const newestLast = found.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  return [
    ...new Map(
      newestLast.map((one) => [JSON.stringify([one.project, one.agent, one.message]), one]),
    ).values(),
  ]
}
