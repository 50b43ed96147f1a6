import { Table, Td, Th } from "@/components/data/table"
import { type Layout, type TargetLayout, layoutWords } from "./migration-text"
import { sum } from "@/lib/memory/text/aggregates"

interface CategoryChoiceProps {
  layouts: readonly Layout[]
  to: TargetLayout
  isChosen: (slug: string) => boolean
  /** Selects or deselects categories. Null if the person can only read. */
  choose: ((slugs: readonly string[], chosen: boolean) => void) | null
}

/** Every category with its current layout, and a checkbox to migrate it. */
export function CategoryChoice({ layouts, to, isChosen, choose }: CategoryChoiceProps) {
  const able = layouts.filter(({ may }) => may.includes(to)).map(({ slug }) => slug)
  return (
    <Table label="Categories">
      <thead>
        <tr>
          {choose ? (
            <Th className="w-8">
              <input
                type="checkbox"
                aria-label="Select all categories that can be migrated"
                className="size-3.5 align-middle accent-accent"
                disabled={able.length === 0}
                checked={able.length > 0 && able.every(isChosen)}
                onChange={(event) => choose(able, event.target.checked)}
              />
            </Th>
          ) : null}
          <Th>Category</Th>
          <Th className="max-md:hidden">Current layout</Th>
          <Th numeric className="max-md:hidden">
            Agents
          </Th>
          <Th numeric className="max-md:hidden">
            Files
          </Th>
          <Th numeric className="max-md:hidden">
            Lines
          </Th>
          <Th numeric>Entries</Th>
        </tr>
      </thead>
      <tbody>
        {layouts.map((one) => {
          const can = one.may.includes(to)
          const now = `${layoutWords(one.layout)}${can || !choose ? "" : `: ${one.why[to] ?? "cannot be migrated to this layout"}`}`
          return (
            <tr key={one.slug}>
              {choose ? (
                <Td>
                  <input
                    type="checkbox"
                    aria-label={one.name}
                    className="size-3.5 align-middle accent-accent"
                    disabled={!can}
                    checked={can && isChosen(one.slug)}
                    onChange={(event) => choose([one.slug], event.target.checked)}
                  />
                </Td>
              ) : null}
              <Td className="max-md:py-1">
                <span className="font-medium">{one.name}</span>
                <span className="block text-sm wrap-anywhere whitespace-normal text-ink-2 md:hidden">
                  {now}
                </span>
              </Td>
              <Td className="py-1.5 text-ink-2 wrap-anywhere max-md:hidden md:whitespace-normal">{now}</Td>
              <Td
                numeric
                className="text-ink-2 max-md:hidden"
                title={one.agents.map(({ name }) => name).join(", ")}
              >
                {one.agents.length.toLocaleString("en")}
              </Td>
              <Td
                numeric
                className="text-ink-2 max-md:hidden"
                title={one.files.map(({ path }) => path).join("\n")}
              >
                {one.files.length.toLocaleString("en")}
              </Td>
              <Td numeric className="text-ink-2 max-md:hidden">
                {sum(one.files.map(({ lines }) => lines)).toLocaleString("en")}
              </Td>
              <Td numeric>{sum(one.files.map((file) => file.entries)).toLocaleString("en")}</Td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
