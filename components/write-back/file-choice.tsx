"use client"

import { createContext, type ReactNode, useContext, useState } from "react"

interface FileChoice {
  isChosen(path: string): boolean
  choose(path: string, chosen: boolean): void
}

const Choice = createContext<FileChoice>({ isChosen: () => true, choose: () => undefined })

export const useFileChoice = (): FileChoice => useContext(Choice)

/** Lets the reader leave out files of a write-back. All files are chosen at first. */
export function FileChoiceProvider({ children }: { children: ReactNode }) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const choose = (path: string, chosen: boolean) =>
    setLeftOut((were) => new Set(chosen ? [...were].filter((one) => one !== path) : [...were, path]))
  return <Choice value={{ isChosen: (path) => !leftOut.has(path), choose }}>{children}</Choice>
}

export function FileCheckbox({ path }: { path: string }) {
  const { isChosen, choose } = useFileChoice()
  return (
    <input
      type="checkbox"
      aria-label={`Write ${path}`}
      className="size-3.5 shrink-0 accent-accent"
      checked={isChosen(path)}
      onChange={(event) => choose(path, event.target.checked)}
    />
  )
}
