"use client"

import { Menu, Search, X } from "lucide-react"
import { usePathname, useSearchParams } from "next/navigation"
import { type ReactNode, useRef, useState } from "react"
import { openOverlay } from "@/components/data/overlays"

const SQUARE = "grid size-9 place-items-center rounded-md text-ink-2 hover:bg-raised hover:text-ink"

/** The navigation rail. On a narrow screen it is a menu in a top bar, which closes on navigation. */
export function RailFrame({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  const here = `${usePathname()}?${useSearchParams().toString()}`
  const [openAt, setOpenAt] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const open = openAt === here
  const fold = () => {
    setOpenAt(null)
    button.current?.focus()
  }
  return (
    <header className="z-30 max-md:sticky max-md:top-0 print:hidden">
      <div className="flex h-top items-center gap-1 border-b border-line bg-ground pr-2 pl-4 md:hidden">
        {brand}
        <button
          type="button"
          aria-label="Search or jump to…"
          className={`${SQUARE} ml-auto`}
          onClick={() => openOverlay("palette")}
        >
          <Search className="icon" aria-hidden />
        </button>
        <button
          ref={button}
          type="button"
          aria-label="Menu"
          aria-expanded={open}
          aria-controls="rail"
          className={SQUARE}
          onClick={() => setOpenAt(open ? null : here)}
        >
          {open ? <X className="icon" aria-hidden /> : <Menu className="icon" aria-hidden />}
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape folds the menu from anywhere in it */}
      <nav
        id="rail"
        aria-label="Pages"
        onKeyDown={(event) => (event.key === "Escape" && open ? fold() : undefined)}
        className={`flex-col border-line px-2 py-2.5 max-md:absolute max-md:inset-x-0 max-md:gap-3 max-md:border-b max-md:bg-ground max-md:shadow-float md:sticky md:top-0 md:flex md:h-dvh md:overflow-y-auto md:border-r ${open ? "flex" : "hidden"}`}
      >
        {children}
      </nav>
    </header>
  )
}
