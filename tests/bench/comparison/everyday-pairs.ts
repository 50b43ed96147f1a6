import { randomFrom } from "./boost"
import type { Pair } from "./pair"

/**
 * A property with one value at a time, its wordings and some values. `{s}` is the subject, `{v}` the value.
 */
interface Attribute {
  readonly name: string
  readonly ways: readonly string[]
  readonly values: readonly string[]
  readonly subjects?: readonly string[]
}

const SERVICES = ["billing", "the gateway", "search", "the mailer", "the importer", "checkout"]

const OF_ONE_VALUE: readonly Attribute[] = [
  {
    name: "line length",
    ways: [
      "Maximum line length is {v} characters",
      "Lines may be up to {v} characters long",
      "Keep lines under {v} characters",
      "Code is wrapped at {v} columns",
      "Line length: {v}",
    ],
    values: ["80", "88", "100", "120", "140"],
  },
  {
    name: "retention",
    ways: [
      "Logs of {s} are kept for {v} days",
      "Retention of {s} logs is {v} days",
      "{s} deletes its logs after {v} days",
      "Log retention in {s}: {v} days",
    ],
    values: ["7", "14", "30", "90", "365"],
    subjects: SERVICES,
  },
  {
    name: "time zone",
    ways: [
      "All timestamps are in {v}",
      "Use {v} for timestamps",
      "The time zone is {v}",
      "Timestamps are stored in {v} time",
      "Dates and times: {v}",
    ],
    values: ["UTC", "Europe/Berlin", "America/New_York", "local time", "Asia/Tokyo"],
  },
  {
    name: "default branch",
    ways: [
      "The default branch is {v}",
      "Default branch: {v}",
      "Pull requests go against {v}, the default branch",
      "{v} is the branch that everything is merged into",
    ],
    values: ["main", "develop", "master", "trunk"],
  },
  {
    name: "indentation",
    ways: ["Indent with {v}", "Use {v} for indentation", "Indentation is {v}", "Files are indented by {v}"],
    values: ["tabs", "two spaces", "four spaces"],
  },
  {
    name: "package manager",
    ways: [
      "Packages are installed with {v}",
      "The package manager is {v}",
      "Install dependencies with {v}",
      "We use {v} as the package manager",
    ],
    values: ["pnpm", "npm", "yarn", "bun"],
  },
  {
    name: "language of commits",
    ways: [
      "Commit messages are written in {v}",
      "Commit messages are in {v}",
      "Write commit messages in {v}",
      "Language of commit messages: {v}",
    ],
    values: ["English", "German", "French", "Spanish"],
  },
  {
    name: "release day",
    ways: [
      "Releases of {s} happen on {v}",
      "We release {s} on {v}",
      "{s} goes out every {v}",
      "Release day of {s}: {v}",
    ],
    values: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
    subjects: SERVICES,
  },
  {
    name: "port",
    ways: ["{s} listens on port {v}", "{s} runs on port {v}", "The port of {s} is {v}", "{s}: port {v}"],
    values: ["3000", "4001", "8080", "9001"],
    subjects: SERVICES,
  },
  {
    name: "timeout",
    ways: [
      "{s} times out after {v} seconds",
      "The timeout of {s} is {v} seconds",
      "Requests to {s} are cut off after {v} s",
      "Timeout for {s}: {v} seconds",
    ],
    values: ["5", "10", "30", "60", "120"],
    subjects: SERVICES,
  },
  {
    name: "retries",
    ways: [
      "{s} retries a failed request {v} times",
      "A failed request of {s} is tried again {v} times",
      "Retries in {s}: {v}",
      "{s} gives up after {v} retries",
    ],
    values: ["2", "3", "5", "8"],
    subjects: SERVICES,
  },
  {
    name: "owner",
    ways: [
      "{s} is owned by {v}",
      "{v} owns {s}",
      "The owner of {s} is {v}",
      "Ask {v} about {s}, they maintain it",
    ],
    values: ["the platform team", "the payments team", "Priya", "Tomasz", "the data team"],
    subjects: SERVICES,
  },
  {
    name: "database",
    ways: [
      "{s} stores its data in {v}",
      "The database of {s} is {v}",
      "Data of {s} lives in {v}",
      "{s} is backed by {v}",
    ],
    values: ["PostgreSQL", "MySQL", "MongoDB", "DynamoDB", "SQLite"],
    subjects: SERVICES,
  },
  {
    name: "written in",
    ways: ["{s} is written in {v}", "The code of {s} is {v}", "{s} is a {v} service"],
    values: ["Go", "Kotlin", "TypeScript", "Python", "Rust"],
    subjects: SERVICES,
  },
  {
    name: "Node version",
    ways: [
      "We run on Node {v}",
      "The Node version is {v}",
      "Node {v} is what production runs",
      "Use Node {v} for development and production",
    ],
    values: ["18", "20", "22", "24"],
  },
  {
    name: "merge strategy",
    ways: [
      "Pull requests are merged by {v}",
      "Merge pull requests with {v}",
      "How pull requests are merged: {v}",
      "A pull request lands as {v}",
    ],
    values: ["squash", "rebase", "a merge commit"],
  },
  {
    name: "approvals",
    ways: [
      "A pull request needs {v} approvals",
      "{v} people must approve a pull request",
      "Merging requires {v} approving reviews",
      "Approvals needed before a merge: {v}",
    ],
    values: ["1", "2", "3"],
  },
  {
    name: "secrets",
    ways: [
      "Secrets of {s} are stored in {v}",
      "{s} reads its secrets from {v}",
      "Where the secrets of {s} live: {v}",
    ],
    values: ["Vault", "AWS Secrets Manager", "1Password", "Doppler"],
    subjects: SERVICES,
  },
  {
    name: "money",
    ways: [
      "Amounts are stored as {v}",
      "Money is kept as {v}",
      "We represent amounts of money as {v}",
      "Prices are saved as {v}",
    ],
    values: ["integers in cents", "decimal strings", "floats", "BigDecimal"],
  },
  {
    name: "identifiers",
    ways: [
      "Identifiers of {s} are {v}",
      "{s} uses {v} as primary keys",
      "Primary keys in {s}: {v}",
      "Rows of {s} are identified by {v}",
    ],
    values: ["UUIDv7", "ULIDs", "serial integers", "UUIDv4"],
    subjects: SERVICES,
  },
  {
    name: "cause",
    ways: [
      "The outage of {s} in May was caused by {v}",
      "{v} caused the outage of {s} in May",
      "In May {s} was down because of {v}",
      "Root cause of the May outage of {s}: {v}",
    ],
    values: ["an expired certificate", "a full disk", "a bad migration", "a DNS change"],
    subjects: SERVICES,
  },
  {
    name: "deadline",
    ways: [
      "Support for {s} v1 ends on {v}",
      "{s} v1 is supported until {v}",
      "End of support for {s} v1: {v}",
      "{s} v1 goes away on {v}",
    ],
    values: ["31 March 2027", "30 June 2027", "31 December 2026", "1 October 2027"],
    subjects: SERVICES,
  },
  {
    name: "date format",
    ways: ["Dates are shown as {v}", "The date format is {v}", "Show dates as {v}", "Date format: {v}"],
    values: ["YYYY-MM-DD", "DD.MM.YYYY", "MM/DD/YYYY"],
  },
  {
    name: "hosting",
    ways: ["{s} is hosted on {v}", "{s} runs on {v}", "We host {s} on {v}", "Hosting of {s}: {v}"],
    values: ["Vercel", "Fly.io", "our own Kubernetes cluster", "AWS Lambda"],
    subjects: SERVICES,
  },
  {
    name: "coverage",
    ways: [
      "Test coverage must be at least {v} %",
      "The coverage threshold is {v} %",
      "CI fails below {v} % coverage",
      "Coverage has to stay above {v} %",
    ],
    values: ["70", "80", "90", "95"],
  },
  {
    name: "tool",
    ways: ["{s} uses {v} for charts", "Charts in {s} use {v}", "Charts of {s} are drawn by {v}"],
    values: ["Cartograph", "Plotter", "Inkwell", "Zebrakit"],
    subjects: SERVICES,
  },
  {
    name: "tool of all",
    ways: ["Printing uses {v}", "Printing goes through {v}", "We print with {v}", "Printing: {v}"],
    values: ["Papyr", "Quillbox", "Labelwright", "Pressdown"],
  },
  {
    name: "place",
    ways: ["Designs live in {v}", "Designs are kept in {v}", "You find the designs in {v}", "Designs: {v}"],
    values: ["Figma", "the design repository", "Sketch", "the shared drive"],
  },
  {
    name: "backup time",
    ways: ["Backups of {s} run at {v}", "{s} is backed up at {v}", "Backup of {s}: daily at {v}"],
    values: ["02:00", "03:30", "04:00", "23:00"],
    subjects: SERVICES,
  },
]

/** Properties that may have several values at once, so that two statements do not contradict each other. */
const OF_SEVERAL: readonly Attribute[] = [
  {
    name: "tests live",
    ways: ["Tests live in {v}", "There are tests in {v}", "Put tests into {v}"],
    values: ["tests/unit", "tests/data", "tests/e2e", "spec/models"],
  },
  {
    name: "supports",
    ways: ["{s} accepts {v}", "{s} supports {v}", "{s} can export {v}"],
    values: ["JSON", "CSV", "XML", "Parquet"],
    subjects: SERVICES,
  },
  {
    name: "depends",
    ways: ["{s} depends on {v}", "{s} calls {v}", "{s} needs {v} to start"],
    values: ["Redis", "Kafka", "the ledger", "PostgreSQL"],
    subjects: SERVICES,
  },
  {
    name: "watch out",
    ways: ["Watch out for {v} in {s}", "{s} has had trouble with {v}", "Known problem of {s}: {v}"],
    values: ["race conditions", "memory leaks", "slow queries", "time zones"],
    subjects: SERVICES,
  },
  {
    name: "is",
    ways: ["{s} is {v}", "{s} turned out to be {v}"],
    values: ["idempotent", "slow on Mondays", "easy to test", "covered by alerts"],
    subjects: SERVICES,
  },
  {
    name: "never",
    ways: ["Never log {v}", "Do not write {v} to the log", "Logs must not hold {v}"],
    values: ["tokens", "e-mail addresses", "card numbers", "raw SQL"],
  },
  {
    name: "review",
    ways: ["In reviews look at {v}", "Check {v} in every review", "Reviewers check {v}"],
    values: ["error handling", "naming", "test coverage", "migrations"],
  },
]

const EACH = 4

/**
 * Short statements generated from wordings of single-value and multi-value properties. Another value of the
 * same property contradicts, another wording duplicates; another subject or another property does neither.
 */
export function everydayPairs(): Pair[] {
  const random = randomFrom(11)
  const any = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const other = <Item>(items: readonly Item[], one: Item): Item => any(items.filter((item) => item !== one))
  const said = ({ subject, way, value }: Said) => {
    const text = way.replace("{s}", subject).replace("{v}", value)
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  const pairs: Pair[] = []
  const add = ({ name }: Attribute, kind: string, label: Pair["label"], [a, b]: readonly [Said, Said]) =>
    pairs.push({ a: said(a), b: said(b), label, kind, group: `everyday ${name}`, weight: 0.3 })
  const sayOf = (attribute: Attribute): Said => ({
    subject: any(attribute.subjects ?? [""]),
    way: any(attribute.ways),
    value: any(attribute.values),
  })
  for (const attribute of OF_ONE_VALUE) {
    const [first = "", ...ways] = attribute.ways
    for (let count = 0; count < EACH; count += 1) {
      const one = sayOf(attribute)
      add(attribute, "same way", "contradiction", [
        one,
        { ...one, value: other(attribute.values, one.value) },
      ])
      const otherWay = { ...one, way: other(attribute.ways, one.way) }
      add(attribute, "another way", "contradiction", [
        one,
        { ...otherWay, value: other(attribute.values, one.value) },
      ])
      add(attribute, "paraphrase", "duplicate", [
        { ...one, way: first },
        { ...one, way: any(ways) },
      ])
      if (attribute.subjects) {
        const elsewhere = other(attribute.subjects, one.subject)
        add(attribute, "another subject", "related", [one, { ...otherWay, subject: elsewhere }])
        add(attribute, "another subject and value", "related", [
          one,
          { ...one, subject: elsewhere, value: other(attribute.values, one.value) },
        ])
        const next = other(
          OF_ONE_VALUE.filter(({ subjects }) => subjects),
          attribute,
        )
        add(attribute, "another attribute", "related", [one, { ...sayOf(next), subject: one.subject }])
      }
    }
  }
  for (const attribute of OF_SEVERAL)
    for (let count = 0; count < EACH * 2; count += 1) {
      const one = sayOf(attribute)
      add(attribute, "several", "related", [one, { ...one, value: other(attribute.values, one.value) }])
      const otherWay = { ...one, way: other(attribute.ways, one.way) }
      add(attribute, "several, another way", "related", [
        one,
        { ...otherWay, value: other(attribute.values, one.value) },
      ])
    }
  return pairs
}

interface Said {
  readonly subject: string
  readonly way: string
  readonly value: string
}
