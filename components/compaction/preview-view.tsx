import { LogsView } from "./logs-view"
import { RunsView } from "./runs-view"
import type { CompactionPreview } from "./compaction-types"
import { TrimView } from "./trim-view"

interface PreviewViewProps {
  team: string
  preview: CompactionPreview
  /** Logs that a compaction has read already are among them. */
  all: boolean
  /** The language model that may be asked too; null: none is configured. */
  model: string | null
  /** Why whoever looks proposes nothing; null: they do. */
  mayNot: string | null
}

/** What a compaction would propose; another text under it begins anew. */
export function PreviewView({ team, preview, all, model, mayNot }: PreviewViewProps) {
  switch (preview.kind) {
    case "logs":
      return (
        <LogsView key={preview.shown} team={team} preview={preview} all={all} model={model} mayNot={mayNot} />
      )
    case "trim":
      return <TrimView key={preview.shown} team={team} preview={preview} mayNot={mayNot} />
    case "runs":
      return <RunsView key={preview.shown} team={team} preview={preview} mayNot={mayNot} />
  }
}
