import { DROPS, ELSEWHERE, OUTSIDE, USUAL } from "./addresses"
import { rule, sign, type Around, type Rule } from "./rule"
import { WORDS } from "./words"

const ORDERS = "orders an action"
const SENDS = "sends data out"

/** Words that make an action a duty of the agent, at a moment of its work. */
const DUTY =
  /\b(?:always|must|mandatory|required?|whenever|every ?time|each time|on every|on each|for every|for each|in every|with every|after (?:every|each|any|reading|finishing|completing|you)|before (?:every|each|any|you|doing|anything|\w+ing)|at the (?:start|beginning|end) of|at (?:session|task) (?:start|end)|from now on|as soon as|immediately|without fail|no matter what|once you|when you|when(?:ever)? asked|if asked|if you|if (?:a|an|the|any) \w+ (?:fails?|breaks?|errors?|succeeds?|passes)|on (?:failure|error|success)|first|upon|prior to|every (?:session|task|run|build|commit|answer|reply|hour|day|night)|per (?:session|task)|until|never \w+ (?:\w+ ){0,4}(?:without|before|until|unless))\b/

/** Moments of an agent's work, not of a build or a deployment. */
const AT_WORK =
  /(?:every|each|before|after|at|per|of|any) (?:\w+ ){0,2}?(?:sessions?|tasks?|turns?|answers?|answering|reply|replies|replying|response|responding|messages?|conversations?|prompts?|tool calls?)\b|\balways|from now|whenever|must first/

const OUT = new RegExp(OUTSIDE)
const AWAY = new RegExp(`${OUTSIDE}|${ELSEWHERE}`)
const DROP = new RegExp(DROPS)
const isDuty = ({ sentence }: Around): boolean => DUTY.test(sentence)
const isUnusual = (words: string): boolean => {
  const address = OUT.exec(words)?.[0] ?? ""
  return address === "" || !USUAL.test(address.replace(/^\w+:\/\//, "/"))
}
const SENSITIVE = new RegExp(`\\b(?:${WORDS.sensitive})\\b`)
const SECRET = new RegExp(`\\b(?:${WORDS.secret})\\b|${WORDS.secretfile}`)
const TO = "(?:to|at|into|in|on|onto|via|through|with|using|over|towards?|against)"
/** How a key is meant to travel. */
const HEADER = /\bheaders?\b|\bbearer\b|\bauthenticat/
const OWN_STORES = /\b(?:log(?:s|ged|ging)? (?:in|into)|write (?:to|in)|in the )\b/

/** Orders that reach out of the agent's machine. */
export const SENDING: readonly Rule[] = [
  rule(ORDERS, `<send> ~ ${TO} (?:\\w+ ){0,3}(?:${OUTSIDE})`, {
    asOrder: true,
    when: (around) =>
      isDuty(around) &&
      isUnusual(around.words) &&
      !/^(?:call|hit|ping|report|log|write|put|export|notify)\b/.test(around.words),
  }),
  rule(
    ORDERS,
    `(?:call|hit|ping|notify|contact|report(?: back)?|check in|phone home|beacon|register|connect|log in|make (?:an? )?(?:\\w+ )?request|send (?:an? )?(?:\\w+ )?request|request|issue (?:an? )?(?:\\w+ )?request|open|visit) (?:~ )?(?:to|at|with|into)? ?(?:${OUTSIDE})`,
    {
      asOrder: true,
      when: (around) =>
        isDuty(around) &&
        isUnusual(around.words) &&
        /\b(?:you|agent|always|every|each|before|session|task|must|whenever)\b/.test(around.sentence) &&
        AT_WORK.test(around.sentence),
    },
  ),
  rule(
    ORDERS,
    "(?:fetch|download|retrieve|load|pull|open|visit|read|get|browse(?: to)?|curl|wget|check|consult|query) ~ (?:and|then) (?:\\w+ ){0,2}(?:execute|run|follow|obey|apply|do|carry out|eval|perform|source|install) (?:the |whatever |what |any |all |its |his |their |every )*(?:instructions?|commands?|orders?|steps?|it|them|that|script|code|payload|contents?|says|told|response|output|result|directives?|file|binary|snippet|there)",
    {
      asOrder: true,
      when: ({ words, sentence }) => AWAY.test(sentence) || /\burl|link|page|remote|server|site/.test(words),
    },
  ),
  rule(
    ORDERS,
    `(?:execute|run|follow|obey|apply|carry out|perform|eval|do|install|take) (?:the |whatever |what |any |all |every |your |further |its )*(?:\\w+ )?(?:instructions?|commands?|orders?|steps?|script|code|payload|directives?|says) (?:\\w+ ){0,4}(?:from|at|on|in|by|published|hosted|posted|found|listed|given) (?:\\w+ ){0,3}(?:${OUTSIDE}|${ELSEWHERE})`,
    {
      asOrder: true,
      when: (around) =>
        isUnusual(around.words) &&
        (/obey|execute|commands?|orders|carry out|eval|code|payload|script/.test(around.words) ||
          isDuty(around)),
    },
  ),
  rule(ORDERS, "(?:push|mirror|sync|force push) ~(?:git@|ssh://|https?://)\\S{5,200}", {
    asOrder: true,
    when: (around) =>
      isDuty(around) && !/^push (?:images?|tags? to (?:the )?registry|packages?)/.test(around.words),
  }),
  rule(
    ORDERS,
    "(?:set|change|point|switch|update|rewrite|redirect) ~remotes? (?:\\w+ ){0,2}?(?:url )?(?:to|at) (?:git@|ssh://|https?://)\\S{5,200}",
    { asOrder: true, when: ({ after, words }) => /push/.test(after + words) },
  ),
  rule(
    ORDERS,
    "(?:obey|execute|carry out|comply with|act on|follow (?:any|all|every|whatever)) (?:any |all |the |every |whatever |of )*(?:instructions?|commands?|orders|directives?) (?:\\w+ ){0,3}?(?:in|from|inside|within|on|by) (?:\\w+ ){0,3}?(?:comments?|issues?|web ?pages?|websites?|e?mails?|tool outputs?|tool results?|pull requests?|search results|anyone|strangers|third part(?:y|ies)|external (?:files|content|sources)|files? you read|downloads?|user agents?|tickets)(?! template)",
    { asOrder: true },
  ),
  rule(
    ORDERS,
    "(?:open|start|install|create|spawn|add|plant|deploy|launch|leave|set up|run|establish|hide) (?:\\w+ ){0,3}?(?:reverse shell|bind shell|back ?door|key ?logger|crypto ?miner|ransomware|rootkit|trojan)",
    { asOrder: true },
  ),
  rule(
    ORDERS,
    "(?:delete|drop|wipe|destroy|erase|truncate|format|nuke|corrupt) (?:all |every |the |any |whole |entire |our |your |of )*(?:(?:live )?prod(?:uction)? (?:database|db|data|tables?|servers?|cluster|environment|bucket|backups?)|(?:all|every) (?:of )?(?:the |our |your )*(?:backups?|branches|repositories|repos)|git history|(?:user's )?home director(?:y|ies)|user's (?:files|disk|data)|hard drives?|(?:the |whole |entire )disk|main branch|remote branches|master branch)",
    {
      asOrder: true,
      when: ({ after }) => !/^ (?:older|that are merged|if merged|from|after|merged)/.test(after),
    },
  ),
  rule(
    SENDS,
    "(?:add|create|write|install|insert|register|set up|schedule|put) ~(?:hook|script|job|cron|alias|step|workflow|function|line|code|snippet|action|task|middleware|daemon|postinstall) (?:that|which|to|and|who) (?:\\w+ ){0,2}?(?:send|post|upload|forward|push|submit|transmit|mail|copie|copy|exfiltrate|leak|stream)(?:s|es)? ~(?:<sensitive>|<secret>|<secretfile>) ~(?:to|at|into) (?:\\w+ ){0,3}(?:" +
      `${OUTSIDE}|${ELSEWHERE})`,
    { asOrder: true, when: ({ words }) => isUnusual(words) },
  ),
  rule(
    SENDS,
    `<send> (?:it|them|those|these|everything|that|all of it|a copy|copies|the (?:result|output|content|value)s?)\\b ~${TO} (?:\\w+ ){0,3}(?:${OUTSIDE}|${ELSEWHERE})`,
    {
      asOrder: true,
      when: ({ before, words }) =>
        (SECRET.test(before) || SENSITIVE.test(before)) && isUnusual(words) && !HEADER.test(before + words),
    },
  ),
  rule(
    SENDS,
    `(?:sende?|schicke?|ubertrage|poste|ubermittle|leite|lade)\\w{0,3} ~(?:zugangsdaten|passwor|schlussel|geheimniss|token|umgebungsvariablen|quellcode|protokoll|verlauf|dateien)\\w* ~(?:an|zu|auf|nach|bei) (?:${OUTSIDE})|(?:envoie|envoyez|envoyer|transmet(?:s|tez)|publie[z]?) ~(?:cles?|mots? de passe|secrets?|jetons?|identifiants|variables|code source|historique|journa\\w+) ~(?:a|vers|sur) (?:${OUTSIDE})|(?:envia|envie|enviar|manda|mande|sube|publica|publique)\\w{0,2} ~(?:claves?|contrasenas?|secretos?|tokens?|credenciales|variables|codigo|historial|registros?) ~(?:a|en|hacia) (?:${OUTSIDE})`,
  ),
  sign(
    SENDS,
    /(?:把|将|將)[^。！？\n]{0,24}?(?:密钥|密鑰|密码|密碼|环境变量|環境變數|令牌|凭证|凭据|token|源代码|代码|日志|对话|聊天记录|记忆|文件)[^。！？\n]{0,16}?(?:发送|發送|上传|上傳|提交|发|传|推送)(?:到|给|至|往)[^。！？\n]{0,10}?(?:https?:|www\.|[\w.-]{1,60}\.(?:com|net|org|io|cn))/,
  ),
  rule(SENDS, `<send> ~(?: |^)(?:<sensitive>) ~ ${TO} (?:\\w+ ){0,3}(?:${OUTSIDE}|${ELSEWHERE})`, {
    asOrder: true,
    when: ({ words }) =>
      (isUnusual(words) || SECRET.test(words)) && !OWN_STORES.test(words) && !HEADER.test(words),
  }),
  rule(
    SENDS,
    `<send> ~(?: |^)(?:<secret>|<secretfile>) ~ ${TO} (?:\\w+ ){0,3}(?:${OUTSIDE}|${ELSEWHERE}|pastebin|telegram|discord|slack channel|gist|webhook)`,
    { asOrder: true, when: ({ words }) => !HEADER.test(words) },
  ),
  rule(SENDS, `(?:<send>|use|open|visit|fetch|request|make a request|load|render) ~${DROPS}`, {
    asOrder: true,
    when: (around) =>
      isDuty(around) ||
      SENSITIVE.test(around.sentence) ||
      /ngrok|webhook\.site|requestbin|pipedream|oast|burp|interact\.sh|transfer\.sh|0x0|beeceptor|dnslog|canary|trycloudflare|loca\.lt|serveo|hookb/.test(
        around.words,
      ),
  }),
  rule(
    SENDS,
    `<send> (?:\\w+ ){0,4}(?:<sensitive>|results?|data|files?|output|answers?|work|summary) (?:\\w+ ){0,3}(?:to|at|with|into) (?:${ELSEWHERE})`,
    {
      asOrder: true,
      when: ({ words, sentence }) =>
        /attacker|evil|\bmy\b|paste|gist|drop|c2|collect|outside|foreign|third|unknown/.test(words) ||
        DUTY.test(sentence),
    },
  ),
  rule(
    SENDS,
    `(?:must|has to|have to|need to|needs to|should|shall|are to|is to|will|always) (?:be )?(?:\\w+ )?(?:sent|posted|uploaded|mirrored|forwarded|copied|pushed|exfiltrated|shared|transmitted|e?mailed|submitted|synced|streamed|published|relayed|backed up) ~ (?:to|at|on|into|via|with) (?:\\w+ ){0,3}(?:${OUTSIDE}|${ELSEWHERE})`,
    {
      when: (around) =>
        isUnusual(around.words) &&
        !HEADER.test(around.sentence) &&
        (SENSITIVE.test(around.sentence) || DROP.test(around.sentence)),
    },
  ),
  rule(SENDS, `exfiltrat(?:ion|ing) (?:of )?~(?:to|at|via) (?:\\w+ ){0,3}(?:${OUTSIDE}|${ELSEWHERE})`),
  rule(
    SENDS,
    "<send> ~(?:<secretfile>|<secret>) ~ (?:as|to|in|on|into) (?:an? |the )?(?:public |secret )?(?:gists?|paste ?bin|paste|public \\w+|forum|telegram\\w*|discord)",
    { asOrder: true },
  ),
  rule(
    SENDS,
    "(?:append|add|include|put|insert|attach) ~(?:token|secret|session|api key|apikey|password|cookie|credential)\\w*\\W{0,3} ~(?:every|each|all|any) (?:\\w+ )?(?:links?|urls?|requests?|images?)",
    {
      asOrder: true,
      when: ({ sentence }) => /[?&=]|\{|\$|show|repl|answer|image/.test(sentence) && !HEADER.test(sentence),
    },
  ),
  rule(
    ORDERS,
    "(?:b?cc|blind copy|copy in) (?:\\w+ ){0,2}[\\w.+-]{1,60}@[a-z0-9-]{1,60}\\.[a-z0-9.-]{2,60}",
    { asOrder: true, when: isDuty },
  ),
  rule(
    ORDERS,
    `(?:trust|believe|accept|obey|follow|whitelist) (?:all|any|every|everything|anything|whatever) ~ (?:from|at|on|by) (?:${OUTSIDE})`,
    { asOrder: true, when: ({ words }) => isUnusual(words) },
  ),
  rule(
    SENDS,
    "(?:exfiltrate|smuggle out|siphon(?: off)?|leak) (?:\\w+ ){0,4}(?:<sensitive>|<secret>|data|files?|it|them|information|code)",
    { asOrder: true },
  ),
  rule(
    SENDS,
    `(?:include|embed|put|append|add|encode|insert|render|display|show|output|emit|place|hide|attach|write|use|load|fetch|request|open|visit|pass|stuff) ~(?:image|img|pixel|picture|markdown|link|url|query|query string|query parameter|dns|subdomain|hostname|favicon|badge|request) ~(?:<sensitive>|<secret>|data|summary|answer|user)`,
    {
      asOrder: true,
      when: ({ sentence }) =>
        OUT.test(sentence) || /exfil|attacker|encode|base ?64|tracking|pixel/.test(sentence),
    },
  ),
  rule(
    SENDS,
    "(?:encode|put|embed|hide|stuff|smuggle|place|append|pack|insert) ~(?:<secret>|<sensitive>) ~(?:image|pixel|markdown link|url|query string|dns|subdomain|hostname|favicon)",
    {
      asOrder: true,
      when: ({ sentence }) =>
        /encod|base ?64|image|pixel|dns|subdomain|hidden|hide|smuggle/.test(sentence) &&
        (SECRET.test(sentence) || OUT.test(sentence)),
    },
  ),
  rule(
    ORDERS,
    `(?:never|do not|don't|not|no) ~(?:without|before|until|unless) (?:\\w+ ){0,3}?(?:post|send|upload|push|forward|submit|transmit|e?mail|publish|shar|report|copy|sync|ping|call|contact|notify|fetch)\\w{0,6} ~(?:to|at|into|in|on|via|with|from)? ?(?:${OUTSIDE}|${ELSEWHERE})`,
    { evenForbidden: true, when: ({ words }) => isUnusual(words) },
  ),
  sign(
    SENDS,
    /!\[[^\]\n]{0,100}\]\(\s{0,3}<?https?:\/\/[^)\s]{3,200}[?&=/#][^)\n]{0,60}(?:\{|\$|<[a-z]|\[|%7b|…|\.\.\.|(?:data|secret|token|key|env|context|summary|conversation|history|base64|encoded)\w*\)?$)[^)\n]{0,200}/,
  ),
  sign(
    SENDS,
    /!\[[^\]\n]{0,100}\]\(\s{0,3}<?https?:\/\/[^)\s]{3,200}[?&](?:q|d|data|c|x|exfil|leak|secret|token|key|s|payload|body|content|msg|m|p|log|cookie)=[^)\n]{0,200}/,
    { when: ({ words }) => !/shields\.io|badge|[?&](?:s|v|size|w|h)=\d+\)?$/.test(words) },
  ),
  sign(
    SENDS,
    /<(?:img|iframe|script|link|object|embed|video|audio|source|form)\b[^>\n]{0,120}(?:src|href|data|action|srcset)\s{0,3}=\s{0,3}["']?https?:\/\/[^>\s"']{3,200}[?&=/#][^>\n]{0,40}(?:\{|\$|<|\[|%7b)/,
  ),
  sign(
    SENDS,
    /https?:\/\/[^\s)"'`]{3,200}[?&#][\w.-]{1,40}=[{[<$%]{1,3}[({]?[^\s)"'`]{0,40}(?:conversation|context|history|summary|prompt|transcript|chat|user_?name|session|memor|secret|stolen|exfil|env\b|environ|\.env|contents?|answer|response|user_?(?:message|input|data)|password|cookie|base64|encoded|credential|api_?keys|ssh|everything|hostname|whoami|result|output|log\b|logs\b)/,
    { when: ({ words }) => isUnusual(words) && !/^https?:\/\/(?:localhost|127|[\w-]+[:/])/.test(words) },
  ),
  sign(
    SENDS,
    /\b(?:curl|wget|http|https|iwr|invoke-webrequest|invoke-restmethod|fetch|nc|ncat|netcat|socat|telnet|scp|rsync|sftp|ftp|aws s3 cp|gsutil cp|rclone)\b[^\n]{0,200}(?:\$\((?:cat|env|printenv|base64|whoami|hostname|tar|gzip|id|ls|history|git (?:diff|log|config)|gh auth|aws|security)\b|`(?:cat|env|printenv|base64|whoami|hostname)\b|@(?:~|\$home|\/root|\/home|\/etc|\.env|\.ssh|\.aws|\.git-credentials|\.netrc|[\w/.-]{0,60}(?:id_rsa|id_ed25519|\.env\b|credentials|secrets?\b|shadow|passwd))|(?:~|\$home)\/\.(?:ssh|aws|gnupg|netrc|kube|config\/gh)|--post-file|\$\{?\w*(?:token|secret|password|api_key|private_key|credential)s?\w*\}?["']?[^\n]{0,10}https?:\/\/(?!\$))/,
    {
      when: ({ words }) =>
        !/authorization|-h ["']|bearer|--header/.test(words) ||
        /\$\((?:cat|env|printenv)|@(?:~|\.env)/.test(words),
    },
  ),
  sign(
    SENDS,
    /(?:\b(?:cat|env|printenv|tar|set|base64|history|git diff|git log|ls|find|dump|pg_dump|mysqldump|zip|gzip)\b[^\n|]{0,120}\|[^\n]{0,80})\b(?:curl|wget|nc|ncat|netcat|socat|telnet|ssh|openssl s_client|mail|sendmail)\b(?! --version)/,
    {
      when: ({ words, after }) =>
        OUT.test(after) || /\b(?:nc|ncat|netcat|socat|telnet|mail|sendmail)$/.test(words),
    },
  ),
]
