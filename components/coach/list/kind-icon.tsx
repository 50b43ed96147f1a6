import { Compass, Sparkles } from "lucide-react"
import type { SynthesisKind } from "@/lib/memory/coach/kinds"

/** Hidden from screen readers: the kind is always named beside it. */
export function KindIcon({ kind }: { kind: SynthesisKind }) {
  const Icon = kind === "brief" ? Sparkles : Compass
  return <Icon className="icon text-ink-3" aria-hidden />
}
