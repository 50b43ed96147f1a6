import { differingWords } from "@/components/conflicts/differing-words"
import { Pieces } from "@/components/memory-files/reader/pieces"

/** As the coach worded it, with what the curator took out marked. */
export function Reworded({ from, to }: { from: string; to: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      The coach said: <Pieces pieces={differingWords(from, to).before} as="cut" />
    </p>
  )
}
