import { named, type SecretRule, START } from "./secret-rule"
import { entropyOf, isDefaultWord, isRandom, isStandIn } from "./placeholder-secrets"

/** Text between the head of a key and its body: line breaks, also escaped, and up to four headers. */
const AFTER_HEAD =
  "-{3,5}(?:\\\\[rn]|[\\s\"'+,>|`]){1,40}(?:[A-Za-z-]{3,20}: [^\\r\\n\\\\]{1,100}(?:\\\\[rn]|[\\r\\n])(?:\\\\[rn]|\\s){0,11}){0,4}"
const pem = (kind: string, label: string): SecretRule => ({
  kind,
  pattern: new RegExp(`BEGIN ${label}${AFTER_HEAD}[A-Za-z0-9+/=]{8}`, "g"),
  isOne: () => true,
})

const url = (kind: string, schemes: string): SecretRule => ({
  kind,
  pattern: new RegExp(
    `${START}(?:${schemes})://(?<user>[^\\s:/@"'\`<>]{0,80}):(?<secret>[^\\s/@"'\`]{1,200})@(?<host>[^\\s/:?"'\`),]{1,200})`,
    "dgi",
  ),
  isOne: (secret, { groups }) => isPasswordOf(secret, groups?.user ?? "", groups?.host ?? ""),
})

const HEX_32 = "[a-f0-9]{32}"
const UUID = "[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}"

/** Rules for credentials that are recognized by their context. */
export const CREDENTIAL_RULES: readonly SecretRule[] = [
  pem("RSA private key", "RSA PRIVATE KEY"),
  pem("EC private key", "EC PRIVATE KEY"),
  pem("DSA private key", "DSA PRIVATE KEY"),
  pem("OpenSSH private key", "OPENSSH PRIVATE KEY"),
  pem("encrypted private key", "ENCRYPTED PRIVATE KEY"),
  pem("PGP private key", "PGP PRIVATE KEY BLOCK"),
  pem("private key", "(?:[A-Z0-9]{2,12} )?PRIVATE KEY"),
  { kind: "PuTTY private key", pattern: /PuTTY-User-Key-File-\d: [\s\S]{0,400}?Private-Lines: \d/g },
  {
    kind: "private key",
    pattern: /LS0tLS1CRUdJTi[A-Za-z0-9+/]{30,}/g,
    isOne: (value) => atob(value.slice(0, 60)).includes("PRIVATE KEY"),
  },
  {
    kind: "Kubernetes service account token",
    pattern: JWT(),
    isOne: (value) => decodeClaims(value).includes("serviceaccount"),
  },
  { kind: "JSON Web Token", pattern: JWT() },
  { kind: "Azure storage key", pattern: /AccountKey=(?<secret>[A-Za-z0-9+/]{40,}={0,2})/dgi },
  { kind: "Azure shared access key", pattern: /SharedAccessKey=(?<secret>[A-Za-z0-9+/]{30,}={0,2})/dgi },
  { kind: "Azure SAS signature", pattern: /[?&]sig=(?<secret>[\w%+/=-]{40,100})/dg },
  { kind: "AWS presigned URL signature", pattern: /X-Amz-Signature=(?<secret>[a-f0-9]{64})/dgi },
  url("PostgreSQL connection string with a password", "postgres(?:ql)?(?:\\+\\w{1,12})?"),
  url("MySQL connection string with a password", "(?:jdbc:)?(?:mysql|mariadb)x?(?:\\+\\w{1,12})?"),
  url("MongoDB connection string with a password", "mongodb(?:\\+srv)?"),
  url("Redis connection string with a password", "rediss?"),
  url("AMQP connection string with a password", "amqps?"),
  url(
    "connection string with a password",
    "mssql|sqlserver|oracle|clickhouse|cassandra|kafka|nats|ldaps?|smtps?|imaps?|neo4j|bolt|snowflake|cloudinary|cockroachdb|s3",
  ),
  url("URL with a password", "https?|ftps?|sftp|ssh|wss?|git|svn"),
  named(
    "AWS secret access key",
    "aws.{0,20}?secret|secret[_ -]?access[_ -]?key|aws_secret",
    "[A-Za-z0-9/+]{40}",
    (value) => entropyOf(value) > 3.5 && /[A-Z]/.test(value) && /[a-z]/.test(value),
  ),
  named("Cloudflare token", "cloudflare|\\bcf[_-](?:api|token|key|global)", "[A-Za-z0-9_-]{37,40}", isRandom),
  named("Heroku API key", "heroku", UUID),
  named("Datadog key", "datadog|\\bdd[_-](?:api|app)", `${HEX_32}(?:[a-f0-9]{8})?`),
  named("Twilio auth token", "twilio", HEX_32),
  named("PayPal client secret", "paypal", "[A-Za-z0-9_-]{60,100}", isRandom),
  named("Azure key", "azure|cognitive|ocp-apim", `${HEX_32}|[A-Za-z0-9]{84}`),
  named("Azure DevOps token", "azure.?devops|\\bado\\b|vsts", "[a-z2-7]{52}"),
  named("HashiCorp Vault token", "vault", "s\\.[A-Za-z0-9]{24}"),
  named("Snyk token", "snyk", UUID),
  named("Algolia key", "algolia", HEX_32),
  named("Okta token", "okta", "00[A-Za-z0-9_-]{40}"),
  named("Bitbucket secret", "bitbucket", "[A-Za-z0-9_=-]{32,64}", isRandom),
  named("Docker Hub token", "docker.?hub", UUID),
  named("New Relic key", "new.?relic", "[a-f0-9]{40}"),
  named("Plaid secret", "plaid", "[a-f0-9]{30}"),
  {
    kind: "Authorization header with a bearer token",
    pattern: /\b(?:Bearer|Token|ApiKey)[ \t]{1,4}["'`]?(?<secret>[\w.~+/=-]{16,4000})/dgi,
    isOne: (value) => !isStandIn(value) && isRandom(value),
  },
  {
    kind: "Authorization header with a password",
    pattern: /\bBasic[ \t]{1,4}["'`]?(?<secret>[A-Za-z0-9+/]{8,400}={0,2})(?![\w+/=])/dg,
    isOne: (value) => isNameAndPassword(value),
  },
  {
    kind: "registry password",
    pattern: /"?_?auth"?\s{0,3}[:=]\s{0,3}"?(?<secret>[A-Za-z0-9+/]{8,400}={0,2})(?![\w+/=])/dg,
    isOne: (value) => isNameAndPassword(value),
  },
  {
    kind: "registry password",
    pattern: /(?:\/:|^|\s)_password\s?=\s?"?(?<secret>[A-Za-z0-9+/]{8,400}={0,2})(?![\w+/=])/dgm,
    isOne: (value) => isReadableBase64(value),
  },
  {
    kind: "registry token",
    pattern: /"(?:identitytoken|registrytoken)"\s?:\s?"(?<secret>[^"\s]{20,4000})"/dg,
  },
  {
    kind: "password",
    pattern:
      /\b(?:curl|wget|http)\b[^\n]{0,120}?\s(?:-u|--user|--auth|-a)[ =]["']?[\w.@+-]{1,60}:(?<secret>[^\s"'`]{4,100})/dg,
    isOne: (value) => !isStandIn(value) && !isDefaultWord(value),
  },
  { kind: "password", pattern: /\bsshpass\s+-p\s*["']?(?<secret>[^\s"'`]{4,100})/dg },
  {
    kind: "password",
    pattern: /\bmysql(?:dump|admin)?\b[^\n]{0,80}?\s-p(?<secret>[^\s"'`-][^\s"'`]{5,60})/dg,
    isOne: (value) => !isStandIn(value) && !isDefaultWord(value),
  },
  {
    kind: "password",
    pattern: /\bmachine\s+\S{1,80}\s+login\s+\S{1,80}\s+password\s+(?<secret>\S{4,100})/dg,
    isOne: (value) => !isStandIn(value) && !isDefaultWord(value),
  },
  {
    kind: "password hash",
    pattern:
      /\$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{50}|[156y]\$[^\s$]{1,40}\$[./A-Za-z0-9]{22}|argon2(?:id|i|d)\$v=\d)[^\s"'`]{0,100}/g,
    isOne: () => true,
  },
]

function JWT(): RegExp {
  return /(?<![A-Za-z0-9_-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g
}

function decodeClaims(token: string): string {
  const claims = token.split(".")[1] ?? ""
  try {
    return atob(claims.replaceAll("-", "+").replaceAll("_", "/"))
  } catch {
    return ""
  }
}

const NOBODYS_HOST =
  /^(?:\[?::1\]?|\d{1,3}\.0\.0\.\d|[\w-]+|host\.docker\.internal|(?:[\w-]+\.)*(?:example(?:\.\w+)?|test|localhost|local))$/i

/** True for a password in a URL that is neither a placeholder nor a default of local databases. */
function isPasswordOf(password: string, user: string, host: string): boolean {
  if (isStandIn(password) || /^[A-Z_]*(?:PASS|PWD|SECRET|TOKEN|KEY|PW)[A-Z_]*\d?$/.test(password))
    return false
  if (isDefaultWord(password))
    return !/^(?:user|username|myuser|u|name|me)?$/i.test(user) && !NOBODYS_HOST.test(host)
  return (password !== user && password.length > 1) || !NOBODYS_HOST.test(host)
}

function isReadableBase64(value: string): boolean {
  try {
    const password = atob(value)
    return /^[\x20-\x7e]{4,}$/.test(password) && !isStandIn(password) && !isDefaultWord(password)
  } catch {
    return false
  }
}

/** True if a value is "name:password" in Base64, as in Basic authorization. */
function isNameAndPassword(value: string): boolean {
  try {
    const [name = "", password = ""] = atob(value).split(":")
    return /^[\x20-\x7e]+$/.test(name) && /^[\x20-\x7e]{3,}$/.test(password) && !isStandIn(password)
  } catch {
    return false
  }
}
