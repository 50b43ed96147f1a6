import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { findSecrets } from "@/lib/memory/secrets/secrets"
import { ALPHANUMERIC, CAPITALS, fake, hex, privateKey, put, uuid } from "./support/fake"
import { SECRETS, spoken } from "./support/secrets"

const kinds = (text: string) => findSecrets(text).map((one) => one.kind)
const github = put("gh", "p_", fake(36))
const amazon = put("AK", "IA", fake(16, CAPITALS))

describe("secrets", () => {
  it("are known in more than 45 kinds", () => {
    expect(new Set(SECRETS.map(([kind]) => kind)).size).toBeGreaterThan(45)
  })

  for (const [index, [kind, secret, context]] of SECRETS.entries())
    it(`are found and named: ${kind} (${index + 1})`, () => {
      const text = spoken(secret, context)
      expect(kinds(text)).toEqual([kind])
      for (const around of [
        `- [2026-11-02] ${text}\n- next`,
        `Note:\n\n\`${text}\``,
        `${text}.`,
        `(${text})`,
      ])
        expect(kinds(around), around.slice(0, 14)).toContain(kind)
      expect(JSON.stringify(findSecrets(text))).not.toContain(secret.slice(0, 40))
    })

  it("are placed by line and column", () => {
    expect(findSecrets(`one\ntwo ${amazon}`)).toEqual([{ kind: "AWS access key ID", line: 2, column: 5 }])
    expect(findSecrets(`a\r\n\r\npassword: "${put("Tr0ub4", "dor&3")}"`)).toEqual([
      { kind: "password", line: 3, column: 12 },
    ])
  })

  it("are all found if there are several", () => {
    expect(kinds(`${github} and ${amazon}\n${github}`)).toEqual([
      "GitHub token",
      "AWS access key ID",
      "GitHub token",
    ])
  })
})

describe("secrets in disguise are found", () => {
  const unseen = [
    "\u200b",
    "\u200d",
    "\u2060",
    "\u00ad",
    "\ufe0f",
    "\u{e0041}",
    "\u034f",
    "\ufeff",
    "\u202e",
    "\u3164",
  ]
  it.each(unseen)("cut by an invisible character (%#)", (one) => {
    for (const at of [1, 2, 4, 10, 39])
      expect(kinds(`Use ${github.slice(0, at)}${one}${github.slice(at)}`)).toEqual(["GitHub token"])
    expect(findSecrets(`Use ${github.slice(0, 9)}${one}${github.slice(9)}`)[0]?.column).toBe(5)
  })

  const disguised: Record<string, string> = {
    "in full-width letters": Array.from(github, (one) =>
      String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0),
    ).join(""),
    "with letters of another script": github.replace("p", "\u0440"),
    "in percent encoding": `https://x.io/?t=${Array.from(github, (one) => `%${one.charCodeAt(0).toString(16)}`).join("")}`,
    "partly in percent encoding": github.replace("_", "%5f").replace("h", "%68"),
    "in base64": Buffer.from(`token ${github}`).toString("base64"),
    "in hexadecimal": Buffer.from(github).toString("hex"),
    "in tag characters": Array.from(github, (one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join(
      "",
    ),
    "in escapes": Array.from(github, (one) => `\\u00${one.charCodeAt(0).toString(16)}`).join(""),
    "in entities": Array.from(github, (one) => `&#${one.charCodeAt(0)};`).join(""),
    "with markdown's escapes": github.replace("_", "\\_"),
    "in a link": `[docs](https://x.io/a?key=${github}&b=1)`,
    "in code": `\`\`\`sh\nexport T=${github}\n\`\`\``,
    "between emphasis": `**${github}**`,
    "in a table": `| token | ${github} |`,
    "in JSON": JSON.stringify({ a: { token: github } }),
  }
  it.each(Object.entries(disguised))("%s", (_, text) => expect(kinds(text)).toEqual(["GitHub token"]))
})

const HARMLESS: readonly string[] = [
  `Fixed in ${hex(40)}`,
  `commit ${hex(7)}, image sha256:${hex(64)}`,
  `sha256 ${hex(64)}  quarterdeck.tgz`,
  `integrity sha512-${fake(86)}==`,
  `Request id ${uuid()}`,
  `session ${uuid()} closed`,
  `Trace ${hex(32)} in the log`,
  "Set OPENAI_API_KEY=YOUR_API_KEY before the run",
  "api_key: your-api-key-goes-here-1234",
  "token = xxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  `${put("gh", "p_")}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`,
  `${put("sk", "-ant-")}api03-xxxxxxxxxxxxxxxxxxxxxxxx`,
  `${put("sk", "-")}your-openai-key-placeholder-here`,
  "Authorization: Bearer <token>",
  "Authorization: Bearer ${ACCESS_TOKEN_FROM_ENV}",
  "Authorization: Bearer $GITHUB_TOKEN",
  "Authorization: Basic authentication is off",
  "Bearer authentication-required-for-everything",
  "password = process.env.DB_PASSWORD",
  'password: os.environ["DB_PASSWORD"]',
  "password: ${DB_PASSWORD}",
  "password: {{ .Values.db.password }}",
  "const password = await getPassword(user)",
  "The password is in the vault",
  "the password is hashed with argon2id, 64 MB",
  "Password: bcrypt, 12 rounds",
  "password: min8 characters, one digit",
  "Passwords are 8-20 characters",
  "password: string",
  "password = changeme",
  "secret: optional",
  "The secret is stored in AWS Secrets Manager",
  "secretRef: prod/payments/database-url",
  "secret_key_base lives in config/credentials.yml.enc",
  "token: string | null",
  "tokens: 128000",
  "max_tokens = 4096",
  "tokenizer: cl100k_base",
  "token_url: https://login.acme.com/oauth2/v2.0/token",
  "JWT secret = env.JWT_SECRET",
  "API key → stored hashed with sha256",
  "api_key = settings.OPENAI_API_KEY_V2",
  "apiKey: import.meta.env.VITE_API_KEY",
  "access key is rotated every 90 days",
  "postgres://user:password@localhost:5432/app",
  "postgresql://postgres:postgres@localhost:5432/test_db",
  "postgres://USER:PASSWORD@HOST:5432/DB",
  "postgres://user:pass@db.example.com/app",
  "mysql://root:root@127.0.0.1:3306/app",
  "mongodb://localhost:27017/app",
  "redis://redis:6379/0",
  "amqp://guest:guest@localhost:5672",
  "https://user:${TOKEN}@github.com/acme/x.git",
  "https://<user>:<password>@git.example.com",
  "DATABASE_URL=postgres://app:$DB_PASS@db:5432/app",
  "git@github.com:acme/quarterdeck.git",
  "https://github.com/acme/x/commit/0123456789abcdef0123456789abcdef01234567",
  "import { createSecretResolver } from '@acme/platform/secrets/createSecretResolverFactory'",
  "lib/operations/guard/credential-rules.ts",
  "AbstractSingletonProxyFactoryBeanDefinitionRegistryPostProcessor",
  "useOrganizationMembershipInvitationMutation2FA",
  "test_user_can_reset_password_with_valid_token_v2",
  "data-testid=checkout-summary-line-item-42-price",
  "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----",
  "Detect `-----BEGIN RSA PRIVATE KEY-----` in diffs",
  "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkq\n-----END CERTIFICATE-----",
  "GitHub tokens begin with `ghp_`, `gho_` or `github_pat_`",
  "AWS access key IDs begin with AKIA",
  "Stripe uses sk_live_ and sk_test_ keys",
  "Slack hooks live at hooks.slack.com/services/…",
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJmXn9vG dev@laptop",
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
  "sk-learn pipelines, sk-toggleable__content-arrow",
  "The key-value store holds 10.000 entries",
  "Run task-force-alpha-bravo-charlie-delta-echo",
  "arn:aws:iam::123456789012:role/deploy-role-production-2024",
  "arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-a1B2c3",
  "projects/123456/secrets/db-password/versions/3",
  "npm install @types/node@20.19.43",
  "ISBN 978-3-16-148410-0, phone +49 30 901820",
  "2026-11-22T01:37:01.123456789Z",
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "Colour tokens: --color-caution-500, --color-danger-wash",
  "Use `qd_` as the prefix of access tokens",
  "docker pull ghcr.io/acme/app:v1.2.3-20240501-abcdef1",
  "Kubernetes secret name: payments-db-credentials-v2",
  "CSRF token: double submit cookie, SameSite=Lax",
  "Login with test@example.com / password123 in dev",
  "Password reset: /auth/reset?token=<uuid>",
  "secret=$(openssl rand -hex 32)",
  "PGPASSWORD=$PGPASSWORD psql -h db",
  "s3://acme-artifacts-prod/releases/2026/11/22/build-4812.tar.gz",
  "feature/JIRA-12345-add-oauth2-token-rotation-for-partner-api",
  `${put("AK", "IA")}XXXXXXXXXXXXXXXX`,
  "the v1.0-rc2 tag, 0.1.0-alpha.3+build.20260101",
  "The password of the wiki is stored in 1Password",
  "The password for prod is rotated every 90 days",
  "Passwords for all users are hashed with argon2id",
  "Set the password to something with 12 characters",
  "The login for the demo: see docs/login2.md",
  "The password for the user was reset on 2026-03-04",
  "Credentials for staging are in vault/prod-2",
  "Retry with password reset v2.1.3",
  "pass: 12/12, fail: 0",
  "auth: bearer-token-middleware",
  "pa-accounts-receivable-reconciliation-service-worker-main",
  "BSA_SANITIZER_CALLBACK_REGISTRATION_ORDER",
  "fw_firmwareUpdateCoordinatorService",
]

describe("text that only looks like a secret", () => {
  it.each(HARMLESS)("is accepted: %s", (text) => expect(kinds(text)).toEqual([]))
})

describe("a hostile text", () => {
  const long: Record<string, string> = {
    letters: "a".repeat(100_000),
    digits: "0".repeat(100_000),
    hexadecimal: hex(100_000),
    base64: fake(100_000),
    heads: put("gh", "p_").repeat(25_000),
    dashes: "-".repeat(100_000),
    "words and dashes": "a-".repeat(50_000),
    assignments: "password=".repeat(11_000),
    "assignments with blanks": "secret :  ".repeat(10_000),
    urls: "postgres://a:".repeat(8_000),
    "user and no host": `https://${"a:".repeat(50_000)}`,
    "beginnings of keys": put("BEGIN ", "RSA PRIVATE KEY-----\n").repeat(4_000),
    percent: "%41".repeat(33_000),
    "percent and letters": "a%4".repeat(33_000),
    "web tokens": "eyJ".repeat(33_000),
    "web tokens and dots": put("ey", "Jaaaaaaaa.").repeat(8_000),
    headers: "Bearer ".repeat(14_000),
    names: "aws cloudflare twilio ".repeat(4_500),
    blanks: " ".repeat(100_000),
    quotes: `password${'"'.repeat(99_000)}`,
    curl: "curl -u ".repeat(12_000),
    "every script": Array.from({ length: 50_000 }, (_, index) => String.fromCodePoint(0x100 + index)).join(
      "",
    ),
  }
  it.each(Object.entries(long))("of %s ends", (_, text) => {
    findSecrets(text)
    findSecrets(`${text}!`)
  })
})

it("this folder holds none of what it tells", () => {
  for (const file of ["secrets.test.ts", "support/secrets.ts", "support/fake.ts"]) {
    const found = findSecrets(readFileSync(new URL(file, import.meta.url), "utf8"))
    expect(
      found.filter((one) => !/password|connection|URL|secret|API key|private key/.test(one.kind)),
      file,
    ).toEqual([])
  }
  expect(findSecrets(privateKey("PRIVATE KEY")).length).toBe(1)
  expect(fake(4)).toBe(fake(4, ALPHANUMERIC))
})
