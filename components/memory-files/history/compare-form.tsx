import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/field"

interface CompareFormProps {
  left: number
  right: number
  head: number
}

/** Form for choosing two revisions. A GET form that works without scripts. */
export function CompareForm({ left, right, head }: CompareFormProps) {
  return (
    <form method="get" aria-label="Compare two revisions" className="flex items-center gap-2">
      <input type="hidden" name="view" value="compare" />
      <span aria-hidden className="text-ink-2">
        Compare
      </span>
      <RevisionInput name="left" label="From revision" value={left} head={head} />
      <span aria-hidden className="text-ink-2">
        with
      </span>
      <RevisionInput name="right" label="To revision" value={right} head={head} />
      <Button type="submit" size="sm">
        Compare
      </Button>
    </form>
  )
}

function RevisionInput({
  name,
  label,
  value,
  head,
}: {
  name: string
  label: string
  value: number
  head: number
}) {
  return (
    <Input
      key={value}
      name={name}
      aria-label={label}
      inputMode="numeric"
      pattern="[1-9][0-9]*"
      title={`A number from 1 to ${head}`}
      maxLength={7}
      size={4}
      required
      autoComplete="off"
      defaultValue={value}
      className="h-7! w-14! tabular-nums"
    />
  )
}
