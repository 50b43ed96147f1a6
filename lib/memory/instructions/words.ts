const PATHS_OF_SECRETS =
  "(?:\\x7e|\\$home|/root|/home/[\\w.-]{1,30}|\\.)?/?\\.(?:ssh(?:/\\w{1,20})?|aws/credentials|aws|netrc|npmrc|pypirc|git-credentials|gnupg|kube/config|docker/config\\.json|config/gcloud\\S{0,60}|azure|pgpass|bash_history|zsh_history)|id_(?:rsa|ed25519|ecdsa|dsa)|/etc/(?:passwd|shadow|sudoers)|authorized_keys|(?:\\S{0,20}/)?\\.env(?:\\.\\w{1,20})?|process\\.env|os\\.environ"

/** Words that do the same work, by the name under which rules speak of them. Longest first where one begins another. */
export const WORDS = {
  ignore:
    "ignore|disregard|overlook|disobey|defy|neglect|put aside|throw out|look past|forget(?: about)?|bypass|set aside|pay no (?:attention|heed) to|(?:do not|don't|never|stop|no longer) (?:follow|obey|heed|comply with|adhere to|listen to|following|obeying|heeding|complying with|listening to)|unlearn",
  overrule:
    "override|overrule|supersede|abandon|discard|drop|cancel|void|nullify|revoke|overwrite|break|violate|defy|erase|delete",
  any: "(?:(?:all|any|every|each|the|of|your|my|our|these|those|this|that|their|its|everyone's|such) ){0,4}",
  prior:
    "previous|previously given|prior|above|earlier|preceding|existing|original|initial|foregoing|former|past|old|current|other|system|developer|safety|security|hidden|built in|default|conflicting|contrary|standing|given|usual|normal|user|user's|operator's|human|owner's",
  guidance:
    "instructions?|prompts?|directives?|guidelines?|guidance|programming|guardrails?|safeguards?|alignment|directions",
  rules:
    "rules?|constraints?|restrictions?|polic(?:y|ies)|commands?|orders?|training|limitations?|limits|filters?|protocols?|measures?|checks",
  person:
    "users?|humans?|operators?|developers?|curators?|reviewers?|owners?|maintainers?|anyone|anybody|team leads?|leads?|admins?|administrators?|people|person|engineers?|customers?|boss|supervisors?|teammates?|them",
  agent:
    "ai|a\\.i\\.|llms?|language models?|assistants?|agents?|chat ?bots?|copilots?|claude|gpt|models?|bots?",
  send: "post|send|upload|push|forward|submit|transmit|e?mail|dump|publish|share|copy|sync|beacon|leak|deliver|put|pipe|relay|stream|ping|mirror|back up|echo|export|report|write|notify|call|hit|append|attach|paste|curl|ship|log|drop|stash|exfil|scp|rsync|tar|hand over|pass",
  sensitive:
    "build logs?|logs?|stack ?traces?|transcripts?|conversations?|chats?|chat history|chat logs?|contexts?|memor(?:y|ies)|prompts?|system prompts?|source(?: code)?|code ?base|repo(?:sitory)?(?: contents?)?|diffs?|(?:file |the )?contents? of|env(?:ironment)?(?: variables?| vars?| file)?|\\.env|credentials?|secrets?|tokens?|api keys?|keys?|passwords?|cookies?|history|clipboard|screenshots?|key ?chain|ssh keys?|private keys?|(?:user|customer|client)'?s? files|customer (?:data|records|list|emails?)|user (?:data|details|records|messages?|input|emails?|prompts?)|database dumps?|dumps?|personal (?:data|information)|everything|findings|working director(?:y|ies)|workspace|hostnames?|ip addresses",
  secret:
    "(?:api|access|secret|private|ssh|signing|encryption|deploy|master|service account|aws|openai|anthropic|stripe) ?keys?|passwords?|passphrases?|credentials?|secrets|(?:auth|access|bearer|session|refresh|github|gitlab|npm|api|login|deploy|oauth|personal access|security) ?tokens?|tokens|env(?:ironment)? ?(?:variables?|vars?|file)|session cookies?|cookies|key ?chain|wallets?|seed phrases?|recovery (?:codes?|phrases?)|certificates? and keys|credit card numbers?|database urls?|connection strings?|(?:the|your|my|our|this|its|their) token|[a-z]\\w{1,30}_(?:api_?key|token|secret|password|access_key)|\\$\\{?\\w{0,30}(?:token|secret|key|password|credential)s?\\w{0,20}\\}?",
  secretfile: PATHS_OF_SECRETS,
} as const
