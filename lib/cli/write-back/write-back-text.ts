import type { WriteBackPreview, WriteBackRun } from "@/lib/operations/write-back/write-back-outputs"
import { count, table } from "../infra/table"
import { visible } from "../infra/terminal-text"

const WILL: Readonly<Record<string, string>> = {
  write: "write",
  make: "create",
  merge: "merge",
  remove: "remove",
  same: "unchanged",
  conflict: "conflict",
  gone: "removed from the source",
  "read-only": "read-only",
  problem: "skipped",
  "on-branch": "on the branch",
}

export function previewJson({ source, way, files, branch }: WriteBackPreview) {
  return {
    source: source.name,
    way,
    files: files.map(({ path, standing, added, removed, reason, decisions }) => ({
      path,
      status: standing,
      added,
      removed,
      reason,
      decisions,
    })),
    branch: branch?.name ?? null,
    commit: null,
  }
}

export function previewLines({ source, files, totals, branch }: WriteBackPreview): string {
  if (files.length === 0) return `Nothing to write back to ${visible(source.name)}`
  const rows = files.map((file) => [
    WILL[file.standing] ?? file.standing,
    `+${file.added}`,
    `-${file.removed}`,
    visible(file.path),
  ])
  const details = files.flatMap((file) => [
    ...(file.reason === null ? [] : [`${visible(file.path)}: ${visible(file.reason)}`]),
    ...file.decisions.map((one) => `${visible(file.path)}: ${visible(one.words)}, by ${visible(one.by)}`),
    ...(file.hunks ?? []).flatMap((hunk) =>
      hunk.lines.flatMap((line) =>
        line.kind === "same" ? [] : [`  ${line.kind === "add" ? "+" : "-"} ${visible(line.text)}`],
      ),
    ),
  ])
  const into = branch ? `a commit on ${branch.name}` : visible(source.name)
  const [written, removed] = [totals.files - totals.filesRemoved, totals.filesRemoved]
  const what = [
    ...(written > 0 || removed === 0 ? [`write ${count(written, "file")} into ${into}`] : []),
    ...(removed > 0 ? [`remove ${count(removed, "file")} from ${into}`] : []),
  ]
  return `${table(rows)}\n\n${details.join("\n")}\n\nWould ${what.join(" and ")}: ${count(totals.added, "line")} added, ${totals.removed.toLocaleString("en")} removed`
}

export function runJson({ source, files, branch, commit, id, way }: WriteBackRun): Record<string, unknown> {
  return {
    source: source.name,
    writeBack: id,
    way,
    files: files.map(({ path, status, added, removed, reason, conflict }) => ({
      path,
      status,
      added,
      removed,
      reason,
      conflict,
    })),
    branch,
    commit,
  }
}

export function runLines({ source, files, branch, commit }: WriteBackRun): string {
  if (files.length === 0) return `Nothing to write back to ${visible(source.name)}`
  const rows = files.map((file) => [file.status, `+${file.added}`, `-${file.removed}`, visible(file.path)])
  const reasons = files.flatMap((file) =>
    file.reason !== null && file.status !== "written" && file.status !== "removed"
      ? [`${visible(file.path)}: ${visible(file.reason)}`]
      : [],
  )
  const of = (status: string) => files.filter((file) => file.status === status).length
  const into = branch ? `${branch} (${commit?.slice(0, 10)})` : visible(source.name)
  return [
    table(rows),
    ...(reasons.length > 0 ? [reasons.join("\n")] : []),
    `Wrote ${count(of("written"), "file")} into ${into}${of("removed") === 0 ? "" : ` and removed ${of("removed").toLocaleString("en")}`}`,
  ].join("\n\n")
}
