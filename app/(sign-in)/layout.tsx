import type { ReactNode } from "react"
import { Brand } from "@/components/shell/brand"

/** Layout of the pages for signing in and setting up: a single card. */
export default function ArriveLayout({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-90 content-center gap-5 px-4 py-10">
      <div className="justify-self-center">
        <Brand />
      </div>
      <div className="grid gap-4 rounded-lg border border-line bg-surface p-5">{children}</div>
    </main>
  )
}
