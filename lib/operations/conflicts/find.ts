import type { Actor } from "@/lib/memory/actor"

export interface Found {
  readonly files: number
  readonly entries: number
  readonly found: number
  readonly gone: number
}

export async function findConflicts(_actor: Actor, _teamId: string, _how: { because: "import" | "proposal" | "sweep"; everything?: boolean }): Promise<Found> {
  return { files: 0, entries: 0, found: 0, gone: 0 }
}
