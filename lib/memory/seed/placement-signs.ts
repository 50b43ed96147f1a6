import { roleTitle } from "../context/category-section"
import { joinNames } from "../text/sentence"
import type { SeedContext, SeedReading } from "./reading"
import type { FilePlace } from "./seed-entry"
import type { SignName } from "./sign-weights"
import { containsPhrase, stemsOf } from "./stemmed-text"
import placement from "../lexicon/placement.json" with { type: "json" }

/** A vote of a sign for a place, with its strength and its words for display. */
export interface Vote {
  readonly place: FilePlace
  readonly strength: number
  readonly words: string
}

interface Sign {
  readonly name: SignName
  readonly find: (reading: SeedReading, ground: SeedContext) => readonly Vote[]
}

const SHARED: FilePlace = { kind: "shared" }
const COORDINATOR: FilePlace = { kind: "coordinator" }

export const NOTHING_ELSE = "not specific to one role"

/** All signs for a place. Their weights are in `sign-weights.ts`. */
const SIGNS: readonly Sign[] = [
  {
    name: "own section",
    find: ({ stoodIn, entry }) =>
      stoodIn === null || stoodIn.kind === "stranger"
        ? []
        : [{ place: stoodIn, strength: 1, words: `was under “${entry.section}”` }],
  },
  { name: "nothing else", find: () => [{ place: SHARED, strength: 1, words: NOTHING_ELSE }] },
  {
    name: "coordination is rare",
    find: (_, { asked }) =>
      asked.category.coordinator === null ? [] : [{ place: COORDINATOR, strength: 1, words: "" }],
  },
  { name: "says who it is for", find: saysForWhom },
  {
    name: "role's words",
    find: ({ spoken, text }) =>
      spoken
        .filter(({ inText }) => inText > 0)
        .map(({ role, inText, words }) => ({
          place: roleOf(role),
          strength: Math.min(2.5, inText / lengthOf(text)),
          words: `mentions ${joinNames(words.slice(0, 3))}`,
        })),
  },
  {
    name: "heading's words",
    find: ({ spoken, entry }) =>
      spoken
        .filter(({ inSection }) => inSection > 0)
        .map(({ role, inSection }) => ({
          place: roleOf(role),
          strength: Math.min(1.3, inSection),
          words: `its heading “${entry.section}” matches the role ${titleOf(role)}`,
        })),
  },
  {
    name: "heading names the role",
    find: ({ spoken, entry }) => {
      const [headed, ...others] = spoken.filter(({ headed: isNamed }) => isNamed)
      return headed === undefined || others.length > 0
        ? []
        : [
            {
              place: roleOf(headed.role),
              strength: 1,
              words: `its heading “${entry.section}” names the role ${titleOf(headed.role)}`,
            },
          ]
    },
  },
  {
    name: "predecessor's name",
    find: ({ spoken, section, entry }) => {
      const named = spoken.filter(({ inFrom }) => inFrom > 0)
      return named.length !== 1 || saysWhere(section.text)
        ? []
        : named.map(({ role, inFrom }) => ({
            place: roleOf(role),
            strength: Math.min(1, inFrom),
            words: `${entry.from} covers the same subjects as ${role}`,
          }))
    },
  },
  {
    name: "like what is held",
    find: ({ near }) =>
      near === null || near.known.place === null || near.contradicts
        ? []
        : [
            {
              place: near.known.place,
              strength: near.score,
              words: `similar to an entry ${whereOf(near.known.place)}`,
            },
          ],
  },
  {
    name: "told from elsewhere",
    find: ({ entry }, { asked }) =>
      (asked.hints ?? [])
        .filter((hint) => hint.entry === entry.id && isHere(hint.place, asked.roles))
        .map(({ place, strength, words }) => ({
          place,
          strength: Math.min(1, Math.max(0, strength)),
          words,
        })),
  },
  {
    name: "heading's company",
    find: ({ entry }, { company }) =>
      company
        .filter(
          (one) =>
            one.section !== null &&
            one.from === entry.from &&
            one.section === entry.section &&
            !saysWhere(one.section),
        )
        .map(({ role }) => ({
          place: roleOf(role),
          strength: 1,
          words: `other entries under “${entry.section}” are mostly for ${role}`,
        })),
  },
  {
    name: "predecessor's company",
    find: ({ section, entry }, { company }) =>
      company
        .filter((one) => one.section === null && one.from === entry.from && !saysWhere(section.text))
        .map(({ role }) => ({
          place: roleOf(role),
          strength: 1,
          words: `other entries from ${entry.from} are mostly for ${role}`,
        })),
  },
  {
    name: "its own agent's",
    find: ({ entry }, { asked }) =>
      asked.roles
        .filter((role) => role === entry.from)
        .map((role) => ({ place: roleOf(role), strength: 1, words: `from ${role}’s own memory` })),
  },
  {
    name: "reports a finding",
    find: ({ text }, { asked }) => {
      const strength = findingIn(text)
      return strength === 0 ? [] : asked.roles.map((role) => ({ place: roleOf(role), strength, words: "" }))
    },
  },
  {
    name: "the new agent's trade",
    find: ({ text }, { asked }) => {
      const strength = findingIn(text)
      return asked.agent === null || strength === 0 || !asked.roles.includes(asked.agent)
        ? []
        : [
            {
              place: roleOf(asked.agent),
              strength,
              words: `a finding from ${asked.agent}’s predecessor`,
            },
          ]
    },
  },
  { name: "holds for all", find: ({ text }) => matching(text.text, FOR_ALL, SHARED, "applies to everyone") },
  {
    name: "way of working",
    find: ({ text }) =>
      phrasesIn(text, WAYS, { place: SHARED, most: 2, words: "is about how everyone works" }),
  },
  {
    name: "work that is handed in",
    find: ({ text }) =>
      phrasesIn(text, HANDED_IN, { place: SHARED, most: 2, words: "is about reviewing written work" }),
  },
  { name: "calendar", find: ({ text }) => matching(text.text, CALENDAR, SHARED, "says when things happen") },
  {
    name: "tools of all",
    find: ({ text }) =>
      phrasesIn(text, TOOLS, { place: SHARED, most: 2, words: "says what the project is built with" }),
  },
  {
    name: "heading for all",
    find: ({ section, entry }) =>
      matching(
        section.text.trim(),
        HEADING_FOR_ALL,
        SHARED,
        `its heading “${entry.section}” is for everyone`,
      ),
  },
  {
    name: "kind for all",
    find: ({ entry }) =>
      entry.type === "convention" || entry.type === "preference" || entry.type === "decision"
        ? [{ place: SHARED, strength: 1, words: `is a ${entry.type}` }]
        : [],
  },
  {
    name: "heading on coordination",
    find: ({ section, entry }) =>
      matching(
        section.text,
        HEADING_ON_COORDINATION,
        COORDINATOR,
        `its heading “${entry.section}” is about coordination`,
      ).map((vote) => ({ ...vote, strength: ONLY_COORDINATION.test(section.text.trim()) ? 1.5 : 1 })),
  },
  { name: "several roles", find: namesSeveral },
  { name: "another agent", find: namesAnAgent },
  {
    name: "bringing together",
    find: ({ text }) =>
      phrasesIn(text, TOGETHER, { place: COORDINATOR, most: 2, words: "is about combining findings" }),
  },
  {
    name: "perhaps together",
    find: ({ text }) =>
      phrasesIn(text, TOGETHER_PERHAPS, {
        place: COORDINATOR,
        most: 3,
        words: "is about combining findings",
      }),
  },
  {
    name: "hands over",
    find: ({ text }) => matching(text.text, HANDS_OVER, COORDINATOR, "says who takes over work"),
  },
  {
    name: "order of work",
    find: ({ text }) => matching(text.text, ORDER_OF_WORK, COORDINATOR, "says what order agents work in"),
  },
  {
    name: "people of a team",
    find: ({ text }) => matching(text.text, OF_A_TEAM, COORDINATOR, "says who on the team is responsible"),
  },
  {
    name: "asks and tells",
    find: ({ text }) => matching(text.text, ASKS, COORDINATOR, "says who to ask or inform"),
  },
  {
    name: "a person's name",
    find: ({ text }) => matching(text.text, PERSON, COORDINATOR, "mentions a person"),
  },
]

/** Returns the votes of all signs on an entry. */
export const votesOn = (reading: SeedReading, ground: SeedContext): (Vote & { readonly sign: SignName })[] =>
  SIGNS.flatMap(({ name, find }) => find(reading, ground).map((vote) => ({ ...vote, sign: name })))

const isHere = (place: FilePlace, roles: readonly string[]): boolean =>
  place.kind !== "role" || roles.includes(place.role)
const roleOf = (role: string): FilePlace => ({ kind: "role", role })
const titleOf = (role: string): string => roleTitle(role).toLowerCase()
/** Returns the section of a place in words. */
export function whereOf(place: FilePlace): string {
  if (place.kind === "role") return `under ${roleTitle(place.role)}-Specific`
  return place.kind === "shared" ? "under Shared Patterns" : "under Coordinator Notes"
}

const FOR_ALL =
  /\b(?:this (?:codebase|code base|repo(?:sitory)?|project|team|product|company)|the (?:team|company) |we (?:are|use|do|never|always|want|have)|(?:everybody|everyone)(?! else)|everything|everywhere|(?:all|both|every|each) (?:documentation|code|agents?|of us|members?|platforms?|services?|repositories|repos|teams?|environments?|languages?|commits?|endpoints?|screens?|tickets?|jobs?|changes?|pull requests?|new \w+)\b|nothing is|two approvals|is sold to)\b/i
const TOOLS = placement.tools.map(stemsOf)
const HEADING_FOR_ALL =
  /^(?:(?:project|team|product|company) (?:context|overview|facts|rules|conventions|background)|(?:coding |code |team |naming )?(?:conventions?|preferences?|standards?|guidelines?|principles?|policies|policy|rules|agreements?)|(?:working |team )agreements?|(?:working|team) rules|ways? (?:of working|we work)|decisions?|context|environments?|stack|(?:the )?(?:project|team|product|company)|(?:tech(?:nology|nical)?|our) stack|overview|background|general|basics|about .*|house rules)$/i
/** True if a heading says for which agents its entries are, regardless of the topic of the memory. */
const saysWhere = (heading: string): boolean =>
  HEADING_FOR_ALL.test(heading.trim()) || HEADING_ON_COORDINATION.test(heading)

const WAYS = placement.ways.map(stemsOf)
const TOGETHER = placement.together.map(stemsOf)
/** Phrases about coordination that also occur in entries about code. A single phrase is weak evidence. */
const TOGETHER_PERHAPS = placement.togetherPerhaps.map(stemsOf)

const HANDED_IN = placement.handedIn.map(stemsOf)
const CALENDAR =
  /\b(?:(?:on|by|until|the|every(?: \w+)?|after|before) (?:mon|tues|wednes|thurs|fri|satur|sun)days?|holidays?|freeze|end of (?:a|the) (?:quarter|month|year)|every (?:second |other )?(?:week|month|quarter)|UTC)\b/i
const HEADING_ON_COORDINATION =
  /\b(?:coordinat\w*|hand[- ]?(?:offs?|overs?)|handing (?:off|over)|escalat\w*|sequenc\w*|(?:working|work) (?:with|together)|process|workflow|team ?work|team|who (?:decides|owns|to ask|does what|approves|is who)|ask first|(?:decision|code) owners?|owners?|ownership|contacts?|responsib\w*|sign-?offs?|approvals?|collaborat\w*|dispatch\w*|routing|assign\w*|orchestrat\w*|delegat\w*|who does what|communication|cross-(?:agent|role|team|dimension)\w*)\b/i
/** Headings that are only about coordination. */
const ONLY_COORDINATION =
  /^(?:the )?(?:team|coordination|hand-?offs?|hand-?overs?|escalations?|who (?:decides|owns|to ask|does what|approves|is who)\b.*|working together|contacts?|owners?(?:hip)?|responsibilities|sign-?offs?|approvals?|dispatch(?:ing)?|routing|delegation|sequencing|order of work)$/i
/** Pattern for handing work to another agent. */
const HANDS_OVER =
  /\b(?:hand(?:s|ed|ing)? (?:it |them |this |that |work )?(?:off|over|on) |hand-?offs?|hand-?overs?|escalat\w+|re-?assign\w*|assign(?:s|ed|ing)?|dispatch\w*|delegat\w+|forward(?:s|ed)? (?:it |them |this )?to|pass(?:es|ed)? (?:it |them |this )?on|pass on|route[sd]? (?:it |them |\w+ )?to|(?:send|sent|goes|go|take|bring|give|belongs?) (?:[\w']+ ){0,4}?(?:back )?to (?:the (?:lead|owner|team|implementer|author|planner|reviewer|coordinator|person)|whoever|one person|[A-Z][a-z]+\b)|blockers?|sign(?:s|ed)?[- ]off|the lead\b|owner of)/
/** Pattern for the order of work among agents. */
const ORDER_OF_WORK =
  /\b(?:goes? (?:first|last|next)|comes? (?:first|last|next)|\w+ (?:first|next), [^.;]{1,60}\b(?:next|last|then)\b|first,? (?:\w+ ){0,6}?then|then the|waits? (?:for|until)|waiting (?:for|on)|do not (?:start|begin|let)|don['’]t (?:start|begin|let)|before (?:[\w-]+ ){1,6}?(?:begins?|starts?|can begin|can start)|finish(?:ed)? before|in parallel|at the same time|one after (?:the )?(?:an)?other|one at a time|at a time|only one of|the other (?:way round|order)|two together|in (?:this|that|which) order|until (?:[\w-]+ ){1,6}?(?:is done|has finished|agree[sd]?|said|says))\b/i
/** Pattern for work that several people or agents share. */
const OF_A_TEAM =
  /\b(?:(?:two|three|four|one|each|both|all|which|any|none|only one) of (?:us|them|you)|the (?:two|three|four|others)\b|whoever|one person|(?:two|three|both|several) (?:people|persons|agents|testers|reviewers|planners|architects|views|drafts|verdicts|passes|teams)|somebody named|who is who|who decides|between (?:us|them))\b/i
const ASKS =
  /\b(?:tell|told|inform|notif(?:y|ied)|ask(?:s|ed)?|consult|agree(?:s|d)? (?:with|on|before)|say (?:yes|so|it|who)|let \w+ know|check with|talk to|announce|in the channel|thumbs up|notice|decides?|decided by|name (?:one|both|who)|sync(?:s|ed)? with|settle|verdicts?|outweighs?|weigh)\b/i
/** A person's name inside a sentence, after a preposition or a verb such as “ask”. */
const PERSON =
  /\b(?:to|with|[Aa]sk|asks|through|from|[Tt]ell|[Ii]nform|via|by|and|only|for) (?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|English|Windows|Linux|Snowflake|Airflow|Kafka|Redis|Docker|Postgres|Safari|Chrome|React|Node|Python|Java|Swift)\b)[A-Z][a-z]{2,}\b(?! [A-Z])/
const FINDING = [
  /`[^`]+`|\b[a-z]+[A-Z]\w+\b|\b[\w-]+\.(?:tsx?|jsx?|py|rs|go|java|sql|ya?ml|json|toml|md|sh|css)\b|(?:^|\s)\w+\/[\w/*-]+|[=<>]{2,3}|\b\w[^\W_]*_\w+\b/,
  /\b(?:fails?|failed|failure|broke|breaks?|broken|wrong|bug|crash\w*|lost|loses?|leaks?|hangs?|stalls?|times? out|timeout|missing|forgets?|forgotten|cannot|can['’]t|does not|doesn['’]t|do not|never|nobody|twice|too (?:many|much|large|slow|late)|out of|without|stale|slow|red|collides?|mistake)\b/i,
  /\b(?:because|since|so|when|whenever|if|where|as soon as|otherwise|until|unless|which is why|explains|comes? from|due to)\b/i,
  /\b(?:column|table|row|index|request|response|field|header|payload|endpoint|queue|cache|thread|pool|token|button|page|form|test|mock|assertion|build|package|version|file|folder|import|function|class|type|schema|migration|job|event|topic|log|disk|memory|pod|node|image|script|branch|tag|flag|query|key|lock|clock|seed|port|screen|font|colou?r|component|library|server|client|worker|webhook|currency|total|amount|date|month)s?\b/i,
]

/** Votes for roles that the text addresses: `for the risk architect`. */
function saysForWhom({ text }: SeedReading, { asked }: SeedContext): Vote[] {
  return asked.roles
    .filter((role) => new RegExp(`\\b(?:for|to|as) (?:the |an? )?${nameOf(role)}\\b`, "i").test(text.text))
    .map((role) => ({ place: roleOf(role), strength: 1, words: `names ${role} as its audience` }))
}

/** Votes for the coordinator if the text names an agent. */
function namesAnAgent({ text }: SeedReading, { asked }: SeedContext): Vote[] {
  const named = asked.roles.find((role) => new RegExp(`\\b${nameOf(role)}s?\\b`, "i").test(text.text))
  return named === undefined ? [] : [{ place: COORDINATOR, strength: 1, words: `mentions ${named}` }]
}

/** Votes for the coordinator if the text names two roles, or all by their common title. */
function namesSeveral({ text, spoken }: SeedReading, { asked }: SeedContext): Vote[] {
  const named = spoken.filter(({ name }) => name.some((word) => containsPhrase(text, stemsOf(word))))
  const crafts = new Set(asked.category.agents.map((agent) => agent.split("-").at(-1) ?? agent))
  const all = [...crafts].find((craft) => new RegExp(`\\b${escaped(craft)}s\\b`, "i").test(text.text))
  if (named.length > 1)
    return [
      {
        place: COORDINATOR,
        strength: 1,
        words: `mentions ${joinNames(named.map(({ role }) => titleOf(role)))} together`,
      },
    ]
  return asked.roles.length > 1 && all !== undefined
    ? [{ place: COORDINATOR, strength: 1, words: `mentions all ${all}s` }]
    : []
}

/** Returns a pattern for a role's name with blanks or hyphens. */
const nameOf = (role: string): string => role.split("-").map(escaped).join("[- ]")

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/**
 * Returns the square root of the length of a text relative to a usual entry, at least 1. Longer texts match
 * more phrases by chance.
 */
const lengthOf = ({ stems }: SeedReading["text"]): number =>
  Math.max(1, Math.sqrt(stems.trim().split(" ").length / USUAL_WORDS))
const USUAL_WORDS = 20

const matching = (text: string, pattern: RegExp, place: FilePlace, words: string): Vote[] =>
  pattern.test(text) ? [{ place, strength: 1, words }] : []

/** Returns the share of the patterns for findings (failure, cause, location) that match a text, 0–1. */
const findingIn = ({ text }: SeedReading["text"]): number =>
  FINDING.filter((pattern) => pattern.test(text)).length / FINDING.length

/** Votes with the number of phrases in a text as strength, at most `most`. */
function phrasesIn(
  text: SeedReading["text"],
  list: readonly string[],
  { place, most, words }: { readonly place: FilePlace; readonly most: number; readonly words: string },
): Vote[] {
  const count = list.filter((phrase) => containsPhrase(text, phrase)).length
  return count === 0 ? [] : [{ place, strength: Math.min(most, count), words }]
}
