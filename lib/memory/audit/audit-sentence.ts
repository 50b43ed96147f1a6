import { formatCount, pluralOf } from "@/lib/memory/text/sentence"
import { ownValue } from "@/lib/memory/text/own-value"
import { placeWords } from "../policies/policy-place"

/** An event of the audit log. */
export interface AuditEventFacts {
  /** "noun.verb" */
  readonly kind: string
  /** Name of the changed object. */
  readonly subject: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** A sentence without its actor, split around the subject: "approved 3 proposals in ", "architecture/MEMORY.md", ", by a rule". */
export interface Sentence {
  readonly before: string
  /** Null if the sentence has no subject. */
  readonly subject: string | null
  readonly after: string
}

/** Returns an event as a sentence for display. Kinds without a sentence of their own get a general one. */
export function sentenceOf(event: AuditEventFacts): Sentence {
  const words = ownValue(SENTENCES, event.kind) ?? `performed “${event.kind}” on {}`
  const sentence = typeof words === "string" ? words : words(event)
  const [before = "", after] = typeof sentence === "string" ? sentence.split("{}") : sentence
  return after === undefined
    ? { before, subject: null, after: "" }
    : { before, subject: event.subject, after }
}

/** Returns the actor of an event: the signed-in person, or the agent of the access token. */
export function actorOfEvent({
  by,
  detail,
}: {
  readonly by: { readonly kind: string; readonly name: string }
  readonly detail: Readonly<Record<string, unknown>>
}): { readonly name: string; readonly through: string | null } {
  const agent =
    typeof detail.author === "string" && detail.author.startsWith("agent:")
      ? detail.author.slice("agent:".length)
      : null
  if (agent !== null && by.kind !== "person")
    return { name: agent, through: by.kind === "token" ? `via the access token ${by.name}` : null }
  if (by.kind === "person" && text(detail.commandLine) !== "")
    return { name: by.name, through: `from the command line on ${text(detail.commandLine)}` }
  return { name: by.name, through: by.kind === "token" ? "via access token" : null }
}

/** True if a kind has a sentence of its own. */
export const hasSentence = (kind: string): boolean => Object.hasOwn(SENTENCES, kind)

/** Sentences with {} for the subject, or the parts before and after it, because typed text may contain {}. */
const SENTENCES: Readonly<
  Record<string, string | ((event: AuditEventFacts) => string | readonly [before: string, after: string])>
> = {
  "proposal.create": "proposed a change to {}",
  "proposal.support": "supported a pending proposal for {}",
  "proposal.approve": ({ detail }) => `approved ${proposalsOf(detail)} in {}${ruleOf(detail)}`,
  "proposal.merge": ({ detail }) => `merged ${proposalsOf(detail)} into an entry in {}${ruleOf(detail)}`,
  "proposal.reject": ({ detail }) => `rejected ${proposalsOf(detail)} for {}${ruleOf(detail)}`,
  "proposal.undo": ({ detail }) => `undid the decision on ${proposalsOf(detail)} for {}`,
  "proposal.withdraw": "withdrew a proposal for {}",
  "proposal.expire": "marked {} as expired",
  "proposal.rebase": "rebased a proposal for {}",
  "proposal.snooze": "snoozed {}",
  "proposal.assign": ({ detail }) =>
    detail.person === null ? "unassigned {}" : "assigned {} to a team member",
  "proposal.compare": "compared {} with memory",
  "conflict.find": "found {}",
  "conflict.compare": "checked {} for conflicts",
  "conflict.gone": "closed {} as no longer applicable",
  "conflict.resolve": "resolved a conflict in {}",
  "conflict.dismiss": "dismissed a conflict in {}",
  "conflict.undo": "undid the resolution of a conflict in {}",
  "conflict.snooze": "snoozed {}",
  "conflict.assign": ({ detail }) =>
    detail.person === null ? "unassigned {}" : "assigned {} to a team member",
  "comment.create": ({ detail }) => `commented on ${itemOf(detail)} in {}`,
  "comment.edit": ({ detail }) => `edited a comment on ${itemOf(detail)} in {}`,
  "comment.delete": ({ detail }) => `deleted a comment on ${itemOf(detail)} in {}`,
  "notification.set-mail": ({ detail }) =>
    `turned ${detail.enabled === true ? "on" : "off"} emails about mentions and assignments in {}`,
  "alert.evaluate": ({ detail }) =>
    `checked memory for alerts: ${
      [
        ["raised", "raised"],
        ["changed", "changed"],
        ["resolved", "resolved"],
      ]
        .flatMap(([count, word]) =>
          Number(ownValue(detail, count ?? "")) > 0
            ? [`${counted(ownValue(detail, count ?? ""), "alert")} ${word}`]
            : [],
        )
        .join(", ") || "{} changed"
    }`,
  "alert.acknowledge": ({ detail }) =>
    isOne(detail.alerts) ? "acknowledged an alert on {}" : "acknowledged {}",
  "alert.reopen": ({ detail }) => (isOne(detail.alerts) ? "reopened an alert on {}" : "reopened {}"),
  "alert.snooze": ({ detail }) =>
    isOne(detail.alerts) ? "snoozed an alert on {} for everyone" : "snoozed {} for everyone",
  "alert.assign": ({ detail }) =>
    `${detail.person === null ? "unassigned" : "assigned"} ${isOne(detail.alerts) ? "an alert on {}" : "{}"}${detail.person === null ? "" : " to a team member"}`,
  "alert.cure": () => "proposed a fix for an alert on {}",
  "compaction.propose": ({ detail }) => [
    `compacted ${ownValue({ logs: "the daily logs of ", trim: "", runs: "the runs of " } as Readonly<Record<string, string>>, text(detail.compaction)) ?? ""}`,
    Array.isArray(detail.proposals) && detail.proposals.length > 0
      ? `, creating ${proposalsOf(detail)}`
      : " without creating proposals",
  ],
  "alert.ignore": ({ detail }) => [
    "created a rule that ignores “",
    `” alerts${text(detail.path) ? ` on ${text(detail.path)}` : ""}`,
  ],
  "alert-rule.remove": () => ["deleted a rule that ignored “", "” alerts"],
  "health-badge.create": "created a public health badge for {}",
  "health-badge.remove": "revoked the public health badge for {}",
  "file.revise": "edited {}",
  "memory.init": "created the empty memory file {}",
  "memory.clear": ({ detail }) => [
    "cleared the memory file ",
    typeof detail.entries === "number" ? ` (${formatCount(detail.entries, "entry")})` : "",
  ],
  "file.restore": ({ detail }) => `restored {} to ${revision(detail.restored, "an earlier revision")}`,
  "entry.forget": "forgot an entry in {}",
  "entry.restore": "restored an entry in {}",
  "entry.rewind": ({ detail }) =>
    `restored an entry in {} from ${revision(detail.restored, "an earlier revision")}`,
  "revert.run": ({ detail }) =>
    isUndo(detail)
      ? "undid {}"
      : `reverted ${counted(detail.writes, "write")} by {} in ${counted(detail.files, "file")}`,
  "promotion.run": ({ detail }) =>
    `promoted an entry shared by ${counted(detail.agents, "agent")} to {} and removed the copies`,
  "migration.run": ({ detail }) => [
    `migrated the memory of ${counted(detail.categories, "category")} in `,
    ` from layout ${String(detail.from)} to ${String(detail.to)}: ${counted(detail.files, "file")}`,
  ],
  "seed.plan": ({ detail }) => `created a seed plan for {} with ${counted(detail.entries, "entry")}`,
  "seed.move": ({ detail }) => `moved ${counted(detail.entries, "entry")} in the seed plan for {}`,
  "seed.apply": ({ detail }) =>
    Array.isArray(detail.proposals) && detail.proposals.length > 0
      ? `proposed seeding {} with ${counted(detail.entries, "entry")}`
      : `seeded {} with ${counted(detail.entries, "entry")}`,
  "seed.undo": ({ detail }) => {
    if (detail.was === "fresh") return "undid the decision to start {} with empty memory"
    return detail.was === "dropped" ? "restored the seed plan for {}" : "undid the seeding of {}"
  },
  "seed.fresh": "started {} with empty memory",
  "seed.drop": "discarded the seed plan for {}",
  "team.restore": ({ detail }) => `restored {}: ${counted(detail.files, "file")}`,
  "entry.vouch": ({ detail }) =>
    Array.isArray(detail.entries) && detail.entries.length > 1 ? "verified {}" : "verified an entry in {}",
  "entry.withdraw-vouch": "withdrew the verification of an entry in {}",
  "write-back.start": ({ detail }) => `started writing ${counted(detail.files, "file")} back to {}`,
  "write-back.write": ({ detail }) => ["wrote ", ` back to ${text(detail.source) || "its source"}`],
  "write-back.commit": ({ detail }) => [
    "wrote back to ",
    ` as a commit on the branch ${text(detail.branch)}`,
  ],
  "write-back.conflict": "found changes on both sides in {} while writing back",
  "write-back.clear": "removed temporary files that an interrupted write-back left next to {}",
  "write-back.finish": "finished writing back to {}",
  "write-back.fail": "could not finish writing back to {}",
  "session.start": ({ detail }) => [
    "started a session for ",
    text(detail.harness) ? ` in ${text(detail.harness)}` : "",
  ],
  "session.close": "closed a session and recorded it in {}",
  "session.close-again": "closed a session that was already recorded in {}",
  "session.learn": ({ detail }) => [
    "proposed learnings from a session of ",
    `: ${counted(detail.proposed, "proposal")}`,
  ],
  "session.forsake": ({ detail }) =>
    detail.files === 1
      ? "deleted the inactive session memory file {}"
      : `deleted ${counted(detail.files, "inactive session memory file")}`,
  flush: "wrote to the log {}",
  "run.append": "appended a run to {}",
  "synthesis.snooze": "snoozed {}",
  "seed.snooze": "snoozed {}",
  "synthesis.reject": ({ detail }) => [`rejected the whole ${text(detail.kind) || "synthesis"} “`, "”"],
  "synthesis.reopen": ({ detail }) => [
    `undid the rejection of the ${text(detail.kind) || "synthesis"} “`,
    "”",
  ],
  "synthesis.publish": ({ detail }) => [
    `published the ${text(detail.kind) || "synthesis"} “`,
    `” with ${counted(detail.claims, "claim")} in ${text(detail.path)}`,
  ],
  "synthesis.withdraw": ({ detail }) => [`withdrew the ${text(detail.kind) || "synthesis"} “`, "”"],
  "claim.decide": ({ detail }) => [
    `${detail.verdict === "rejected" ? "rejected" : "accepted"} ${counted(detail.claims, "claim")} in “`,
    `”${detail.verdict === "edited" ? " with edits" : ""}${detail.becomes === "promotion" ? `, to be promoted by ${proposalsOf(detail)}` : ""}`,
  ],
  "claim.undo": ({ detail }) => [
    "undid the decision on a claim in “",
    `”${Array.isArray(detail.proposals) && detail.proposals.length > 0 ? ` and withdrew ${proposalsOf(detail)}` : ""}`,
  ],
  "coach-run.start": "started the built-in coach for {}",
  "coach-run.retry": "retried the built-in coach for {}",
  "coach-run.cancel": "canceled the coach run for {}",
  "coach-run.finish": ({ detail }) => [
    "finished the coach run for ",
    `, ${detail.claims === 0 ? "without claims" : `with ${counted(detail.claims, "claim")}`}${text(detail.by) ? `, requested by ${text(detail.by)}` : ""}`,
  ],
  "coach-run.fail": "could not finish the coach run for {}",
  "synthesis.submit": ({ detail }) => [
    `submitted the ${text(detail.kind) || "synthesis"} “`,
    `” with ${counted(detail.claims, "claim")}`,
  ],
  "import.open": ({ detail }) => `listed ${counted(detail.files, "file")} from {} for import`,
  "import.receive": ({ detail }) => `uploaded ${counted(detail.files, "file")} from {}`,
  "import.plan": ({ detail }) =>
    typeof detail.files === "number"
      ? `compared ${counted(detail.files, "file")} from {} with memory`
      : "planned the import from {}",
  "import.place": ({ detail }) => `assigned a destination to ${counted(detail.files, "file")} from {}`,
  "import.take": ({ detail }) => `imported ${counted(detail.files, "ignored file")} from {} as memory`,
  "import.places": "created the projects, categories and agents for {}",
  "import.start": "started the import from {}",
  "memory.reread": ({ detail }) =>
    `reindexed ${counted(detail.files, "memory file")} with updated parsing rules`,
  "import.store": ({ detail }) => `stored ${counted(detail.files, "file")} from {}`,
  "import.finish": "finished the import from {}",
  "import.fail": "could not finish the import from {}",
  "import.cancel": "canceled the import from {}",
  "import.expire": "marked the import from {} as expired",
  "sync.take": ({ detail }) => `recorded the merge base of ${counted(detail.files, "file")} in {}`,
  "policy.set": ({ subject, detail }) =>
    `${detail.settings === null ? "reset" : "set"} the policies for ${placeWords(subject)}`,
  "policy.change": ({ subject }) => `changed the policies for ${placeWords(subject)}`,
  "category.set": "set who can write to the memory of the category {}",
  "taxonomy.set": "edited the category {}",
  "taxonomy.remove": "deleted the category {}",
  "taxonomy.place": ({ detail }) =>
    detail.category === null
      ? "removed {} from their category"
      : ["assigned ", ` to the category ${text(detail.category)}`],
  "taxonomy.undo": "undid the assignment of {}",
  "taxonomy.apply": "assigned {} to categories based on member lists and rules",
  "taxonomy.default": "created {} from the default categories",
  "member.invite": ({ detail }) => `invited {}${asRole(detail)}`,
  "member.join": ({ detail }) => `joined the team${asRole(detail)}`,
  "member.change-role": ({ detail }) =>
    `changed the role of {}${text(detail.role) ? ` to ${text(detail.role)}` : ""}`,
  "member.remove": "removed {} from the team",
  "invitation.withdraw": "withdrew the invitation for {}",
  "access-token.create": "created the access token {}",
  "access-token.revoke": "revoked the access token {}",
  "channel.create": ({ detail }) => [
    "created the notification channel ",
    text(detail.where) ? `, which sends to ${text(detail.where)}` : "",
  ],
  "channel.change": "changed the channel {}",
  "channel.pause": ({ detail }) => [
    "paused the channel ",
    text(detail.because) ? `: ${text(detail.because)}` : "",
  ],
  "channel.resume": "resumed the channel {}",
  "channel.remove": "removed the channel {}",
  "channel.replace-key": "replaced the key for the channel {}",
  "channel.test": "tested the channel {}",
  "channel.retry": "resent a message to the channel {}",
  "digest.set": "turned on the daily digest for {}",
  "digest.unset": "turned off the daily digest for {}",
  "command-line.allow": "approved the command-line sign-in from {}",
  "command-line.deny": "rejected the command-line sign-in from {}",
  "command-line.begin": "signed in on the command line from {}",
  "command-line.end": "signed out of the command line on {}",
  "team.create": "created the team {}",
  "team.rename": ({ detail }) => [`renamed the team ${text(detail.before)} to `, ""],
  "directory.allow": "allowed imports from the directory {}",
  "directory.disallow": "disallowed imports from the directory {}",
  "view.save": "saved the view {}",
  "view.delete": "deleted the view {}",
  "samples.load": "loaded the samples: {}",
  "samples.done": "finished loading the samples",
  "samples.remove": "removed the sample teams {}",
  "login.begin": "signed in",
  "login.end": "signed out",
  "login.end-all": "signed {} out everywhere",
  "person.admit": "was granted access",
  "person.rename": ({ detail }) => [`changed their name from ${text(detail.before)} to `, ""],
  "person.change-password": "changed their password",
  "person.reset-password": "created a password reset link for {}",
  "identity.connect": ({ detail }) =>
    `connected their ${text(detail.provider) || "sign-in provider"} account`,
  "owner.invite": "created a sign-in link for {}",
  "owner.claim": "became the owner of this deployment",
}

const isOne = (list: unknown): boolean => Array.isArray(list) && list.length === 1

/** Returns the kind of an item with its article: "a proposal", "an alert". */
const itemOf = ({ on }: AuditEventFacts["detail"]): string => `${on === "alert" ? "an" : "a"} ${text(on)}`

const text = (value: unknown): string => (typeof value === "string" ? value : "")

const proposalsOf = ({ proposals }: AuditEventFacts["detail"]): string =>
  Array.isArray(proposals) && proposals.length > 1
    ? `${proposals.length.toLocaleString("en")} proposals`
    : "a proposal"

const ruleOf = ({ rule }: AuditEventFacts["detail"]): string => (rule ? ", as allowed by the policy" : "")

const revision = (number: unknown, otherwise: string): string =>
  typeof number === "number" ? `revision ${number}` : otherwise

const counted = (number: unknown, noun: string): string =>
  typeof number === "number" ? formatCount(number, noun) : pluralOf(noun)

/** True if an event undoes a revert, a promotion, a seed or a migration. */
const isUndo = ({ of }: AuditEventFacts["detail"]): boolean =>
  typeof of === "object" &&
  of !== null &&
  ["revert", "promotion", "seed", "migration"].some((one) => Object.hasOwn(of, one))

const asRole = ({ role }: AuditEventFacts["detail"]): string => (text(role) ? ` as ${text(role)}` : "")
