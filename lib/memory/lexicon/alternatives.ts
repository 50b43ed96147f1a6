import { ideaOf } from "./software"
import { stemOf } from "../text/stems"

/** Each line lists alternatives. Two statements that choose different ones for the same purpose contradict each other. */
const ONE_OF = `
npm pnpm yarn bun
eslint biome oxlint jshint tslint
prettier dprint rustfmt black yapf
jest vitest mocha ava jasmine
playwright cypress selenium puppeteer webdriver
postgres mysql mariadb sqlite mongodb oracle cockroach dynamodb cassandra
redis memcached valkey
rabbitmq kafka nats sqs pubsub activemq kinesis pulsar
prisma drizzle typeorm sequelize knex kysely mikroorm hibernate
webpack vite rollup esbuild parcel turbopack rspack
react vue svelte angular solid preact
express fastify koa hapi nestjs hono
django flask fastapi
typescript javascript
yaml toml json xml ini
rest graphql grpc soap
zod yup joi typebox valibot ajv
moment dayjs datefns luxon
aws gcp azure
tabs spaces
camelcase snakecase kebabcase pascalcase
float integer decimal
utc localtime cet
daily weekly monthly hourly nightly
monday tuesday wednesday thursday friday saturday sunday
squash rebase
main master trunk develop
github gitlab bitbucket
jira linear asana trello
terraform pulumi cloudformation ansible
docker podman
maven gradle bazel
pip poetry conda pipenv uv
pytest unittest nose
redux zustand mobx recoil jotai
tailwind bootstrap sass
winston pino bunyan
uuid ulid cuid
jwt cookie
polling webhook
monolith microservice
cents float
single double
bcrypt argon2 scrypt
english german french spanish italian portuguese japanese chinese dutch polish korean russian
go kotlin java rust python typescript ruby php scala elixir swift clojure haskell
berlin london paris york tokyo zurich sydney utc
vault doppler infisical 1password
nomad ecs fargate lambda vercel netlify heroku render
sentry rollbar bugsnag
okta auth0 keycloak entra cognito
elasticsearch opensearch typesense meilisearch algolia solr
airflow prefect dagster luigi
zendesk freshdesk intercom
stripe adyen braintree paypal mollie
sendgrid mailgun postmark resend
circleci jenkins travis buildkite
launchdarkly unleash configcat flagsmith
overleaf typst latex
parquet avro orc csv
snowflake bigquery redshift databricks
tcp udp
windows linux macos
dollar euro pound franc
metric imperial
comma point
january february march april may june july august september october november december
datadog grafana newrelic splunk
gram kilogram pound ounce ton
celsius fahrenheit kelvin
metre kilometre mile foot inch
slack teams discord email
`

/** Words that deny one another. */
const CONTRARY = `
must never
always never
enable disable
allow forbid
allow reject
accept reject
require optional
before after
sync async
parallel serial
automatic manual
public private
internal external
mutable immutable
include exclude
include ignore
ignore honour
ignore respect
ignore obey
ignore follow
sequential random
show hide
shown hidden
eagerly lazily
closed open
fail ignore
public confidential
deterministic random
horizontally vertically
nullable required
inclusive exclusive
verbose quiet
verbose silent
static dynamic
implicit explicit
signed unsigned
permanent temporary
prepend append
active inactive
editable readonly
writable readonly
online offline
upstream downstream
oldest newest
strict lenient
free paid
push pull
top bottom
dark light
true false
ascending descending
lowercase uppercase
horizontal vertical
client server
frontend backend
prod staging
prod dev
stateless stateful
blocking nonblocking
with without
on off
off enable
on disable
optin optout
up down
inside outside
increase decrease
raise lower
open closed
encrypted plaintext
hard soft
eager lazy
strict loose
relative absolute
keep delete
add delete
succeed fail
pass fail
fast slow
minimum limit
first last
new old
local remote
named default
flat nested
shared isolated
start stop
visible hidden
safe unsafe
big small
below exceed
inbound outbound
incoming outgoing
forbid optional
refuse allow
`

const groups = new Map<string, Set<number>>()
for (const [index, line] of ONE_OF.trim().split("\n").entries())
  for (const word of line.split(" "))
    groups.set(nameOf(word), (groups.get(nameOf(word)) ?? new Set()).add(index))
const contraries = new Map<string, Set<string>>()
for (const line of CONTRARY.trim().split("\n")) {
  const [left = "", right = ""] = line.split(" ").map(nameOf)
  contraries.set(left, (contraries.get(left) ?? new Set()).add(right))
  contraries.set(right, (contraries.get(right) ?? new Set()).add(left))
}

function nameOf(word: string): string {
  return ideaOf(stemOf(word))
}

/** Whether one is chosen rather than the other. Takes ideas. */
export function areAlternatives(left: string, right: string): boolean {
  const others = groups.get(right)
  if (others === undefined || left === right) return false
  for (const group of groups.get(left) ?? []) if (others.has(group)) return true
  return false
}

/** Whether the one says the reverse of the other. Takes ideas. */
export function areContrary(left: string, right: string): boolean {
  return contraries.get(left)?.has(right) === true
}

/** Things that come in pairs: entries about one often repeat the wording of entries about the other. */
const PAIRED = `
input output
initiator responder
sender receiver
producer consumer
request response
import export
encode decode
reader writer
primary secondary
client server
success failure
`

const counterparts = new Map(
  PAIRED.trim()
    .split("\n")
    .flatMap((line) => {
      const [one = "", other = ""] = line.split(" ").map(nameOf)
      return [
        [one, other],
        [other, one],
      ] as const
    }),
)

/** Whether both are the two sides of one thing. Takes ideas. */
export const areCounterparts = (left: string, right: string): boolean => counterparts.get(left) === right

/** The lines of words of which one is chosen that an idea is in: what is said of one of them may be said against another. */
export function choicesOf(idea: string): readonly string[] {
  return [...(groups.get(idea) ?? [])].flatMap((index) => ONE_OF.trim().split("\n")[index] ?? [])
}
