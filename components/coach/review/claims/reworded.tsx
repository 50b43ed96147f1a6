import { differingWords } from "@/components/text/differing-words"
import { Pieces } from "@/components/text/changed-words"

/** The coach's original text, with the words that the curator removed marked. */
export function Reworded({ from, to }: { from: string; to: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      Original: <Pieces pieces={differingWords(from, to).before} as="cut" />
    </p>
  )
}
