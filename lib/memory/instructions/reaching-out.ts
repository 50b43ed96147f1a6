import { DROPS, ELSEWHERE, OUTSIDE, USUAL } from "./addresses"
import { rule, sign, type Around, type Rule } from "./rule"
import { WORDS } from "./words"

const ORDERS = "orders an action"
const SENDS = "sends data out"

/** Words that make an action a duty of the agent, at a moment of its work. */
const DUTY =
  /\b(?:always|must|mandatory|required?|whenever|every ?time|each time|on every|on each|for every|for each|in every|with every|after (?:every|each|any|reading|finishing|completing|you)|before (?:every|each|any|you|doing|anything|\w+ing)|at the (?:start|beginning|end) of|at (?:session|task) (?:start|end)|from now on|as soon as|immediately|without fail|no matter what|once you|when you|when(?:ever)? asked|if asked|if you|first|upon|prior to|every (?:session|task|run|build|commit|answer|reply|hour|day|night)|per (?:session|task)|until|never \w+ (?:\w+ ){0,4}(?:without|before|until|unless))\b/

const OUT = new RegExp(OUTSIDE)
const isDuty = ({ sentence }: Around): boolean => DUTY.test(sentence)
const isUnusual = (words: string): boolean => {
  const address = OUT.exec(words)?.[0] ?? ""
  return address === "" || !USUAL.test(address.replace(/^\w+:\/\//, "/"))
}
const SENSITIVE = new RegExp(`\\b(?:${WORDS.sensitive})\\b`)
const SECRET = new RegExp(`\\b(?:${WORDS.secret})\\b|${WORDS.secretfile}`)
const TO = "(?:to|at|into|in|on|onto|via|through|with|using|over|towards?|against)"
const OWN_STORES = /\b(?:log(?:s|ged|ging)? (?:in|into)|write (?:to|in)|in the )\b/

/** Orders that reach out of the agent's machine. */
export const SENDING: readonly Rule[] = [
  rule(ORDERS, `<send> ~ ${TO} (?:\\w+ ){0,3}(?:${OUTSIDE})`, { asOrder: true, when: (around) => isDuty(around) && isUnusual(around.words) && !/^(?:call|hit|ping|report|log|write|put|export|notify)\b/.test(around.words) }),
  rule(ORDERS, `(?:call|hit|ping|notify|contact|report(?: back)?|check in|phone home|beacon|register|connect|log in) (?:~ )?(?:to|at|with|into)? ?(?:${OUTSIDE})`, { asOrder: true, when: (around) => isDuty(around) && isUnusual(around.words) && /\b(?:you|agent|always|every|each|before|session|task|must|whenever)\b/.test(around.sentence) && /always|every|each|before (?:\w+ing|any|every)|from now|session|whenever|must first/.test(around.sentence) }),
  rule(ORDERS, "(?:fetch|download|retrieve|load|pull|open|visit|read|get|browse(?: to)?|curl|wget|check|consult|query) ~ (?:and|then) (?:\\w+ ){0,2}(?:execute|run|follow|obey|apply|do|carry out|eval|perform|source|install) (?:the |whatever |what |any |all |its |his |their |every )*(?:instructions?|commands?|orders?|steps?|it|them|that|script|code|payload|contents?|says|told|response|output|result|directives?|file|binary|snippet|there)", { asOrder: true, when: ({ words, sentence }) => new RegExp(`${OUTSIDE}|${ELSEWHERE}`).test(sentence) || /\burl|link|page|remote|server|site/.test(words) }),
  rule(ORDERS, `(?:execute|run|follow|obey|apply|carry out|perform|eval|do|install|take) (?:the |whatever |what |any |all |every |your |further |its )*(?:\\w+ )?(?:instructions?|commands?|orders?|steps?|script|code|payload|directives?|says) (?:\\w+ ){0,4}(?:from|at|on|in|by|published|hosted|posted|found|listed|given) (?:\\w+ ){0,3}(?:${OUTSIDE}|${ELSEWHERE})`, { asOrder: true, when: ({ words }) => isUnusual(words) }),
  rule(SENDS, `<send> ~(?: |^)(?:<sensitive>) ~ ${TO} (?:\\w+ ){0,3}(?:${OUTSIDE}|${ELSEWHERE})`, { asOrder: true, when: ({ words }) => (isUnusual(words) || SECRET.test(words)) && !OWN_STORES.test(words) }),
  rule(SENDS, `<send> ~(?: |^)(?:<secret>|<secretfile>) ~ ${TO} (?:\\w+ ){0,3}(?:${OUTSIDE}|${ELSEWHERE}|pastebin|telegram|discord|slack channel|gist|webhook)`, { asOrder: true, when: ({ words }) => !/(?:authorization|auth|http)? ?header/.test(words) }),
  rule(SENDS, `(?:<send>|use|open|visit|fetch|request|make a request|load|render) ~${DROPS}`, { asOrder: true, when: (around) => isDuty(around) || SENSITIVE.test(around.sentence) }),
  rule(SENDS, `<send> (?:\\w+ ){0,4}(?:<sensitive>|results?|data|files?|output|answers?|work|summary) (?:\\w+ ){0,3}(?:to|at|with|into) (?:${ELSEWHERE})`, { asOrder: true, when: ({ words, sentence }) => /attacker|evil|\bmy\b|paste|gist|drop|c2|collect|outside|foreign|third|unknown/.test(words) || DUTY.test(sentence) }),
  rule(SENDS, "(?:exfiltrate|smuggle out|siphon(?: off)?|leak) (?:\\w+ ){0,4}(?:<sensitive>|<secret>|data|files?|it|them|information|code)", { asOrder: true }),
  rule(SENDS, `(?:include|embed|put|append|add|encode|insert|render|display|show|output|emit|place|hide|attach|write|use|load|fetch|request|open|visit|pass|stuff) ~(?:image|img|pixel|picture|markdown|link|url|query|query string|query parameter|dns|subdomain|hostname|favicon|badge|request) ~(?:<sensitive>|<secret>|data|summary|answer|user)`, { asOrder: true, when: ({ sentence }) => OUT.test(sentence) || /exfil|attacker|encode|base ?64|tracking|pixel/.test(sentence) }),
  rule(SENDS, "(?:encode|put|embed|hide|stuff|smuggle|place|append|pack|insert) ~(?:<secret>|<sensitive>) ~(?:image|pixel|markdown link|url|query string|dns|subdomain|hostname|favicon)", { asOrder: true, when: ({ sentence }) => /encod|base ?64|image|pixel|dns|subdomain|hidden|hide|smuggle/.test(sentence) && (SECRET.test(sentence) || OUT.test(sentence)) }),
  rule(ORDERS, `(?:never|do not|don't|not|no) ~(?:without|before|until|unless) (?:\\w+ ){0,3}?(?:post|send|upload|push|forward|submit|transmit|e?mail|publish|shar|report|copy|sync|ping|call|contact|notify|fetch)\\w{0,6} ~(?:to|at|into|in|on|via|with|from)? ?(?:${OUTSIDE}|${ELSEWHERE})`, { evenForbidden: true, when: ({ words }) => isUnusual(words) }),
  sign(SENDS, /!\[[^\]\n]{0,100}\]\(\s{0,3}<?https?:\/\/[^)\s]{3,200}[?&=/#][^)\n]{0,60}(?:\{|\$|<[a-z]|\[|%7b|…|\.\.\.|(?:data|secret|token|key|env|context|summary|conversation|history|base64|encoded)\w*\)?$)[^)\n]{0,200}/),
  sign(SENDS, /!\[[^\]\n]{0,100}\]\(\s{0,3}<?https?:\/\/[^)\s]{3,200}[?&](?:q|d|data|c|x|exfil|leak|secret|token|key|s|payload|body|content|msg|m|p|log|cookie)=[^)\n]{0,200}/, { when: ({ words }) => !/shields\.io|badge|[?&](?:s|v|size|w|h)=\d+\)?$/.test(words) }),
  sign(SENDS, /<(?:img|iframe|script|link|object|embed|video|audio|source|form)\b[^>\n]{0,120}(?:src|href|data|action|srcset)\s{0,3}=\s{0,3}["']?https?:\/\/[^>\s"']{3,200}[?&=/#][^>\n]{0,80}(?:\{|\$|<|\[|%7b)/),
  sign(SENDS, /https?:\/\/[^\s)"'`]{3,200}[?&#][\w.-]{1,40}=[{[<$%]{1,3}[({]?[^\s)"'`]{0,40}(?:conversation|context|history|summary|prompt|transcript|chat|memor|secret|stolen|exfil|env\b|environ|\.env|contents?|answer|response|user_?(?:message|input|data)|password|cookie|base64|encoded|credential|api_?keys|ssh|everything|hostname|whoami|result|output|log\b|logs\b)/, { when: ({ words }) => isUnusual(words) && !/^https?:\/\/(?:localhost|127|[\w-]+[:/])/.test(words) }),
  sign(SENDS, /\b(?:curl|wget|http|https|iwr|invoke-webrequest|invoke-restmethod|fetch|nc|ncat|netcat|socat|telnet|scp|rsync|sftp|ftp|aws s3 cp|gsutil cp|rclone)\b[^\n]{0,200}(?:\$\((?:cat|env|printenv|base64|whoami|hostname|tar|gzip|id|ls|history|git (?:diff|log|config)|gh auth|aws|security)\b|`(?:cat|env|printenv|base64|whoami|hostname)\b|@(?:~|\$home|\/root|\/home|\/etc|\.env|\.ssh|\.aws|\.git-credentials|\.netrc|[\w/.-]{0,60}(?:id_rsa|id_ed25519|\.env\b|credentials|secrets?\b|shadow|passwd))|(?:~|\$home)\/\.(?:ssh|aws|gnupg|netrc|kube|config\/gh)|--post-file|\$\{?\w*(?:token|secret|password|api_key|private_key|credential)s?\w*\}?["']?[^\n]{0,10}https?:\/\/(?!\$))/, { when: ({ words }) => !/authorization|-h ["']|bearer|--header/.test(words) || /\$\((?:cat|env|printenv)|@(?:~|\.env)/.test(words) }),
  sign(SENDS, /(?:\b(?:cat|env|printenv|tar|set|base64|history|git diff|git log|ls|find|dump|pg_dump|mysqldump|zip|gzip)\b[^\n|]{0,120}\|[^\n]{0,80})\b(?:curl|wget|nc|ncat|netcat|socat|telnet|ssh|openssl s_client|mail|sendmail)\b(?! --version)/, { when: ({ words, after }) => OUT.test(after) || /\b(?:nc|ncat|netcat|socat|telnet|mail|sendmail)$/.test(words) }),
]
