"use client"

import { useEffect, useRef, useState } from "react"
import { count } from "@/components/data/count"
import { Input, Select } from "@/components/ui/field"
import { useQuery } from "@/components/data/use-query"
import { FILE_STATES, type ListedFile, FILE_STATE_NAMES, stateOf } from "./listed-file"

const PAUSE_MS = 120

/** Filters of the file list. A plain form, so that it works before hydration. */
export function FileFilters({ files, shown }: { files: readonly ListedFile[]; shown: number }) {
  const [query, change] = useQuery()
  const [words, setWords] = useState(query.get("q") ?? "")
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const formats = [...new Map(files.map((file) => [file.format, file.formatName]))].toSorted((a, b) =>
    a[1].localeCompare(b[1]),
  )
  const scopes = [...new Set(files.map((file) => file.scope))].toSorted()
  const here = new Set(files.map(stateOf))
  const selects = [
    { name: "format", label: "Format", all: "All formats", options: formats },
    {
      name: "scope",
      label: "Scope",
      all: "All scopes",
      options: scopes.map((scope) => [scope, scope] as const),
    },
    {
      name: "state",
      label: "State",
      all: "All states",
      options: FILE_STATES.filter((state) => here.has(state)).map(
        (state) => [state, FILE_STATE_NAMES[state]] as const,
      ),
    },
  ]
  return (
    <search>
      <form className="mb-2.5 flex flex-wrap items-center gap-2" onSubmit={(event) => event.preventDefault()}>
        {query.has("project") ? (
          <input type="hidden" name="project" value={query.get("project") ?? ""} />
        ) : null}
        <Input
          type="search"
          name="q"
          aria-label="Filter files by path, agent or title"
          placeholder="Filter files…"
          value={words}
          className="md:max-w-52"
          onChange={(event) => {
            const { value } = event.target
            setWords(value)
            clearTimeout(timer.current)
            timer.current = setTimeout(() => change({ q: value.trim() }), PAUSE_MS)
          }}
        />
        {selects.map(({ name, label, all, options }) => (
          <Select
            key={name}
            name={name}
            aria-label={label}
            value={query.get(name) ?? ""}
            onChange={(event) => change({ [name]: event.target.value })}
            className="text-ink-2 max-md:flex-1 md:max-w-44"
          >
            <option value="">{all}</option>
            {options.map(([value, word]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </Select>
        ))}
        <output className="ml-auto text-sm text-ink-3 tabular-nums max-md:basis-full">
          {shown === files.length
            ? count(shown, "file")
            : `${shown.toLocaleString("en")} of ${count(files.length, "file")}`}
        </output>
      </form>
    </search>
  )
}
