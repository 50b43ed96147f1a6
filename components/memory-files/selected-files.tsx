import { useState } from "react"
import { count } from "@/components/data/count"
import { callOperation } from "@/components/data/http-client"
import type { Selection } from "@/components/data/selection/use-selection"
import { showErrorToast, showToast } from "@/components/data/show-toast"
import { SelectionBar } from "@/components/ui/bottom-bar"
import { Button } from "@/components/ui/button"

/** The bulk actions for the selected memory files. */
export function SelectedFiles({ team, selection }: { team: string; selection: Selection }) {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const archive = await callOperation("file.download", { team, files: [...selection.ids] })
      saveFile(archive.name, archive.content)
      void showToast(`${count(archive.files, "file")} downloaded`)
    } catch (cause) {
      void showErrorToast((cause as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <SelectionBar label="Selected files" selected={selection.ids.length} onClear={selection.clear}>
      <Button size="sm" variant="primary" disabled={isBusy} onClick={() => void download()}>
        {isBusy ? "Packing…" : "Download as ZIP"}
      </Button>
    </SelectionBar>
  )
}

/** Saves an archive, given as Base64, in the browser’s download folder. */
function saveFile(name: string, content: string): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
