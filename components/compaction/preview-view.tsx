import { LogsView } from "./logs-view"
import { RunsView } from "./runs-view"
import type { CompactionPreview } from "./compaction"
import { TrimView } from "./trim-view"

interface PreviewViewProps {
  team: string
  preview: CompactionPreview
  /** True if logs of earlier compactions are included. */
  all: boolean
  /** The language model that can be used; null if none is configured. */
  model: string | null
  /** The reason why the reader may not propose; null if they may. */
  mayNot: string | null
}

/** The preview of a compaction. A changed preview resets the ticks. */
export function CompactionPreviewView({ team, preview, all, model, mayNot }: PreviewViewProps) {
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
