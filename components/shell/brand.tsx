import { Anchor } from "lucide-react"

export function Brand() {
  return (
    <span className="flex items-center gap-2 text-md font-semibold tracking-tight">
      <span className="grid size-4.5 place-items-center rounded-md bg-accent text-on-accent">
        <Anchor className="size-3" strokeWidth={2.4} aria-hidden />
      </span>
      Quarterdeck
    </span>
  )
}
