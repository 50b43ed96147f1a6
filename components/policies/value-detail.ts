import { KINDS_OF_ALERT, type AlertKind } from "@/lib/memory/alerts/kinds"
import { type DaysByType, writeDaysByType } from "@/lib/memory/policies/days-by-type"
import type { PolicySetting, PolicySettings } from "@/lib/memory/policies/policy"
import { LIMIT_KEYS, LIMIT_WORDS, type ListedFormat } from "./format-limits"

/** Returns the details behind a summary such as "2 formats customized". Null if the summary is complete. */
export function valueDetail(
  setting: PolicySetting,
  value: PolicySettings[PolicySetting],
  formats: readonly ListedFormat[],
): string | null {
  const nameOf = (id: string) => formats.find((one) => one.id === id)?.name ?? id
  switch (setting) {
    case "limits":
      return listed(
        Object.entries(value as PolicySettings["limits"]).map(
          ([id, limits]) =>
            `${nameOf(id)}: ${LIMIT_KEYS.filter((key) => limits?.[key] !== undefined)
              .map(
                (key) => `${LIMIT_WORDS[key].toLowerCase()} ${limits?.[key]?.toLocaleString("en") ?? "none"}`,
              )
              .join(", ")}`,
        ),
      )
    case "sections":
      return listed(
        Object.entries(value as PolicySettings["sections"]).map(
          ([id, sections]) => `${nameOf(id)}: ${sections?.length ? sections.join(", ") : "none"}`,
        ),
      )
    case "staleDaysByType":
    case "verification":
      return writeDaysByType(value as DaysByType) || null
    case "noisePhrases":
      return listed((value as readonly string[]).map((phrase) => `“${phrase}”`))
    case "quietKinds":
      return listed((value as readonly AlertKind[]).map((kind) => KINDS_OF_ALERT[kind].label))
    default:
      return null
  }
}

const listed = (parts: readonly string[]): string | null => (parts.length === 0 ? null : parts.join(" · "))
