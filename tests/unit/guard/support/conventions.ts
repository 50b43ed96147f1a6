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
テストはコミット前に実行する
`
  .trim()
  .split("\n")
