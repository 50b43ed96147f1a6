import { describe, expect, it } from "vitest"
import { findSecrets } from "@/lib/memory/secrets/secrets"
import { CAPITALS, fake, hex, put, uuid } from "./support/fake"

const word = put("Wint3r", "Sturm#88")
const key = fake(32)

/** Sentences, tables, commands and settings that contain a secret, built at run time. */
const STATED: Record<string, string> = {
  "in English": `The password for the staging database is ${word}.`,
  "in English, changed": `Changed the DB password from ${put("Old", "Pw!2023")} to ${word}`,
  "after a change": `The admin password was changed to ${word}`,
  "before its name": `Use ${word} as the password of the test user`,
  "of a place": `root pw on the build box: ${word}`,
  "after an account": `Jenkins admin / ${word} (credentials of the old server)`,
  "of Redis": `requirepass ${key}`,
  "as letters without digits": `VERCEL_TOKEN=${put("IYQJGwbFHuUJ", "roHheUoULhTL")}`,
  "in German": `Das Passwort für die Datenbank lautet ${word}`,
  "in French": `Le mot de passe de la base est ${word}`,
  "in Spanish": `La contraseña del servidor es ${word}`,
  "in Portuguese": `A senha do banco é ${word}`,
  "in Dutch": `Het wachtwoord van de server is ${word}`,
  "in Polish": `Hasło do serwera to ${word}`,
  "in Russian": `Пароль от сервера: ${word}`,
  "in Chinese": `服务器密码是 ${word}`,
  "in Japanese": `サーバーのパスワードは ${word} です`,
  "in Korean": `서버 비밀번호는 ${word} 입니다`,
  "in Arabic": `كلمة المرور هي ${word}`,
  "in Turkish": `Sunucu şifresi: ${word}`,
  "of several words": `The key's passphrase is ${put("correct-horse-", "battery-staple-9")}`,
  "of digits": `The PIN for the safe is ${put("48", "2913")}`,
  "of a service": `The API key for the weather service is ${hex(32)}`,
  "in a row of a table": `| DB_PASSWORD | ${word} |`,
  "in a column of a table": `| user | password |\n| --- | --- |\n| admin | ${word} |`,
  "in an element": `<server><id>x</id><password>${word}</password></server>`,
  "in an attribute": `<add key="Password" value="${word}" />`,
  "in a call": `define('DB_PASSWORD', '${word}');`,
  "in a variable of Terraform": `variable "db_password" { default = "${word}" }`,
  "in a variable of fish": `set -x DB_PASSWORD ${word}`,
  "in a variable of Windows": `setx API_KEY ${key}`,
  "in a short variable": `export DB_PASS='${word}'`,
  "to docker": `docker login -u bot -p ${word} registry.acme.com`,
  "to docker, piped": `echo ${key} | docker login -u bot --password-stdin`,
  "to redis": `redis-cli -h x -a ${key} ping`,
  "to openssl": `openssl enc -aes-256-cbc -pass pass:${word} -in a`,
  "in a file of PostgreSQL": `db.acme.com:5432:prod:app:${word}`,
  "in a code for WiFi": `WIFI:T:WPA;S:acme;P:${word};;`,
  "as an environment variable": `RAILWAY_TOKEN=${uuid()}`,
  "of Laravel": `APP_KEY=base64:${fake(43)}=`,
  "of Rails": `config.secret_key_base = "${hex(128)}"`,
  "of a wallet":
    "Recovery phrase: witch collapse practice feed shame open despair creek road again ice least",
  "for recovery": `GitHub backup codes: ${put("3f9a1", "-77c02")}, ${put("8be12", "-0a4d9")}`,
  "of a chain": `private key 0x${hex(64)}`,
}

const TOKENS: Record<string, string> = {
  Stripe: put("sk_org", "_live_", fake(60)),
  "Azure DevOps": put(fake(76), "AZ", "DO", fake(4)),
  "Azure OpenAI": `azure openai key: ${fake(84)}`,
  "Azure Functions": put("https://a.azurewebsites.net/api/x?co", "de=", fake(54), "=="),
  "Google refresh": put("1/", "/0", fake(60)),
  "Google HMAC": put("GO", "OG1E", fake(55, CAPITALS)),
  Plaid: put("access-", "production-", uuid()),
  Trello: put("AT", "TA", hex(64), fake(8)),
  Salesforce: put("00D", fake(12), "!AQ", fake(90)),
  Okta: `Authorization: SSWS ${put("00", fake(40))}`,
  PagerDuty: `pagerduty api key ${put("u", "+", fake(18))}`,
  Telegram: `https://api.telegram.org/bot${put("7123456789", ":AA", fake(33))}/sendMessage`,
  Zapier: put("https://hooks.zapier", ".com/hooks/catch/1234567/59sezaa/"),
}

const HONEST = [
  "The password for the staging database is in 1Password, vault Platform-2",
  "Das Passwort lautet wie im Tresor vermerkt",
  "Пароль хранится в сейфе",
  "密码：见保险库",
  "パスワードは金庫にあります",
  "La contraseña es obligatoria",
  "hasło musi mieć 12 znaków",
  "Passwords must have at least 12 characters",
  "The PIN for the safe is with Anna",
  "PIN code has 6 digits",
  "| PASSWORD_MIN_LENGTH | 12 |",
  "| user | password |\n| --- | --- |\n| admin | see vault |",
  "<password>changeme</password>",
  "docker login -u bot --password-stdin",
  "define('DB_PASSWORD', getenv('DB_PASSWORD'));",
  "set -x DB_PASSWORD (op read op://x/y)",
  "Recovery phrase: twelve words, kept in the safe",
  "Backup codes are in the safe",
  "SECRET_TOKEN=MyApplicationSecretName",
  "admin/users is the path of the list",
  "The token for the API is 32 hex characters",
  "Wachtwoord is verplicht",
]

describe("secrets that a text states", () => {
  it.each(Object.entries(STATED))("are found %s", (_, text) => expect(findSecrets(text)).not.toEqual([]))

  it.each(Object.entries(TOKENS))("are found of %s", (_, text) => expect(findSecrets(text)).not.toEqual([]))

  it.each(HONEST)("are not found in harmless text: %s", (text) => expect(findSecrets(text)).toEqual([]))

  it("end in time on hostile texts", () => {
    for (const text of [
      "password ".repeat(12_000),
      "| password |\n|---|\n".repeat(7_000),
      "set -x ".repeat(14_000),
      "docker ".repeat(14_000),
      "recovery phrase: ".repeat(6_000),
      "a:1:".repeat(25_000),
    ])
      expect(findSecrets(text).length).toBeLessThanOrEqual(100)
  })
})
