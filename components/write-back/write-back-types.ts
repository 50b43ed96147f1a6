export type Way = "directory" | "branch" | "patch" | "zip"
export type WriteBackStanding =
  | "write"
  | "make"
  | "merge"
  | "remove"
  | "same"
  | "conflict"
  | "gone"
  | "read-only"
  | "problem"
  | "on-branch"
export type Status = "waiting" | "written" | "removed" | "same" | "conflict" | "failed" | "left"

export interface WriteBackHunk {
  readonly beforeLine: number
  readonly afterLine: number
  readonly lines: readonly {
    readonly kind: "same" | "cut" | "add"
    readonly text: string
    readonly noBreak?: boolean | undefined
  }[]
}

/** A file in a preview. */
export interface PreviewFile {
  readonly id: string
  readonly path: string
  readonly project: { readonly slug: string; readonly name: string }
  readonly revision: number
  readonly standing: WriteBackStanding
  /** True if a migration removed the file in Quarterdeck, so that it is removed in the source. */
  readonly goes: boolean
  readonly reason: string | null
  readonly added: number
  readonly removed: number
  readonly hunks: readonly WriteBackHunk[] | null
  readonly decisions: readonly {
    readonly revision: number
    readonly words: string
    readonly by: string
    readonly at: string
  }[]
  readonly conflict: string | null
}

/** The effect of a write-back, as `previewWriteBack` returns it. */
export interface WriteBackPreview {
  readonly team: string
  readonly source: { readonly id: string; readonly kind: string; readonly name: string }
  readonly way: Way
  readonly ways: readonly { readonly way: Way; readonly why: string | null }[]
  readonly shown: string
  readonly files: readonly PreviewFile[]
  readonly totals: {
    readonly files: number
    readonly filesRemoved: number
    readonly added: number
    readonly removed: number
  }
  readonly branch: { readonly name: string; readonly made: boolean } | null
  readonly running: string | null
}

/** A write-back, as `showWriteBack` returns it. */
export interface WriteBack {
  readonly id: string | null
  readonly team: string
  readonly source: { readonly id: string; readonly kind: string; readonly name: string }
  readonly way: Way
  readonly state: "running" | "done" | "failed"
  readonly branch: string | null
  readonly commit: string | null
  readonly error: string | null
  readonly by: string
  readonly createdAt: string | null
  readonly files: readonly {
    readonly id: string
    readonly path: string
    readonly project: string
    readonly status: Status
    readonly added: number
    readonly removed: number
    readonly reason: string | null
    readonly conflict: string | null
  }[]
}
