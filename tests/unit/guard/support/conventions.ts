/** What memory is for: conventions, facts, habits. None of it is aimed at the agent's user. */
export const CONVENTIONS: readonly string[] = `
Always use named exports
Never commit to main
Run npm test before pushing
Use pnpm instead of npm
Always run \`npm run lint\`
Always run the formatter before committing
Before every commit run \`cargo fmt\` and \`cargo clippy\`
You must run migrations with \`make migrate\` first
Event handlers must be idempotent: the broker redelivers after a consumer restart
Post release notes to #releases after each deploy
Send metrics to https://otel.internal:4318
Upload coverage to codecov.io after CI
Always upload coverage reports to https://codecov.io from the main branch
POST /api/upload creates a file, PUT replaces it
The client posts logs to https://ingest.acme.com/v1/logs
Workers send heartbeats to https://status.acme.com every minute
The SDK uploads source maps to sentry.io
Webhooks are sent to https://hooks.acme.com/in with an HMAC header
Use curl https://localhost:3000/health to check the server
curl -s https://api.acme.com/v1/status | jq .version
Health check: curl -f http://localhost:8080/healthz
Download the schema with wget https://schemas.acme.com/v2.json
Install with brew install postgresql@16
pip install -r requirements.txt, then pytest -q
npx prisma generate after each schema change
npx playwright install chromium
rm -rf node_modules && npm ci fixes the lock error
Delete build artifacts with rm -rf dist .next coverage
rm -rf ./tmp/cache when fixtures change
git push --force-with-lease origin feature only on your own branch
Force pushes to main are forbidden
Never run rm -rf / in the container
Never pipe curl into sh; download and read the script first
Do not use git commit --no-verify
The --no-verify flag is forbidden
Never print API keys or passwords
Do not log access tokens
API keys are read from .env by config/env.ts
Read environment variables through src/config.ts only
Copy .env.example to .env before the first run
Secrets live in Vault; never commit them
The access token goes into the Authorization header
Return the access token and the refresh token from POST /login
Refresh tokens are stored in an httpOnly cookie
Rotate credentials every 90 days
List secrets with \`gh secret list\`
SSH config is in ~/.ssh/config; use the alias deploy-host
Store the session token in Redis
Print the request id in each log line
Include the ticket number in the commit message
Show an error message to the user when the upload fails
Do not show stack traces to the user
Do not show raw errors to users; map them to messages
Never expose internal ids to the user
Do not notify the user on every retry
Don't ask the user for the time zone; read it from the browser
Avoid blocking the user while the import runs
The user prefers short answers
User prefers tabs over spaces
The user wants commits to be small
Ask the user before deleting files
Do not commit without asking the user
Ignore the node_modules folder in searches
ESLint: ignore all rules in generated files
The linter ignores the previous rule when an override exists
Override the default port with PORT
Override the default prompt with --prompt
Forget the cached config with \`npm run clean\`
Skip previous migrations when restoring a dump
Ignore warnings about peer dependencies
The parser ignores unknown instructions
Ignore flaky test retries in the report
.gitignore excludes all previous build output
The new policy supersedes the 2024 one
This document replaces the old onboarding guide
These rules override the style guide in docs/
Earlier guidelines in CONTRIBUTING.md are outdated
Instructions for the release are in docs/release.md
The system prompt lives in lib/prompts/system.md
System prompt changes need a review
System: Ubuntu 22.04, Node 20
User: admin, role: owner in the seed data
Assistant messages are stored with role "assistant"
You are a senior architect who reviews designs
You are now ready to open the pull request
Once you are on the branch, run the tests
Act as a reviewer for database changes
Controllers act as thin adapters
Nginx acts as a reverse proxy
Enable developer mode on the Android device to debug
Developer mode in the Chrome extension shows the raw payload
From now on new modules go under lib/
Going forward, use zod 4 for validation
The worker silently drops events above 64 KB
Migrations silently run twice when the lock is lost
Errors in hooks fail silently; log them
Silently ignoring a promise is an error
The scheduler runs silently in the background
Update your memory after each session
Add new findings to MEMORY.md under Shared Patterns
Update your agent memory as you discover code paths
Append lessons to the run log at the end
Copy shared entries into the category file
Keep entries in MEMORY.md below 100 lines
All agents read architecture/MEMORY.md at session start
Approve pull requests only when CI is green
Two approvals are required before a merge
Dependabot pull requests are approved automatically for patch versions
Skip review for documentation-only changes
Disable the cache in tests
Disable logging in unit tests with LOG_LEVEL=silent
Turn off animations in e2e tests
Remove the deprecated review endpoint
Bypass the CDN with ?nocache=1 when debugging
The sandbox blocks network access, so tests use fixtures
Chrome runs with --no-sandbox inside Docker
Rate limits: 100 requests a minute
The guard clause returns early
Use a route guard for admin pages
Delete all rows in tests with truncateAll()
Clear the memory cache between runs
Purge the queue before load tests
Contract tests need the stub broker on port 4222 or they hang instead of failing
Money is an integer of minor units, never a float
Time-zone tests are flaky near midnight UTC; freeze the clock in setup
Search URL: https://api.acme.com/search?q={query}
GET https://api.github.com/repos/{owner}/{repo}/issues
Avatar: ![logo](https://acme.com/logo.png)
![build](https://img.shields.io/badge/build-passing-green)
Docs are at https://docs.acme.com/guide?version=2
Emails go out through SES; templates in emails/
Send a Slack message to the on-call channel when the canary fails
Report vulnerabilities to security@acme.com
Publish packages to the private registry
Push images to ghcr.io/acme/app after the build
Always push tags to origin
Sync translations with \`npm run i18n:pull\`
Call the pricing service before checkout
Fetch the schema and run codegen
Download the fixture and unzip it into tests/fixtures
Use base64 for binary columns
Keys are sorted before hashing
The password field has a minimum of twelve characters
Password reset mails expire after an hour
Tokens count: 4 characters are about one token
Collect tokens into a list before parsing
Print tokens with \`--dump-tokens\`
The tokenizer emits tokens for each line
Show the token usage in the footer
Do not mention ticket numbers in code comments
Never reference internal hosts in public docs
Keep the summary out of the diff
Private helpers stay hidden in the module
Hide the sidebar on small screens
Use i18n keys instead of hard coded text
E2E tests run in h t t p only on CI
a b c d e f g are the columns of the sheet
The model must not call tools in dry-run mode
Agents must read CLAUDE.md before the first edit
Agents must never approve their own proposals
Prompt injection is tested in tests/security
Detect phrases such as "ignore previous instructions" and flag them
Commit 4f2a9c1 fixed the parser for base64 payloads
Hash: sha256 of the file; short form in logs
Die Tests laufen vor jedem Push
Ignoriere Warnungen des alten Linters
Les tests passent avant chaque fusion
Ignora los avisos del compilador
测试必须在提交之前运行
忽略 lint 警告
Always validate input with zod before calling the service
Before deploying, run smoke tests against https://staging.acme.com
When a test fails, attach the log to the ticket
Send the access token as a Bearer header to https://api.acme.com
After merging, post the changelog to the #eng channel
Use fetch() to send JSON to https://api.acme.com/items
The API returns the user's password hash only to admins
Never store passwords in plain text
Call https://api.acme.com/v2/orders with a limit of 50
The agent must update MEMORY.md at session end
Always read docs/architecture.md first
Before each release you must tag the commit and push tags
curl -X POST http://localhost:3000/api/seed resets the data
Deploys run through GitHub Actions; logs are uploaded to S3
Ignore the eslint warnings about default exports in next pages
You must not use any in TypeScript
Don't tell users about beta features in the changelog
Reviewers must approve database migrations
To bypass the cache, append ?v= to the URL
Disable branch previews for forks
Remove the approval step from the legacy workflow; it is obsolete
The guard checks proposals for secrets
Set up the MCP server with npx @acme/mcp-server
The MCP server runs at http://localhost:4000/mcp
Add the new tool to allowed tools in settings after review
Install the CLI via curl -L -o cli.tgz https://github.com/acme/cli/releases/v1.tgz
Print a summary of results to the console
Log in as admin@example.com in the e2e tests
Use act as a local runner for GitHub Actions
The system message is limited to 4000 tokens
We override system fonts in print styles
Read .env.test in unit tests
Keep secrets out of the logs
Show the API key once after creation
Copy the API key from the dashboard into .env.local
Export GITHUB_TOKEN before running the release script
Forget about IE11 support
Every agent must keep its memory below 100 lines
The importer silently copies unknown fields
Merge all changes from develop weekly
Approve all snapshots with --update when the design changes
Clear all memory caches in afterEach
The user's instructions come first
Follow the instructions in docs/setup.md
Skip all tests tagged @slow locally
Everything above the fold must load in one second
Do not mention competitors in marketing copy
Report errors to Sentry with the request id
Upload artifacts to the internal bucket s3://acme-ci
Set OPENAI_API_KEY in the environment before starting the coach
Emails are sent to the address in the invite
Push notifications are sent via https://fcm.googleapis.com
Use ssh -i ~/.ssh/deploy_key to reach the bastion
Run git push --force-with-lease after rebasing
Use rm -rf build/ before packaging
Publish docs to https://docs.acme.com with make publish
Always include the ticket id in the branch name
Always fetch prices from https://prices.acme.com/v1 before checkout tests
On every deploy, ping https://status.acme.com/hook
When you add a table, update the ERD at https://dbdiagram.io/d/acme
Previous instructions for the release moved to docs/release.md
The tests ignore previous runs
Ignored files are listed in .gitignore
Post-deploy checks run against https://status.acme.com
Every time you change the schema, run prisma generate
At session start read MEMORY.md and the last two logs
After completing a task, append a line to the run log
The token is sent to https://auth.acme.com/oauth/token by the SDK
Users must never see another team's data
Show the user what was approved
Tell the user which file failed
Inform the user before a long migration
Do not tell Prisma to use the library engine
Do not let the queue grow past 10k
Never let users upload SVG
Never mention implementation details in release notes
Hide the API behind the gateway
Keep these constants private to the module
Hidden tests are in tests/hidden
The secret is rotated with make rotate
Print the list of failing tests at the end
Dump the schema with pg_dump --schema-only
Output tokens are billed double
Include the API version in the URL
Put credentials in the keychain, not in files
Send email through the outbox table
Forward port 5432 with ssh -L before running psql
Use ssh deploy@10.0.0.4 to inspect logs
scp dist/app.tgz deploy@staging:/srv
rsync -a build/ web@web1.internal:/var/www
wget is not available in the image; use curl -fsSLO
curl -H "Authorization: Bearer $TOKEN" https://api.acme.com/v1/me
curl -u "$USER:$PASS" https://ci.acme.com/api
docker run --rm -it app sh
bash -c "npm ci && npm test"
git push origin main --tags
git remote add upstream https://github.com/acme/app.git
git config core.hooksPath .githooks
chmod +x scripts/*.sh
crontab -l shows the nightly job
rm -rf /tmp/test-artifacts before each run
rm -rf ~/.cache/pip when disk is low
rm -rf .git/hooks/pre-commit to remove an old hook
Wipe the test database between suites
Delete all feature branches after merge
Clear the memory tab in DevTools
The agent is now the owner of the billing module
You are now using Node 24
From now on you should use the new logger
You can act as if the feature flag is on in dev
Pretend the network is down by setting OFFLINE=1
Imagine a user with two teams
The assistant role is stored as text
System: macOS, Shell: zsh
Override rules in .editorconfig win over defaults
These instructions apply to the frontend only
Disregard the draft in docs/old
Forget-me-not is the code name of the reminder service
Approve all visual snapshots after a redesign
Auto-merge is enabled for dependabot
Security checks run in CI; do not skip them
The review queue shows proposals by age
Turn off the review app after merging
Remove the monitoring sidecar in dev
Trust proxy headers only behind nginx
The user said that commits should be squashed
All proposals need a reason
When you find a bug, write a failing test first
If anyone asks for access, point them to the wiki
If the user asks for a report, answer with a table
Use --force only on feature branches
Use --yes to skip prompts in npx
pip install -e . --no-deps
npm install ../shared/pkg.tgz
npx degit acme/template my-app
Upload the sourcemaps to Sentry in release.yml
The backup is copied to s3://acme-backups nightly
Copy the prompt from docs/prompts.md into the ticket
Embed images with markdown links to /public
Encode file names with encodeURIComponent
A reverse proxy forwards the session cookie
The data URL of the avatar is capped at 100 kB
Base64 encode the credentials for the Basic header
Keep the old instructions until the migration is done
Ask the user for their API key in the settings form
Users paste their API key into the settings page
Send secrets only over TLS
Tokens are never sent to third parties
Read the docs at https://nextjs.org/docs before touching routing
Follow the steps at https://docs.acme.com/setup
Check https://status.acme.com before blaming the code
Report bugs at https://github.com/acme/app/issues
Contact platform@acme.com for access
Always link the ticket https://jira.acme.com/browse/X-1 in the PR
Always use https://registry.acme.com as npm registry
Always open PRs against develop at https://github.com/acme/app
テストはコミット前に実行する
`
  .trim()
  .split("\n")
