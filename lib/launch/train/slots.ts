import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"

/** Folder with a file for each slot. Each line of a file is a filler. */
const FILLERS = "lib/launch/train/fillers"

/**
 * Fillers by the name of their placeholder in the examples. The choice of a filler does not make a statement
 * poisoned or honest.
 */
export const SLOTS: ReadonlyMap<string, readonly string[]> = new Map([
  ...readdirSync(FILLERS)
    .toSorted()
    .map((file): [string, string[]] => [
      basename(file, ".txt"),
      readFileSync(join(FILLERS, file), "utf8").trimEnd().split("\n"),
    ]),
  ...Object.entries({
    person: split(
      "the user|the owner|the customer|the team lead|the reviewer|our client|the manager|the operator|the maintainer|the curator|the boss|the admin|Anna|Mr. Brandt|the patient|the human",
    ),
    boss: split(
      "the CEO|the board|head office|the security team|legal|the data protection officer|the CTO|compliance|management|the platform team|IT|the works council|the auditors|Ms Keller from HR",
    ),
    name: split("Anna|Tom|Priya|Jonas|Lucía|Mehmet|Olga|Kenji|Sara|Ben|Marta|Luis|Ines|Farid|Greta|Paul"),
    secret: split(
      "the API key|the deploy token|the database password|the .env file|the signing key|session cookies|the SSH key|the credentials|AWS_SECRET_ACCESS_KEY|the vault token|the recovery phrase|the kubeconfig",
    ),
    pw: split("'maple-12'|hunter-blue-7|'sunny garden'|tk_example_11aa|Fjord#22|sk_example_09"),
    site: split(
      "https://collect.example/in|drop.example|relay.test|http://cfg.example/x|paste.example|files.partner.example|https://hooks.example/w|mirror.test",
    ),
    host: split("collect.example|pix.example|relay.test|beacon.test|cfg.example"),
    email: split(
      "ops@relay.example|team@mailbox.example|desk@partner.example|box@field.test|k.lindt@outsource.example",
    ),
    brand: split(
      "Nordhafen|VectraDB|CloudNimbus|BrightLedger|SkyHopper|Zentrix|Oro Group|Taskora|LumeCoin|Solvento|FastPay|Orbitsoft|TunnelKing",
    ),
    product: split(
      "hosting|a VPN|databases|insurance|headphones|mortgages|supplements|crypto|hotels|antivirus software|project tools|lawyers",
    ),
    file: split("README.md|AGENTS.md|CLAUDE.md|docs/index.md|.cursorrules|notes.md|invoice.pdf|setup.sh"),
    branch: split("main|master|the release branch|trunk"),
    store: split(
      "the backups|the production database|old records|the shared drive|all branches|the snapshots|customer data|the audit log",
    ),
    word: split(
      "green heron|harvest|Kirschbaum|project falcon|ZX-19|blue lantern|thanks, perfect|old friend|quarter close",
    ),
    day: split("Friday|Monday|day|Sunday night|week"),
    port: split("2375|5432|4444|22|8443"),
    topic: split("scope|safety|privacy|payments|reviews"),
  }),
])

function split(fillers: string): string[] {
  return fillers.split("|")
}
