/** Reasons to notify a person of an item. */
export const NOTICE_REASONS = ["mention", "comment", "assignment"] as const

export type NoticeReason = (typeof NOTICE_REASONS)[number]

export interface PersonalNews {
  readonly team: string
  readonly notices: readonly {
    readonly reason: NoticeReason
    readonly subjectKind: string
    /** The path or agent of the item. */
    readonly subject: string
    readonly byName: string
    readonly url: string
  }[]
  /** The address of the settings. */
  readonly settings: string
}

const DID: Readonly<Record<NoticeReason, string>> = {
  mention: "mentioned you on",
  comment: "commented on",
  assignment: "assigned you",
}

/** Returns one sentence about a notice: "Mara Reyes mentioned you on a proposal for MEMORY.md". */
export const noticeSentence = ({
  reason,
  subjectKind,
  subject,
  byName,
}: Pick<PersonalNews["notices"][number], "reason" | "subjectKind" | "subject" | "byName">): string =>
  `${byName} ${DID[reason]} ${subjectKind === "alert" ? "an" : "a"} ${subjectKind} ${subjectKind === "proposal" ? "for" : "in"} ${subject}`
