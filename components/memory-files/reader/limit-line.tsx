import { count } from "@/components/data/count"

/** Where loading stops, in words. */
export interface CutWords {
  /** "200 lines", "25 KB". */
  after: string
  /** Lines that are never loaded. */
  below: number
}

/** Where loading stops, across the text. `id`: what a link to it names, where there is one on the page. */
export function CutLine({ cut, id }: { cut: CutWords; id?: string }) {
  return (
    <p
      id={id}
      className="my-2 flex scroll-my-16 items-center gap-2.5 px-3 font-sans text-sm font-medium text-danger before:flex-1 before:border-t before:border-dashed after:flex-1 after:border-t after:border-dashed lg:px-5"
    >
      <span className="text-center text-balance">
        The harness stops loading here, after {cut.after}. {count(cut.below, "line")} below{" "}
        {cut.below === 1 ? "is" : "are"} never seen.
      </span>
    </p>
  )
}
