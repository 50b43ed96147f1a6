import { alertOf, type Rule } from "../rule"
import type { ProjectFacts } from "./facts"

/**
 * A memory path that is a broken link or a link outside the import. Source: agent memory workspace, "symlinks provide one source of truth across
 * harnesses".
 */
export const linkBroken: Rule<ProjectFacts> = {
  find: ({ links }) =>
    links.map(({ source, path, target, state }) => {
      const to = target === null ? "" : ` to ${target}`
      const severity = state === "outside" ? "info" : "warning"
      const message = {
        dangling: `${path} in ${source} is a link${to}, but the target does not exist, so agents find no memory`,
        loop: `${path} in ${source} is a link${to} that points back to itself, so no harness can read it. Point the link to the memory file`,
        outside: `${path} is a link${to || " to a file"} outside ${source}. Quarterdeck does not check the target`,
      }[state]
      return alertOf("link-broken", {
        part: path,
        path,
        severity,
        message,
        evidence: target === null ? {} : { names: [target] },
      })
    }),
  turns: () => [],
}
