import { Notice } from "@/components/ui/notice"

interface FileNoticesProps {
  state: string
  role: string
  format: string
  /** Errors among the file's problems. */
  errors: number
}

/** What one must know of a file before reading it. */
export function FileNotices({ state, role, format, errors }: FileNoticesProps) {
  const notices = [
    state === "gone" ? (
      <Notice key="gone" tone="caution" title="Its source no longer has this file">
        The text is kept as it last was. If the file comes back with the next import, its history goes on.
      </Notice>
    ) : null,
    state === "broken" ? (
      <Notice key="broken" tone="danger" title="This file could not be read as its format">
        Its bytes are kept and shown line by line; {errors > 0 ? "the problem stands below its line. " : ""}
        Put it right where it comes from and import it again.
      </Notice>
    ) : null,
    role === "identity" || format === "instructions" ? (
      <Notice key="read-only" title="Read-only">
        People write this file. It is shown, so that one sees what memory merely repeats; nothing here changes
        it.
      </Notice>
    ) : null,
  ].filter((one) => one !== null)
  return notices.length > 0 ? <div className="grid gap-2 px-3 pt-3 lg:px-5">{notices}</div> : null
}
