"use client"

import { Printer } from "lucide-react"
import { Button } from "@/components/ui/button"

export function PrintButton() {
  return (
    <Button size="sm" variant="quiet" onClick={() => window.print()}>
      <Printer className="icon" aria-hidden />
      Print
    </Button>
  )
}
