import {
  exhaustConnections,
  fillDisk,
  killDatabase,
  killServer,
  stopUnderWriters,
} from "../support/faults/faults"
import { SupervisedServer } from "../support/faults/supervised-server"
import type { FaultCount } from "../support/faults/writers"
import type { Figure } from "./figures"

/**
 * The fault table: 16 writers while connections, disk, server and database fail. No write may be lost or
 * duplicated.
 */
export async function faultFigures(): Promise<Figure[]> {
  const server = new SupervisedServer()
  try {
    await server.start()
    return [
      figureOf("connections exhausted, 5 times", await exhaustConnections(server, 5, 2_000)),
      figureOf("disk of the database full, 3 times", await fillDisk(3, 5_000)),
      figureOf("SIGTERM and start, 5 times", await stopUnderWriters(server, 5)),
      figureOf("database killed, 20 times", await killDatabase(server, 20)),
      figureOf("server killed, 3 times", await killServer(server, 3)),
    ]
  } finally {
    await server.remove()
  }
}

function figureOf(what: string, count: FaultCount | null): Figure {
  const bar = "0 lost, 0 doubled, no 5xx but 503"
  if (count === null)
    return { what, value: "not measured: needs root, to mount a small file system", bar, holds: null }
  const errors = Object.entries(count.serverErrors).map(([status, times]) => `${times} × ${status}`)
  const others = Object.keys(count.serverErrors).some((status) => status !== "503")
  return {
    what,
    value: `${count.acknowledged} acknowledged, ${count.lost} lost, ${count.doubled} doubled; ${errors.join(", ") || "no 5xx"}; ${count.unanswered} without an answer`,
    bar,
    holds: count.lost === 0 && count.doubled === 0 && !others,
  }
}
