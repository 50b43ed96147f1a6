"use client"

import { useEffect } from "react"

/** Puts a sheet away as soon as what it is about is another: a link in it was followed. */
export function SheetEnd({ sheet, of }: { sheet: string; of: string }) {
  useEffect(() => () => document.getElementById(sheet)?.hidePopover(), [sheet, of])
  return null
}
