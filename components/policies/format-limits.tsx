import type { FormatId, LoadLimits } from "@/lib/memory/memory-files/format"
import { type Control, Input } from "@/components/ui/field"
import { Table, Td, Th } from "@/components/data/table"
import type { PolicySettings } from "@/lib/memory/policies/policy"

/** A format with its name and its default limits. */
export interface ListedFormat {
  readonly id: FormatId
  readonly name: string
  readonly own: LoadLimits
  /** Sections that the format requires by default. */
  readonly sections: readonly string[]
}

export type LimitKey = keyof LoadLimits

export const LIMIT_WORDS: Record<LimitKey, string> = {
  budget: "Budget",
  lines: "Lines",
  bytes: "Bytes",
  characters: "Characters",
  runs: "Runs",
}
export const LIMIT_KEYS = Object.keys(LIMIT_WORDS) as readonly LimitKey[]

/** The input that turns a format's default limit off. */
export const NONE = "none"

function writeLimit(limit: number | null | undefined): string {
  if (limit === undefined) return ""
  return limit === null ? NONE : String(limit)
}

/**
 * Parses a limit. Returns undefined for an empty text (the format’s default) and null for "none". Returns
 * NaN, which the schema rejects, for other text.
 */
export function readLimit(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === "") return undefined
  return typed.toLowerCase() === NONE ? null : Number(typed.replaceAll(/[\s,_]/g, ""))
}

type FormatTableProps = {
  control: Control
  typed: Readonly<Record<string, string>> | undefined
  formats: readonly ListedFormat[]
} & (
  | { kind: "limits"; limits: PolicySettings["limits"] }
  | { kind: "sections"; sections: PolicySettings["sections"] }
)

/** One row per format. Empty fields use the format's default, shown as the placeholder. "none" turns a limit off. */
export function FormatTable({ control, typed, formats, ...shown }: FormatTableProps) {
  return (
    <fieldset
      id={control.id}
      tabIndex={-1}
      aria-labelledby={`${control.id}-label`}
      aria-describedby={control["aria-describedby"]}
      className="w-full min-w-0"
    >
      <Table label={shown.kind === "limits" ? "Limits by format" : "Sections by format"}>
        <thead>
          <tr>
            <Th>Format</Th>
            {shown.kind === "limits" ? (
              LIMIT_KEYS.map((key) => <Th key={key}>{LIMIT_WORDS[key]}</Th>)
            ) : (
              <Th>Sections, separated by commas</Th>
            )}
          </tr>
        </thead>
        <tbody>
          {formats.map(({ id, name, own, sections }) => (
            <tr key={id}>
              <Td className="py-1">{name}</Td>
              {shown.kind === "limits" ? (
                LIMIT_KEYS.map((key) => (
                  <Td key={key} className="py-1">
                    <Input
                      name={`limits.${id}.${key}`}
                      aria-label={`${LIMIT_WORDS[key]} for ${name}`}
                      inputMode="numeric"
                      autoComplete="off"
                      className="min-w-20"
                      placeholder={own[key]?.toLocaleString("en") ?? NONE}
                      defaultValue={typed?.[`limits.${id}.${key}`] ?? writeLimit(shown.limits[id]?.[key])}
                    />
                  </Td>
                ))
              ) : (
                <Td className="w-full py-1">
                  <Input
                    name={`sections.${id}`}
                    aria-label={`Sections for ${name}`}
                    autoComplete="off"
                    className="min-w-64"
                    placeholder={sections.join(", ") || NONE}
                    defaultValue={typed?.[`sections.${id}`] ?? writeSections(shown.sections[id])}
                  />
                </Td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </fieldset>
  )
}

function writeSections(sections: readonly string[] | undefined): string {
  if (sections === undefined) return ""
  return sections.length === 0 ? NONE : sections.join(", ")
}
