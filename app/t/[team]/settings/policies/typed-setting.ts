import { readLimit, LIMIT_KEYS, NONE } from "@/components/policies/format-limits"
import { formText } from "@/components/data/form-state"
import { readDaysByType } from "@/lib/memory/policies/days-by-type"
import { FORMAT_IDS } from "@/lib/memory/memory-files/format"
import { wordsFor } from "@/lib/memory/inputs/read-input"
import { type PolicySetting, policySettings } from "@/lib/memory/policies/policy"
import { capitalize } from "@/lib/memory/text/sentence"

type Typed = { readonly value: unknown } | { readonly problem: string }

const NULLABLE: readonly PolicySetting[] = [
  "budgetLines",
  "staleDays",
  "staleFileDays",
  "staleSessions",
  "compactionDays",
  "coachDays",
  "tellFrom",
  "alertOwner",
]

/**
 * Parses and validates the submitted value of a setting. Returns the value, or a problem to show at the
 * field.
 */
export function readTypedSetting(setting: PolicySetting, form: FormData): Typed {
  const raw = rawOf(setting, form)
  if (raw === undefined)
    return {
      problem:
        "Enter each type followed by a number of days, and separate the pairs with commas. Example: decision 365, project 90, other 180",
    }
  const checked = policySettings.shape[setting].safeParse(raw, { error: wordsFor })
  if (checked.success) return { value: checked.data }
  const [issue] = checked.error.issues
  const place = (issue?.path ?? []).filter((part) => typeof part === "string").join(", ")
  return { problem: capitalize(`${place === "" ? "" : `${place}: `}${issue?.message ?? "invalid value"}`) }
}

/** Returns the submitted value before validation. Undefined if it cannot be parsed. */
function rawOf(setting: PolicySetting, form: FormData): unknown {
  const typed = formText(form, "value").trim()
  if (typed === "" && NULLABLE.includes(setting)) return null
  const read = READERS[setting] ?? numberIn
  return read(typed, form)
}

/**
 * Functions that parse the submitted text of a setting and return undefined if the text is invalid. Settings
 * without a function are numbers.
 */
const READERS: Partial<Record<PolicySetting, (typed: string, form: FormData) => unknown>> = {
  rule: () => null,
  decider: (typed) => typed,
  tellFrom: (typed) => typed,
  alertOwner: (typed) => typed,
  verification: (typed) => {
    const days = readDaysByType(typed)
    return days === null || Object.keys(days).length === 0 ? undefined : days
  },
  staleDaysByType: (typed) => readDaysByType(typed) ?? undefined,
  noisePhrases: (typed) =>
    typed
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  quietKinds: (_, form) => form.getAll("value"),
  limits: (_, form) =>
    Object.fromEntries(
      FORMAT_IDS.map((id) => [id, limitsIn(form, id)] as const).filter(
        ([, limits]) => Object.keys(limits).length > 0,
      ),
    ),
  sections: (_, form) =>
    Object.fromEntries(
      FORMAT_IDS.map((id) => [id, sectionsIn(formText(form, `sections.${id}`))] as const).filter(
        ([, sections]) => sections !== null,
      ),
    ),
}

const numberIn = (typed: string): number => (typed === "" ? Number.NaN : Number(typed))

const limitsIn = (form: FormData, id: string) =>
  Object.fromEntries(
    LIMIT_KEYS.map((key) => [key, readLimit(formText(form, `limits.${id}.${key}`))] as const).filter(
      ([, limit]) => limit !== undefined,
    ),
  )

function sectionsIn(text: string): string[] | null {
  const sections = text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean)
  if (sections.length === 0) return null
  return sections.length === 1 && sections[0]?.toLowerCase() === NONE ? [] : sections
}
