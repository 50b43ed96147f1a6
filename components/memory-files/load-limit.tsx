import { formatCount } from "@/lib/memory/text/sentence"
import { type CutWords } from "./load-limit-text"

/** A rule across the text where loading stops. `id` is the anchor for links to it. */
export function CutLine({ cut, id }: { cut: CutWords; id?: string }) {
  return (
    <p
      id={id}
      className="my-2 flex scroll-my-16 items-center gap-2.5 px-3 font-sans text-sm font-medium text-danger before:flex-1 before:border-t before:border-dashed after:flex-1 after:border-t after:border-dashed lg:px-5"
    >
      <span className="text-center text-balance">
        Load limit: the harness stops after {cut.after}. The{" "}
        {cut.below === 1 ? "line below is" : `${formatCount(cut.below, "line")} below are`} not loaded.
      </span>
    </p>
  )
}
