import { groupBy } from "../../text/group"
import { formatCount, joinNames } from "../../numbers/format-count"
import type { FoundAlert } from "../found-alert"
import { alertOf, type Rule } from "../rule"
import type { ProjectFacts, SetAsideFacts } from "./facts"

/** The import’s diagnostic code for secrets. */
export const SECRET_CODE = "secret"
/** Maximum number of quarantined files of a source that have an alert each. More files share one alert. */
export const MAX_QUARANTINED_FILES = 20
const NAMED = 100

const isSecret = ({ diagnostics }: SetAsideFacts): boolean =>
  diagnostics.some(({ code }) => code === SECRET_CODE)

/**
 * A file that was not imported because it contains a secret. The alert names the place and kind, never the
 * secret.
 */
export const quarantinedSecrets: Rule<ProjectFacts> = {
  find: ({ setAside }) =>
    setAside.filter(isSecret).map(({ source, path, diagnostics }) => {
      const secrets = diagnostics.filter(({ code }) => code === SECRET_CODE)
      const [first] = secrets
      const message = `${path} was not imported from ${source}: ${joinNames(
        secrets.map((one) => `${one.message} on line ${one.line}`),
        3,
      )}. Remove ${secrets.length === 1 ? "it" : "them"} from the file and replace ${secrets.length === 1 ? "it" : "them"} wherever ${secrets.length === 1 ? "it is" : "they are"} used`
      return alertOf("secret", {
        part: path,
        path,
        line: first?.line ?? null,
        column: first?.column ?? null,
        message,
        evidence: { figures: { secrets: secrets.length }, places: secrets.slice(0, NAMED) },
      })
    }),
  turns: () => [],
}

/** A possible memory file that was quarantined for another reason. */
export const quarantinedFiles: Rule<ProjectFacts> = {
  find: ({ setAside: files }) =>
    [
      ...groupBy(
        files.filter((one) => !isSecret(one)),
        ({ source }) => source,
      ),
    ].flatMap(([source, those]): FoundAlert[] => {
      if (those.length > MAX_QUARANTINED_FILES) return [allOf(source, those)]
      return those.map(({ path, reason, diagnostics: [first] }) =>
        alertOf("set-aside", {
          part: path,
          path,
          line: first?.line ?? null,
          column: first?.column ?? null,
          message: `${path} was quarantined in the last import from ${source}: ${reason}`,
          evidence: first ? { places: [first] } : {},
        }),
      )
    }),
  turns: () => [],
}

function allOf(source: string, files: readonly SetAsideFacts[]): FoundAlert {
  const reasons = [...groupBy(files, ({ reason }) => reason)].toSorted(([, a], [, b]) => b.length - a.length)
  const [most = "", those = []] = reasons[0] ?? []
  const why = reasons.length === 1 ? most : `${most} (${those.length.toLocaleString("en")} of them)`
  return alertOf("set-aside", {
    part: `${source}/`,
    message: `${formatCount(files.length, "file")} were quarantined in the last import from ${source}: ${why}`,
    evidence: { figures: { files: files.length }, names: files.slice(0, NAMED).map(({ path }) => path) },
  })
}
