import type { RankMove } from "./moves"

/** The change of an entry's rank through the task. Nothing if it did not move. */
export function MoveMark({ move }: { move: RankMove }) {
  switch (move.kind) {
    case "new":
      return (
        <span className="rounded-full bg-accent-wash px-1 text-xs font-medium text-accent">
          new<span className="sr-only"> with this task</span>
        </span>
      )
    case "up":
      return (
        <span className="text-xs font-medium whitespace-nowrap text-good">
          <span aria-hidden>▲ {move.by}</span>
          <span className="sr-only">moved up {move.by} by the task</span>
        </span>
      )
    case "down":
      return (
        <span className="text-xs whitespace-nowrap text-ink-3">
          <span aria-hidden>▼ {move.by}</span>
          <span className="sr-only">moved down {move.by} by the task</span>
        </span>
      )
    case "same":
      return null
  }
}
