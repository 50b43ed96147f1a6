/** Addresses out of one's own machine and network, and the places where data is dropped. In folded, lower-case text. */

const HOST = "(?:[a-z0-9_-]{1,63}\\.){1,6}"
const SURE = "com|net|org|dev|app|xyz|site|online|onion|example|biz"
const UNSURE =
  "ru|cn|top|tk|info|club|live|click|host|page|cloud|pro|link|store|test|invalid|evil|io|sh|me|co|st|to|ai|gg|ly|in|cc|ws|pw|us|uk|de|fr|eu|nl|space|tech|ml|ga|cf|is|so|fi|se|ch|at|be|it|es|pl|id|fm|tv|im|su|bz"
const PRIVATE =
  "(?:localhost|127\\.|0\\.0\\.0\\.0|10\\.\\d|192\\.168\\.|172\\.(?:1[6-9]|2\\d|3[01])\\.|\\[::1\\]|[a-z0-9_-]{1,63}(?=[:/\\s\"'`)]|$)|[a-z0-9.-]{1,80}\\.(?:internal|local|lan|corp|svc|localhost|intranet|home\\.arpa)\\b|\\$|\\{|<)"

export const OUTSIDE = [
  `(?:https?|ftps?|sftp|wss?)://(?!${PRIVATE})[^\\s"'\`)>\\]]{3,300}`,
  `(?<![\\w@./-])${HOST}(?:${SURE})(?::\\d{2,5})?(?:/[^\\s"'\`)>\\]]{0,200})?(?![\\w-]|\\.\\w)`,
  `(?<![\\w@./-])${HOST}(?:${UNSURE})(?::\\d{2,5})?/[^\\s"'\`)>\\]]{1,200}`,
  "(?<![\\w.+-])[\\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63}){1,4}",
  "(?<![\\d.])(?!127\\.|10\\.|192\\.168\\.|172\\.(?:1[6-9]|2\\d|3[01])\\.|0\\.)\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}(?::\\d{2,5})?(?![\\d.])",
].join("|")

/** An address that is not spelled out. */
export const ELSEWHERE =
  "(?:(?:my|an?|the|this|that|our) )?(?:external|remote|outside|attacker's?|foreign|third party|offsite|off site|public|unknown|following|collection|collector|drop|listening|callback|c2) (?:server|host|endpoint|url|address|site|service|party|machine|webhook|bucket|website|ip|domain|location|email|inbox)|(?:my|this|that) (?:server|url|endpoint|webhook|address|site|link|email|number|inbox|account|gist|bucket)|(?:a |any |the )?(?:paste ?bin|paste ?sites?|paste services?|public gists?|request ?bin|web ?hook\\.site|file sharing site)"

/** Sites that keep what anybody drops there. */
export const DROPS =
  "(?:pastebin\\.com|paste\\.[a-z0-9.-]{2,40}|hastebin\\.\\w+|dpaste\\.\\w+|ghostbin\\.\\w+|rentry\\.\\w+|termbin\\.com|transfer\\.sh|file\\.io|gofile\\.io|0x0\\.st|ix\\.io|bashupload\\.com|webhook\\.site|requestbin\\.[\\w.]+|[\\w.-]{1,60}\\.pipedream\\.net|[\\w.-]{1,60}\\.ngrok(?:-free)?\\.\\w+|[\\w.-]{1,60}\\.trycloudflare\\.com|[\\w.-]{1,60}\\.loca\\.lt|[\\w.-]{1,60}\\.serveo\\.net|[\\w.-]{1,60}\\.oast\\.\\w+|[\\w.-]{1,60}\\.oastify\\.com|interact\\.sh|[\\w.-]{0,60}burpcollaborator\\.net|[\\w.-]{1,60}\\.beeceptor\\.com|hookb\\.in|[\\w.-]{1,60}\\.dnslog\\.\\w+|canarytokens\\.\\w+|anonfiles\\.com|gist\\.github\\.com|discord(?:app)?\\.com/api/webhooks|hooks\\.slack\\.com/services|api\\.telegram\\.org/bot)"

/** Services that projects report to as a matter of course. */
export const USUAL =
  /(?:^|[/.@])(?:codecov\.io|coveralls\.io|sonarcloud\.io|sentry\.io|(?<!gist\.)github\.com|gitlab\.com|bitbucket\.org|npmjs\.(?:com|org)|pypi\.org|crates\.io|docker\.(?:com|io)|ghcr\.io|vercel\.(?:com|app)|netlify\.(?:com|app)|atlassian\.net|linear\.app|notion\.so|datadoghq\.com|grafana\.net|amazonaws\.com|googleapis\.com|azure\.com)(?:[/:]|$)/
