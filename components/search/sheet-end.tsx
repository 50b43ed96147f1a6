"use client"

import { useEffect } from "react"

/** Closes the filter sheet when the search changes, because a link in the sheet was followed. */
export function SheetEnd({ sheet, of }: { sheet: string; of: string }) {
  useEffect(() => () => document.getElementById(sheet)?.hidePopover(), [sheet, of])
  return null
}
