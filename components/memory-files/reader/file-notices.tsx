import { Notice } from "@/components/ui/notice"

interface FileNoticesProps {
  state: string
  role: string
  format: string
  /** Number of problems that are errors. */
  errors: number
}

/** Notices above the text: removed from its source, malformed or read-only. */
export function FileNotices({ state, role, format, errors }: FileNoticesProps) {
  const notices = [
    state === "gone" ? (
      <Notice key="gone" tone="caution" title="Removed from its source">
        The last imported text is kept. If a later import contains the file again, its history continues.
      </Notice>
    ) : null,
    state === "broken" ? (
      <Notice key="broken" tone="danger" title="This file could not be parsed">
        The original text is shown line by line. {errors > 0 ? "Each error is shown below its line. " : ""}
        Fix the file at its source and import it again.
      </Notice>
    ) : null,
    role === "identity" || format === "instructions" ? (
      <Notice key="read-only" title="Read-only">
        People maintain this file. Quarterdeck shows it for reference and never changes it.
      </Notice>
    ) : null,
  ].filter((one) => one !== null)
  return notices.length > 0 ? <div className="grid gap-2 px-3 pt-3 lg:px-5">{notices}</div> : null
}
