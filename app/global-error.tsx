"use client"

import { Failure } from "@/components/ui/page-failure"
import "./globals.css"

/** Replaces the whole document when the root layout fails. It uses the system theme. */
export default function GlobalError(props: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Quarterdeck could not be loaded</title>
        <main>
          <Failure {...props} what="Quarterdeck" />
        </main>
      </body>
    </html>
  )
}
