const SUBJECTS = [
  "gateway",
  "ledger",
  "broker",
  "scheduler",
  "mailer",
  "parser",
  "cache",
  "router",
  "signer",
  "loader",
]
const VERBS = ["keeps", "drops", "reads", "writes", "signs", "counts", "sorts"]
const OBJECTS = [
  "tables",
  "keys",
  "logs",
  "routes",
  "mails",
  "rates",
  "shards",
  "tokens",
  "queues",
  "images",
  "hosts",
]
const ADVERBS = [
  "nightly",
  "twice",
  "lazily",
  "apart",
  "early",
  "upstream",
  "offline",
  "locally",
  "weekly",
  "manually",
  "first",
  "last",
  "alone",
]

/** Returns statements that are neither duplicates nor contradictions: few share more than one word. */
export const unrelatedStatements = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, place) => {
    const n = from + place
    const [subject, verb, object, adverb] = [SUBJECTS, VERBS, OBJECTS, ADVERBS].map(
      (words) => words[n % words.length],
    )
    return `The ${subject} ${verb} ${object} t${n} ${adverb}`
  })
