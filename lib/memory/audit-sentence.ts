import { ownValue } from "@/lib/memory/own-value"
import { placeWords } from "./policy-place"

/** What an event of the audit log says of itself. */
export interface Told {
  /** noun.verb */
  readonly kind: string
  /** What it happened to. */
  readonly subject: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** A sentence without its subject's doer: "approved 3 proposals in " and "architecture/MEMORY.md" and ", by a rule". */
export interface Sentence {
  readonly before: string
  /** Null where the sentence says it all without. */
  readonly subject: string | null
  readonly after: string
}

/** What happened, for people. A kind without words of its own still gets a sentence that is true. */
export function sentenceOf(told: Told): Sentence {
  const words = ownValue(SENTENCES, told.kind)
  const sentence =
    words === undefined ? `did “${told.kind}” with {}` : typeof words === "string" ? words : words(told)
  const [before = "", after] = typeof sentence === "string" ? sentence.split("{}") : sentence
  return after === undefined ? { before, subject: null, after: "" } : { before, subject: told.subject, after }
}

/** Who did it: whoever was signed in, or the agent that an access token spoke for. */
export function doerOf({
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
    return { name: agent, through: by.kind === "token" ? `by the access token ${by.name}` : null }
  if (by.kind === "person" && text(detail.commandLine) !== "")
    return { name: by.name, through: `at the command line ${text(detail.commandLine)}` }
  return { name: by.name, through: by.kind === "token" ? "by access token" : null }
}

/** Whether there are words for a kind. */
export const hasSentence = (kind: string): boolean => Object.hasOwn(SENTENCES, kind)

/** With {} for the subject, or what stands before and after it: what somebody has typed may look like {} too. */
const SENTENCES: Readonly<
  Record<string, string | ((told: Told) => string | readonly [before: string, after: string])>
> = {
  "proposal.create": "proposed a write to {}",
  "proposal.support": "proposed for {} what waits there already",
  "proposal.approve": ({ detail }) => `approved ${proposalsOf(detail)} in {}${ruleOf(detail)}`,
  "proposal.merge": ({ detail }) => `merged ${proposalsOf(detail)} into an entry of {}${ruleOf(detail)}`,
  "proposal.reject": ({ detail }) => `rejected ${proposalsOf(detail)} to {}${ruleOf(detail)}`,
  "proposal.undo": ({ detail }) => `took back the decision on ${proposalsOf(detail)} to {}`,
  "proposal.withdraw": "withdrew a proposal to {}",
  "proposal.expire": "let {} go that had waited for too long",
  "proposal.rebase": "rebased a proposal to {}",
  "proposal.snooze": "snoozed {}",
  "proposal.assign": ({ detail }) =>
    detail.person === null ? "assigned {} to nobody in particular" : "assigned {} to a curator",
  "proposal.compare": "compared {} with what is stored",
  "conflict.find": "found {}",
  "conflict.compare": "looked for conflicts in {}",
  "conflict.gone": "closed {} whose sides no longer stand",
  "conflict.resolve": "resolved a conflict in {}",
  "conflict.dismiss": "said of two statements in {} that they are no conflict",
  "conflict.undo": "took back the resolution of a conflict in {}",
  "conflict.snooze": "snoozed {}",
  "alert.evaluate": ({ detail }) =>
    `looked at memory again: ${
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
  "alert.reopen": ({ detail }) => (isOne(detail.alerts) ? "opened an alert on {} again" : "opened {} again"),
  "alert.snooze": ({ detail }) =>
    isOne(detail.alerts) ? "snoozed an alert on {} for everybody" : "snoozed {} for everybody",
  "alert.assign": ({ detail }) =>
    `assigned ${isOne(detail.alerts) ? "an alert on {}" : "{}"} to ${detail.person === null ? "nobody in particular" : "a curator"}`,
  "alert.cure": () => "proposed what cures an alert on {}",
  "compaction.propose": ({ detail }) => [
    `went through ${ownValue({ logs: "the daily logs", trim: "the length", runs: "the runs" } as Readonly<Record<string, string>>, text(detail.compaction)) ?? "what there is"} of `,
    Array.isArray(detail.proposals) && detail.proposals.length > 0
      ? ` and proposed ${proposalsOf(detail)}`
      : " and proposed nothing",
  ],
  "alert.ignore": ({ detail }) => [
    "made a rule that ignores alerts of the kind “",
    `”${text(detail.path) ? ` on ${text(detail.path)}` : ""}`,
  ],
  "alert-rule.remove": () => ["took away a rule that ignored alerts of the kind “", "”"],
  "health-badge.create": "made an address under which anybody may see the health of {}",
  "health-badge.remove": "took back an address under which the health of {} could be seen",
  "file.revise": "edited {}",
  "memory.init": "made the empty memory {}",
  "memory.clear": ({ detail }) => [
    "cleared the memory ",
    typeof detail.entries === "number"
      ? ` of ${detail.entries.toLocaleString("en")} ${detail.entries === 1 ? "entry" : "entries"}`
      : "",
  ],
  "file.restore": ({ detail }) => `restored {} to ${revision(detail.restored, "an earlier revision")}`,
  "entry.forget": "forgot an entry of {}",
  "entry.restore": "restored an entry of {}",
  "entry.rewind": ({ detail }) =>
    `restored an entry of {} as ${revision(detail.restored, "an earlier revision")} had it`,
  "revert.run": ({ detail }) =>
    isUndo(detail)
      ? "undid {}"
      : `reverted what {} wrote: ${counted(detail.writes, "write")} in ${counted(detail.files, "file")}`,
  "promotion.run": ({ detail }) =>
    `promoted to {} what ${counted(detail.agents, "agent")} held, and took their copies out`,
  "migration.run": ({ detail }) => [
    `moved the memory of ${counted(detail.categories, "category", "categories")} in `,
    ` from layout ${String(detail.from)} to ${String(detail.to)}: ${counted(detail.files, "file")}`,
  ],
  "seed.plan": ({ detail }) =>
    `planned what {} would begin with: ${counted(detail.entries, "entry", "entries")}`,
  "seed.move": ({ detail }) => `moved ${counted(detail.entries, "entry", "entries")} in the plan for {}`,
  "seed.apply": ({ detail }) =>
    Array.isArray(detail.proposals) && detail.proposals.length > 0
      ? `proposed what {} is seeded with: ${counted(detail.entries, "entry", "entries")}`
      : `seeded {} with ${counted(detail.entries, "entry", "entries")}`,
  "seed.undo": ({ detail }) =>
    detail.was === "fresh"
      ? "took back that {} begins from nothing"
      : detail.was === "dropped"
        ? "took up the plan for {} again"
        : "took back the seeding of {}",
  "seed.fresh": "decided that {} begins from nothing",
  "seed.drop": "dropped the plan for {}",
  "team.restore": ({ detail }) => `restored {}: ${counted(detail.files, "file")}`,
  "entry.vouch": ({ detail }) =>
    Array.isArray(detail.entries) && detail.entries.length > 1
      ? "vouched for {}"
      : "vouched for an entry of {}",
  "entry.withdraw-vouch": "no longer vouches for an entry of {}",
  "write-back.start": ({ detail }) => `began to write ${counted(detail.files, "file")} back to {}`,
  "write-back.write": ({ detail }) => ["wrote ", ` back to ${text(detail.source) || "its source"}`],
  "write-back.commit": ({ detail }) => [
    "wrote back to ",
    ` as a commit on the branch ${text(detail.branch)}`,
  ],
  "write-back.conflict": "found {} changed on both sides while writing back",
  "write-back.clear": "cleared away what a write-back that was cut off had left beside {}",
  "write-back.finish": "finished writing back to {}",
  "write-back.fail": "could not finish writing back to {}",
  "session.start": ({ detail }) => [
    "began a session of ",
    text(detail.harness) ? ` in ${text(detail.harness)}` : "",
  ],
  "session.close": "closed a session and recorded it in {}",
  "session.close-again": "closed a session again that is recorded in {}",
  "session.learn": ({ detail }) => [
    "proposed what a session of ",
    ` learned: ${counted(detail.proposed, "proposal")}`,
  ],
  "session.forsake": ({ detail }) =>
    detail.files === 1
      ? "deleted the session memory {}, which nobody had changed for days"
      : `deleted ${counted(detail.files, "file")} of session memory that nobody had changed for days`,
  flush: "wrote to the log {}",
  "run.append": "appended a run to {}",
  "synthesis.snooze": "snoozed {}",
  "seed.snooze": "snoozed {}",
  "synthesis.reject": ({ detail }) => [`rejected the ${text(detail.kind) || "synthesis"} “`, "” as a whole"],
  "synthesis.reopen": ({ detail }) => [
    `took back the rejection of the ${text(detail.kind) || "synthesis"} “`,
    "”",
  ],
  "synthesis.publish": ({ detail }) => [
    `published the ${text(detail.kind) || "synthesis"} “`,
    `” with ${counted(detail.claims, "claim")} in ${text(detail.path)}`,
  ],
  "synthesis.withdraw": ({ detail }) => [
    `took back the publishing of the ${text(detail.kind) || "synthesis"} “`,
    "”",
  ],
  "claim.decide": ({ detail }) => [
    `${detail.verdict === "rejected" ? "rejected" : "accepted"} ${counted(detail.claims, "claim")} of “`,
    `”${detail.verdict === "edited" ? " in other words" : ""}${detail.becomes === "promotion" ? `, to be promoted by ${proposalsOf(detail)}` : ""}`,
  ],
  "claim.undo": ({ detail }) => [
    "took back the decision on a claim of “",
    `”${Array.isArray(detail.proposals) && detail.proposals.length > 0 ? ` and withdrew ${proposalsOf(detail)}` : ""}`,
  ],
  "coach-run.start": "asked the built-in coach for {}",
  "coach-run.retry": "asked the built-in coach again for {}",
  "coach-run.cancel": "cancelled the run of the coach for {}",
  "coach-run.finish": ({ detail }) => [
    "let the built-in coach write ",
    `, ${detail.claims === 0 ? "which had nothing to say" : `with ${counted(detail.claims, "claim")}`}${text(detail.by) ? `, for ${text(detail.by)}` : ""}`,
  ],
  "coach-run.fail": "could not end the run of the coach for {}",
  "synthesis.submit": ({ detail }) => [
    `submitted the ${text(detail.kind) || "synthesis"} “`,
    `” with ${counted(detail.claims, "claim")}`,
  ],
  "import.open": ({ detail }) => `offered ${counted(detail.files, "file")} from {}`,
  "import.receive": ({ detail }) => `sent ${counted(detail.files, "file")} of {}`,
  "import.plan": ({ detail }) =>
    typeof detail.files === "number"
      ? `compared ${counted(detail.files, "file")} of {} with what is stored`
      : "planned the import from {}",
  "import.place": ({ detail }) => `placed ${counted(detail.files, "file")} of {}`,
  "import.take": ({ detail }) => `took ${counted(detail.files, "file")} of {} as memory`,
  "import.places": "made the projects, categories and agents of {}",
  "import.start": "started the import from {}",
  "memory.reread": ({ detail }) => `read ${counted(detail.files, "file")} of {} again, by newer rules`,
  "import.store": ({ detail }) => `stored ${counted(detail.files, "file")} from {}`,
  "import.finish": "finished the import from {}",
  "import.fail": "could not finish the import from {}",
  "import.cancel": "cancelled the import from {}",
  "import.expire": "ended the import from {}, which was not continued",
  "sync.take": ({ detail }) => `wrote down what {} has by now of ${counted(detail.files, "file")}`,
  "policy.set": ({ subject, detail }) =>
    `${detail.settings === null ? "took away" : "set"} the policies of ${placeWords(subject)}`,
  "policy.change": ({ subject }) => `changed the policies of ${placeWords(subject)}`,
  "category.set": "set who writes to the memory of the category {}",
  "taxonomy.set": "edited the category {}",
  "taxonomy.remove": "took away the category {}",
  "taxonomy.place": ({ detail }) =>
    detail.category === null
      ? "took {} out of their category"
      : ["placed ", ` in the category ${text(detail.category)}`],
  "taxonomy.undo": "took back where {} had been placed",
  "taxonomy.apply": "placed {} by members and rules",
  "taxonomy.default": "made {} as the default taxonomy has them",
  "member.invite": ({ detail }) => `invited {}${asRole(detail)}`,
  "member.join": ({ detail }) => `joined the team${asRole(detail)}`,
  "member.change-role": ({ detail }) => `made {} a ${text(detail.role) || "member of another role"}`,
  "member.remove": "removed {} from the team",
  "invitation.withdraw": "withdrew the invitation of {}",
  "access-token.create": "made the access token {}",
  "access-token.revoke": "revoked the access token {}",
  "channel.create": ({ detail }) => [
    "has the team told of alerts by the channel ",
    text(detail.where) ? `, at ${text(detail.where)}` : "",
  ],
  "channel.change": "changed the channel {}",
  "channel.pause": ({ detail }) => [
    "paused the channel ",
    text(detail.because) ? `: ${text(detail.because)}` : "",
  ],
  "channel.resume": "let the channel {} go on",
  "channel.remove": "removed the channel {}",
  "channel.replace-key": "gave the channel {} a new key",
  "channel.test": "tested the channel {}",
  "channel.retry": "sent a message to the channel {} again",
  "digest.set": "asked for a mail a day of what waits in {}",
  "digest.unset": "wants no mail a day of what waits in {}",
  "command-line.allow": "let the command line {} act as them",
  "command-line.deny": "turned away the command line {}",
  "command-line.begin": "signed in at the command line {}",
  "command-line.end": "ended the login of the command line {}",
  "team.create": "made the team {}",
  "team.rename": ({ detail }) => [`renamed the team ${text(detail.before)} to `, ""],
  "directory.allow": "allowed imports from the directory {}",
  "directory.disallow": "no longer allows imports from the directory {}",
  "view.save": "saved the view {}",
  "view.delete": "deleted the view {}",
  "samples.load": "loaded the samples: {}",
  "samples.done": "finished loading the samples",
  "login.begin": "signed in",
  "login.end": "signed out",
  "login.end-all": "ended every login of {}",
  "person.admit": "was admitted",
  "person.rename": ({ detail }) => [`changed their name from ${text(detail.before)} to `, ""],
  "person.change-password": "changed their password",
  "person.reset-password": "made a link for {} to set a new password",
  "identity.connect": ({ detail }) => `connected their account of ${text(detail.provider) || "a provider"}`,
  "owner.invite": "made the link for {}",
  "owner.claim": "became the owner of this deployment",
}

const isOne = (list: unknown): boolean => Array.isArray(list) && list.length === 1

const text = (value: unknown): string => (typeof value === "string" ? value : "")

const proposalsOf = ({ proposals }: Told["detail"]): string =>
  Array.isArray(proposals) && proposals.length > 1
    ? `${proposals.length.toLocaleString("en")} proposals`
    : "a proposal"

const ruleOf = ({ rule }: Told["detail"]): string => (rule ? ", by the rule of its policy" : "")

const revision = (number: unknown, otherwise: string): string =>
  typeof number === "number" ? `revision ${number}` : otherwise

const counted = (number: unknown, noun: string, many = `${noun}s`): string =>
  typeof number === "number" ? `${number.toLocaleString("en")} ${number === 1 ? noun : many}` : many

/** A revert of a revert. */
const isUndo = ({ of }: Told["detail"]): boolean =>
  typeof of === "object" &&
  of !== null &&
  ["revert", "promotion", "seed", "migration"].some((one) => Object.hasOwn(of, one))

const asRole = ({ role }: Told["detail"]): string => (text(role) ? ` as ${text(role)}` : "")
