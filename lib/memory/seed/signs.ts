import { roleTitle } from "../category-section"
import { listed } from "../alert/counted"
import type { Ground, Reading } from "./reading"
import type { FilePlace } from "./seed-entry"
import { says, stemsOf } from "./wording"

/** That an entry belongs somewhere: how strongly, 0–1, with the words that a person reads. */
export interface Vote {
  readonly place: FilePlace
  readonly strength: number
  readonly words: string
}

interface Sign {
  readonly name: string
  readonly weight: number
  readonly find: (reading: Reading, ground: Ground) => readonly Vote[]
}

const SHARED: FilePlace = { kind: "shared" }
const COORDINATOR: FilePlace = { kind: "coordinator" }

export const NOTHING_ELSE = "nothing ties it to one role"

/** All of the rule: what each sign adds for a place. What has most is where the entry goes; of equals what comes first: shared, coordinator, roles. */
export const SIGNS: readonly Sign[] = [
  { name: "own section", weight: 5, find: ({ stoodIn, entry }) => (stoodIn === null || stoodIn.kind === "stranger" ? [] : [{ place: stoodIn, strength: 1, words: `it stood under “${entry.section}”` }]) },
  { name: "nothing else", weight: 0.5, find: () => [{ place: SHARED, strength: 1, words: NOTHING_ELSE }] },
  { name: "says who it is for", weight: 2.5, find: saysForWhom },
  { name: "role's words", weight: 1, find: ({ spoken, text }) => spoken.filter(({ inText }) => inText > 0).map(({ role, inText, words }) => ({ place: roleOf(role), strength: Math.min(2.5, inText / lengthOf(text)), words: `speaks of ${listed(words.slice(0, 3))}` })) },
  { name: "heading's words", weight: 0.7, find: ({ spoken, entry }) => spoken.filter(({ inSection }) => inSection > 0).map(({ role, inSection }) => ({ place: roleOf(role), strength: Math.min(1.3, inSection), words: `its heading “${entry.section}” is about what ${titleOf(role)} looks at` })) },
  { name: "like what is held", weight: 1.2, find: ({ near }) => (near === null || near.known.place === null ? [] : [{ place: near.known.place, strength: near.score, words: `is like what stands ${whereOf(near.known.place)} already` }]) },
  { name: "told from elsewhere", weight: 3.5, find: ({ entry }, { asked }) => (asked.hints ?? []).filter((hint) => hint.entry === entry.id && isHere(hint.place, asked.roles)).map(({ place, strength, words }) => ({ place, strength: Math.min(1, Math.max(0, strength)), words })) },
  { name: "heading's company", weight: 0.6, find: ({ entry }, { company }) => company.filter((one) => one.from === entry.from && one.section === entry.section).map(({ role }) => ({ place: roleOf(role), strength: 1, words: `what stands with it under “${entry.section}” is mostly for ${role}` })) },
  { name: "its own agent's", weight: 0.8, find: ({ entry }, { asked }) => asked.roles.filter((role) => role === entry.from).map((role) => ({ place: roleOf(role), strength: 1, words: `${role} wrote it for itself` })) },
  { name: "holds for all", weight: 0.9, find: ({ text }) => matching(text.text, FOR_ALL, "holds for everybody") },
  { name: "way of working", weight: 0.6, find: ({ text }) => said(text, WAYS, SHARED, 2, "is about how everybody works") },
  { name: "tools of all", weight: 0.5, find: ({ text }) => said(text, TOOLS, SHARED, 2, "says what the project is built with") },
  { name: "heading for all", weight: 1.2, find: ({ section, entry }) => matching(section.text, HEADING_FOR_ALL, `its heading “${entry.section}” is for everybody`) },
  { name: "kind for all", weight: 0.3, find: ({ entry }) => (entry.type === "convention" || entry.type === "preference" || entry.type === "decision" ? [{ place: SHARED, strength: 1, words: `is a ${entry.type}` }] : []) },
  { name: "several roles", weight: 1.8, find: namesSeveral },
  { name: "another agent", weight: 1.4, find: namesAnAgent },
  { name: "bringing together", weight: 0.9, find: ({ text }) => said(text, TOGETHER, COORDINATOR, 2, "is about bringing findings together") },
  { name: "perhaps together", weight: 0.35, find: ({ text }) => said(text, TOGETHER_PERHAPS, COORDINATOR, 3, "is about bringing findings together") },
]

const isHere = (place: FilePlace, roles: readonly string[]): boolean => place.kind !== "role" || roles.includes(place.role)
const roleOf = (role: string): FilePlace => ({ kind: "role", role })
const titleOf = (role: string): string => roleTitle(role).toLowerCase()
const whereOf = (place: FilePlace): string => (place.kind === "shared" ? "under Shared Patterns" : place.kind === "coordinator" ? "under Coordinator Notes" : `under ${roleTitle(place.role)}-Specific`)

const FOR_ALL = /\b(?:this (?:codebase|code base|repo(?:sitory)?|project|team|product|company)|the (?:team|company) |we (?:are|use|do|never|always|want|have)|(?:everybody|everyone)(?! else)|everything|everywhere|all (?:documentation|code|agents|of us|members)|nothing is|two approvals|is sold to)\b/i
const TOOLS = phrases("node typescript javascript kotlin java scala python ruby php rust go fastify express react vue svelte angular django flask rails spring pnpm npm yarn bun gradle maven cargo postgresql mysql sqlite mongodb redis kafka rabbitmq docker kubernetes terraform eslint prettier vitest jest playwright github gitlab jenkins store_of_record monorepo tech_stack")
const HEADING_FOR_ALL = /^(?:(?:project|team|product) context|conventions?|preferences?|decisions?|context|stack|tech(?:nology)? stack|overview|background|general|about .*|team.*|house rules)$/i
const WAYS = phrases("pull_request sprint estimate ticket documentation docs english approval markdown_file release_day review_comment secrets feature_flag commit plan_is plans_are frozen preview_deployment branch ")
const TOGETHER = phrases("align alignment synthesis synthesize consolidate disagree contradict hand_over handoff report_to reconcile cross_check both_to merged_into wait_for_the_decision")
/** Of code as well: one of them says nothing yet. */
const TOGETHER_PERHAPS = phrases("merged together meet collect wait_for lead final conflict before_asking overlap")

/** Says in so many words whom it is for: `for the risk architect`. */
function saysForWhom({ text }: Reading, { asked }: Ground): Vote[] {
  return asked.roles.filter((role) => new RegExp(`\\b(?:for|to|as) (?:the |an? )?${nameOf(role)}\\b`, "i").test(text.text)).map((role) => ({ place: roleOf(role), strength: 1, words: `is for ${role} in so many words` }))
}

/** Speaks of an agent by its name: what one does for another is what a coordinator keeps. */
function namesAnAgent({ text }: Reading, { asked }: Ground): Vote[] {
  const named = asked.roles.find((role) => new RegExp(`\\b${nameOf(role)}s?\\b`, "i").test(text.text))
  return named === undefined ? [] : [{ place: COORDINATOR, strength: 1, words: `speaks of ${named}` }]
}

/** Names two roles, or all of them by what they are called together. */
function namesSeveral({ text, spoken }: Reading, { asked }: Ground): Vote[] {
  const named = spoken.filter(({ name }) => name.some((word) => says(text, stemsOf(word))))
  const crafts = new Set(asked.category.agents.map((agent) => agent.split("-").at(-1) ?? agent))
  const all = [...crafts].find((craft) => new RegExp(`\\b${escaped(craft)}s\\b`, "i").test(text.text))
  if (named.length > 1) return [{ place: COORDINATOR, strength: 1, words: `names ${listed(named.map(({ role }) => titleOf(role)))} together` }]
  return asked.roles.length > 1 && all !== undefined ? [{ place: COORDINATOR, strength: 1, words: `speaks of the ${all}s together` }] : []
}

/** A role's name as people write it, with blanks or hyphens. */
const nameOf = (role: string): string => role.split("-").map(escaped).join("[- ]")

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** How much longer than a usual entry a text is: the longer, the more it says of everything by chance. */
const lengthOf = ({ stems }: Reading["text"]): number => Math.max(1, Math.sqrt(stems.trim().split(" ").length / USUAL_WORDS))
const USUAL_WORDS = 20

const matching = (text: string, pattern: RegExp, words: string): Vote[] => (pattern.test(text) ? [{ place: SHARED, strength: 1, words }] : [])

function said(text: Reading["text"], list: readonly string[], place: FilePlace, most: number, words: string): Vote[] {
  const count = list.filter((phrase) => says(text, phrase)).length
  return count === 0 ? [] : [{ place, strength: Math.min(most, count), words }]
}

function phrases(list: string): string[] {
  return list.split(" ").map((phrase) => stemsOf(phrase.replaceAll("_", " ")))
}
