import { prefixed, type SecretRule } from "./secret-rule"
import { isRandom, isStandIn } from "./placeholder-secrets"

const END = "(?![A-Za-z0-9])"
const UUID = "[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}"

/**
 * Returns a rule for keys with a fixed prefix. A match must look random, because a long name may begin with
 * the same prefix.
 */
const service = (kind: string, source: string): SecretRule => ({
  ...prefixed(kind, source),
  isOne: (value) => !isStandIn(value) && isRandom(value),
})

/** Keys of hosted services that are recognized by their prefix. */
export const SERVICE_TOKEN_RULES: readonly SecretRule[] = [
  // AI models and tools for them.
  service("Google API key", "AQ\\.Ab8[\\w-]{35,}"),
  service("Langfuse key", `sk-lf-${UUID}`),
  service("Fireworks key", `fw_[A-Za-z0-9]{22,32}${END}`),
  service("Together key", "tgp_v1_[\\w-]{40,}"),
  service("Cerebras key", `csk-[a-z0-9]{40,60}${END}`),
  service("ElevenLabs key", `sk_[a-f0-9]{48}${END}`),
  service("Pinecone key", "pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,}"),
  service("Voyage key", `pa-[\\w-]{40,50}${END}`),
  service("Jina key", "jina_[a-f0-9]{32}[\\w-]{20,}"),
  service("Tavily key", "tvly-(?:dev-|prod-)?[A-Za-z0-9-]{28,}"),
  service("Firecrawl key", `fc-[a-f0-9]{32}${END}`),
  service("E2B key", `e2b_[a-f0-9]{40}${END}`),
  service("NVIDIA key", "nvapi-[\\w-]{50,}"),
  service("Brave Search key", `BSA[A-Za-z0-9_-]{24,30}${END}`),
  service("LlamaCloud key", "llx-[A-Za-z0-9]{40,}"),
  service("Mem0 key", `m0-[A-Za-z0-9]{36,44}${END}`),
  service("RunPod key", "rpa_[A-Z0-9]{36,}"),
  service("Anyscale key", "esecret_[A-Za-z0-9]{22,}"),
  service("Weights & Biases key", "wandb_v1_[\\w-]{40,}"),
  service("Cursor key", `(?:key|crsr)_[a-f0-9]{60,64}${END}`),
  // Hosting, databases and delivery.
  service("Neon token", "napi_[a-z0-9]{50,}|npg_[A-Za-z0-9]{11,20}"),
  service("Render key", "rnd_[A-Za-z0-9]{26,}"),
  service("Deno Deploy token", "dd[ouwp]_[A-Za-z0-9]{34,}"),
  service("MongoDB Atlas secret", "mdb_sa_sk_[\\w-]{30,}"),
  service("Aiven password", "AVNS_[\\w-]{17,}"),
  service("Confluent secret", "cflt[A-Za-z0-9+/]{56,}"),
  service("Yandex Cloud key", "AQVN[\\w-]{33,}"),
  service("Infisical token", "st\\.[a-f0-9-]{24,40}\\.[a-f0-9]{32}\\.[a-f0-9]{32}"),
  service("AWS session token", "(?:IQoJb3JpZ2lu|FwoGZXIvYXdz|FQoGZXIvYXdz)[A-Za-z0-9+/=]{80,}"),
  service("JFrog reference token", "cmVmdGtu[A-Za-z0-9]{50,}"),
  service("Depot token", "depot_(?:org|project|user)_[a-f0-9]{50,}"),
  service("Prefect key", "pn[ub]_[A-Za-z0-9]{34,}"),
  service("dbt Cloud token", "dbt[cu]_[\\w-]{36,}"),
  service("Trigger.dev key", "tr_(?:dev|prod|stg|pat)_[A-Za-z0-9]{20,}"),
  service("Inngest signing key", "signkey-(?:prod|test|branch)-[a-f0-9]{60,}"),
  service("Expo token", "expo_[A-Za-z0-9_-]{36,}"),
  // Code hosting and code quality.
  service("GitLab token", "gl(?:rtr|wt)-[\\w.-]{18,}"),
  service("Sourcegraph token", `sgp_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}${END}`),
  service("Snyk token", `snyk_(?:uat|sat|at)\\.[\\w.-]{40,}`),
  service("Socket token", "sktsec_[\\w-]{36,}"),
  service("ReadMe key", "rdme_[a-z0-9]{60,}"),
  // Collaboration, mail and payment.
  service("Slack token", "xox[cd]-[\\w%+/-]{20,}"),
  service("HubSpot token", `pat-(?:na|eu|ap)\\d-${UUID}`),
  service("Asana token", `\\d/\\d{14,18}(?:/\\d{14,18})?:[a-f0-9]{32}${END}`),
  service("ClickUp token", `pk_\\d{5,10}_[A-Z0-9]{32}${END}`),
  service("Dropbox token", "sl\\.(?:u\\.|B)[\\w-]{100,}"),
  service("Contentful token", "CFPAT-[\\w-]{40,}"),
  service("Resend key", "re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}"),
  service("MailerSend token", "mlsn\\.[a-f0-9]{60,}"),
  service("Mapbox secret token", "sk\\.eyJ[\\w-]{40,}\\.[\\w-]{18,}"),
  service("Shopify token", "shp(?:tka|ltk)_[a-fA-F0-9]{32,}"),
  service("Paddle key", "pdl_(?:live|sdbx)_apikey_[\\w]{40,}"),
  service("Polar token", "polar_(?:oat|pat|at_[ou])_[\\w]{30,}"),
  service("Razorpay key", "rzp_live_[A-Za-z0-9]{14,}"),
  service("Flutterwave key", "FLWSECK(?:_TEST)?-[\\w-]{30,}"),
  service("Shippo token", "shippo_(?:live|test)_[a-f0-9]{40}"),
  service("EasyPost key", "EZ[AT]K[a-z0-9]{50,}"),
  service("Duffel token", "duffel_(?:test|live)_[\\w-]{40,}"),
  service("Cal.com key", "cal_live_[a-f0-9]{30,}"),
  // Metrics, feature flags and other services.
  service("Honeycomb key", "hc[a-z]ik_[a-z0-9]{50,}"),
  service("Axiom token", `xa(?:at|pt)-${UUID}`),
  service("LaunchDarkly key", `sdk-${UUID}`),
  service("Statsig key", "secret-[A-Za-z0-9]{40,}"),
  service("Adafruit IO key", "aio_[A-Za-z0-9]{28}"),
  service("WakaTime key", `waka_(?:tok_|sec_|ref_)?(?:${UUID}|[A-Za-z0-9]{60,})`),
  service("n8n key", "n8n_api_[A-Za-z0-9]{36,}"),
  service("Apify token", "apify_api_[A-Za-z0-9]{34,}"),
  service("Stytch secret", "secret-(?:live|test)-[\\w=-]{32,}"),
  service("Stripe key", "sk_org_(?:live|test)_[A-Za-z0-9]{40,}"),
  service("Azure DevOps token", `[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}${END}`),
  service("Azure Container Registry password", `[A-Za-z0-9+/]{32}\\+ACR[A-Za-z0-9+/]{6}${END}`),
  service("Azure OpenAI key", `[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}${END}`),
  service("Google OAuth refresh token", "1//0[\\w-]{40,}"),
  service("Google HMAC key ID", `GOOG1[A-Z0-9]{50,60}${END}`),
  service("Amazon MWS token", `amzn\\.mws\\.${UUID}`),
  service("Plaid token", `access-(?:sandbox|development|production)-${UUID}`),
  service("Adyen key", "AQE[A-Za-z0-9+/]{40,}-[A-Za-z0-9+/]{30,}=?-[\\w{}()<>&^#@!$%*]{8,20}"),
  service("Asana token", `0/[a-f0-9]{32}${END}`),
  service("Trello token", `ATTA[a-f0-9]{64}[A-Za-z0-9]{8}${END}`),
  service("Intercom token", "dG9rO[A-Za-z0-9]{50,60}="),
  service("Salesforce session ID", "00D[A-Za-z0-9]{12,15}![\\w.]{80,}"),
  prefixed("Zapier webhook", "hooks\\.zapier\\.com/hooks/catch/\\d{4,12}/\\w{5,12}"),
  {
    kind: "Telegram bot token",
    pattern: /(?<=\/bot)\d{8,11}:A[\w-]{33,}/g,
  },
  { kind: "Okta token", pattern: /\bSSWS\s{1,3}(?<secret>00[\w-]{38,42})/dg },
  { kind: "PagerDuty key", pattern: /pager.?duty[^\n]{0,40}?(?<secret>[uy]\+[\w-]{18})/dgi },
  { kind: "Azure Functions key", pattern: /[?&]code=(?<secret>[\w/+-]{52,56}={1,2})/dg },
  service("Discord account token", "mfa\\.[\\w-]{80,}"),
]
