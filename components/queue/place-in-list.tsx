import { Kbd } from "@/components/ui/kbd"

/** "1 of 23", with the keys for next and previous. */
export function PlaceInList({ place, of }: { place: number; of: number }) {
  return (
    <span className="ml-auto flex items-center gap-1 text-ink-3 tabular-nums">
      <span className="mr-1 whitespace-nowrap">
        <span className="sr-only">Item </span>
        {place.toLocaleString("en")} of {of.toLocaleString("en")}
      </span>
      <span className="flex gap-1 max-md:hidden">
        <Kbd hidden>J</Kbd>
        <Kbd hidden>K</Kbd>
      </span>
    </span>
  )
}
