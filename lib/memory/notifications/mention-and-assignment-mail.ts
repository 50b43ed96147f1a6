import { plainLine } from "./alert-messages"

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

/** The maximum number of notices in a mail. */
const MOST_LISTED = 20

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

/** Returns the mail about mentions, comments and assignments. It has paths and links, and no text of comments. */
export function personalMail({ team, notices, settings }: PersonalNews): {
  readonly subject: string
  readonly text: string
} {
  const lines = notices.map((one) => `${plainLine(noticeSentence(one))}\n${one.url}`)
  const [first] = notices
  const more = notices.length - MOST_LISTED
  return {
    subject:
      notices.length === 1 && first
        ? `${plainLine(team)}: ${plainLine(noticeSentence(first))}`
        : `${plainLine(team)}: ${notices.length.toLocaleString("en")} notifications`,
    text: [
      ...lines.slice(0, MOST_LISTED),
      ...(more > 0 ? [`${more.toLocaleString("en")} more in the Inbox.`] : []),
      `Change notification settings: ${settings}`,
    ].join("\n\n"),
  }
}
