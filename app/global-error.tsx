"use client"

import { Failure } from "@/components/ui/failure"
import "./globals.css"

/** Stands in for the whole document when the root layout fails. It follows the system's theme: there is nothing else to ask. */
export default function GlobalError(props: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Quarterdeck could not be shown</title>
        <main>
          <Failure {...props} what="Quarterdeck" />
        </main>
      </body>
    </html>
  )
}
