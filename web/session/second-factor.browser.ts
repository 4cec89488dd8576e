import { deepEqual, equal, match } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, password, type WorldOptions } from '@plumbline/server/testing'
import { type AppWorld, appWorld, audit, type Opened, press, silent } from '../testing/app.ts'
import { codeAt, wrongCodeAt } from '../testing/authenticator.ts'
import { focused, tabTo, type } from '../testing/keyboard.ts'

/** GitHub for one user: exchanges any code for a token, and returns the user. */
const gitHub: NonNullable<WorldOptions['egress']> = async ({ url }) => {
  const answers: Readonly<Record<string, object>> = {
    'https://github.com/login/oauth/access_token': { access_token: 'token', token_type: 'bearer' },
    'https://api.github.com/user': { id: 7, login: 'ann', name: 'Ann Example' },
    'https://api.github.com/user/emails': [
      { email: 'ann@example.com', primary: true, verified: true },
    ],
  }
  const headers = { 'content-type': 'application/json' }
  return { status: 200, headers, body: Buffer.from(JSON.stringify(answers[url] ?? {})) }
}

let w: AppWorld
let aheadMs = 0
const now = (): number => Date.now() + aheadMs
before(async () => {
  w = await appWorld({
    now,
    egress: gitHub,
    settings: {
      WORKER: 'false',
      SOCIAL_GITHUB_OAUTH_CLIENT_ID: 'plumbline-test',
      SOCIAL_GITHUB_OAUTH_CLIENT_SECRET: 'a client secret',
      SOCIAL_GITHUB_OAUTH_CALLBACK_URL: 'https://app.example/sign-in/github',
    },
  })
})
after(() => w.close())

interface Enrolled {
  readonly user: Client
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

async function enrolled(): Promise<Enrolled> {
  const user = await w.user()
  const path = '/users/me/second-factor'
  const secret = (await user.make(path, 'second-factors', { password })).text('secret')
  const otp = codeAt(secret, now())
  const confirmed = await user.make(`${path}/confirm`, 'second-factors', { otp })
  return { user, secret, recoveryCodes: confirmed.texts('recovery_codes') }
}

/** The next code: the server accepts each step once. */
function nextCode({ secret }: Enrolled): string {
  aheadMs += 60_000
  return codeAt(secret, now())
}

/** Types email and password, and waits for the field for the code, which takes the focus. */
async function openCode({ user }: Enrolled): Promise<Opened> {
  const opened = await w.open('/', null)
  await opened.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await opened.page.keyboard.type(user.email)
  await type(opened, 'Password', password)
  await press(opened, 'Enter')
  await opened.page.getByLabel('Code').waitFor()
  equal(await focused(opened), 'Code')
  return opened
}

async function reject(opened: Opened, code: string): Promise<void> {
  const { page } = opened
  await page.keyboard.type(code)
  await press(opened, 'Enter')
  const field = page.getByRole('textbox', {
    name: 'Code',
    description: 'The code is invalid, expired or already used.',
  })
  await page.getByText('The code is invalid, expired or already used.').waitFor()
  equal(await field.getAttribute('aria-invalid'), 'true')
  equal(await field.inputValue(), code)
  equal(await focused(opened), 'Code')
}

const signedIn = ({ page }: Opened): Promise<void> =>
  page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()

/** The browser logs each rejected sign-in. */
const silentExcept400 = ({ said }: Opened): void =>
  silent({ said: said.filter((line) => !/status of 400/.test(line)) })

test('signs in with a code from an authenticator app; a wrong code is rejected at its field', async () => {
  const enrolment = await enrolled()
  const opened = await openCode(enrolment)
  const { page } = opened
  await audit(opened)
  await reject(opened, wrongCodeAt(enrolment.secret, now()))
  await audit(opened)
  equal(await page.getByLabel('Email').inputValue(), enrolment.user.email)
  equal(await page.getByLabel('Password').inputValue(), password)
  await press(opened, 'ControlOrMeta+a')
  await page.keyboard.type(nextCode(enrolment))
  await press(opened, 'Enter')
  await signedIn(opened)
  silentExcept400(opened)
})

test('signs in with a recovery code, which works once', async () => {
  const enrolment = await enrolled()
  const [code = ''] = enrolment.recoveryCodes
  const opened = await openCode(enrolment)
  await opened.page.keyboard.type(code)
  await press(opened, 'Enter')
  await signedIn(opened)
  const second = await openCode(enrolment)
  await reject(second, code)
  await press(second, 'ControlOrMeta+a')
  await second.page.keyboard.type(enrolment.recoveryCodes[1] ?? '')
  await press(second, 'Enter')
  await signedIn(second)
  silentExcept400(opened)
  silentExcept400(second)
})

test('signs in with a configured identity provider, by keyboard alone', async () => {
  const opened = await w.open('/', null)
  const { page } = opened
  const requested: URL[] = []
  await page.route('https://github.com/**', (route) => {
    const url = new URL(route.request().url())
    requested.push(url)
    const { pathname } = new URL(url.searchParams.get('redirect_uri') ?? '')
    const given = new URLSearchParams({ code: 'a', state: url.searchParams.get('state') ?? '' })
    return route.fulfill({
      status: 302,
      headers: { location: `${w.address}${pathname}?${given}` },
    })
  })
  await page.getByRole('button', { name: 'Continue with GitHub' }).waitFor()
  deepEqual(await page.getByRole('button', { name: /^Continue with/ }).allInnerTexts(), [
    'Continue with single sign-on',
    'Continue with GitHub',
  ])
  await audit(opened)
  await tabTo(opened, 'Continue with GitHub')
  await press(opened, 'Enter')
  await signedIn(opened)
  await page.getByRole('button', { name: 'Ann Example, ann@example.com' }).waitFor()
  equal(requested.length, 1)
  match(String(requested[0]), /^https:\/\/github\.com\/login\/oauth\/authorize\?/)
  equal(requested[0]?.searchParams.get('client_id'), 'plumbline-test')
  silent(opened)
})
