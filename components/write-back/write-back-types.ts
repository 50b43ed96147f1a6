import type { OutputOf } from "@/lib/http/contract"

export type WriteBackMethod = WriteBackPreview["way"]
export type WriteBackStanding = PreviewFile["standing"]
export type WrittenFileStatus = WriteBack["files"][number]["status"]

export type WriteBackHunk = NonNullable<PreviewFile["hunks"]>[number]

/** A file in a preview. */
export type PreviewFile = WriteBackPreview["files"][number]

/** The effect of a write-back, as `previewWriteBack` returns it. */
export type WriteBackPreview = OutputOf<"write-back.preview">

/** A write-back, as `showWriteBack` returns it. */
export type WriteBack = OutputOf<"write-back.show">
