"use client"

import { type FormEvent, useId, useState } from "react"
import { Button } from "@/components/ui/button"
import { formatCount } from "@/lib/memory/text/sentence"
import { Dialog } from "@/components/ui/dialog"
import { Field, Select } from "@/components/ui/field"
import type { ImportItem } from "../import-types"

interface TakeDialogProps {
  items: readonly ImportItem[]
  formatNames: Readonly<Record<string, string>>
  onTake: (format: string) => void
  onClose: () => void
}

const JSON_FORMATS: ReadonlySet<string> = new Set(["memory-protocol", "run-cache", "mcp-memory-graph"])

/** Dialog for importing ignored files with a format. */
export function ImportIgnoredDialog({ items, formatNames, onTake, onClose }: TakeDialogProps) {
  const form = useId()
  const areJson = items.some(({ path }) => /\.jsonl?$/i.test(path))
  const formats = Object.entries(formatNames).filter(([id]) => JSON_FORMATS.has(id) === areJson)
  const [format, setFormat] = useState(areJson ? "memory-protocol" : "claude-auto-memory")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onTake(format)
  }
  const files = formatCount(items.length, "file")
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Import ${files} as memory`}
      description="Nothing has been saved yet. Later imports of this source will also include these files."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary">
            Import {files}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field label="Format">
          {(control) => (
            <Select {...control} value={format} onChange={(event) => setFormat(event.target.value)}>
              {formats.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </form>
    </Dialog>
  )
}
