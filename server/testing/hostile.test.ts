/** Requests that a review sent to a running server: each is refused cheaply and delays no other. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answered } from './answered.ts'
import { configure } from '../features/accounts/saml/testing/browser.ts'
import { IdentityProvider } from '../features/accounts/saml/testing/identity-provider.ts'
import { type World, world } from './world.ts'

let w: World
let providerId: string
let kubernetesId: string
let domain: string
before(async () => {
  w = await world()
  providerId = await w.acme.provider()
  const cluster = { provider: 'kubernetes', uid: 'hostile-cluster' }
  kubernetesId = (await w.acme.make('/providers', 'providers', cluster)).id
  const provider = new IdentityProvider()
  domain = await configure(w.rival, provider)
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** Milliseconds of the main thread's processor, which the server and this client share. */
async function held(work: () => Promise<Answered>): Promise<{ answer: Answered; ms: number }> {
  const before = process.threadCpuUsage()
  const answer = await work()
  const { user, system } = process.threadCpuUsage(before)
  return { answer, ms: (user + system) / 1_000 }
}

/** A body of 1 MiB that costs what reading its bytes does: what a machine is worth. */
const harmless = { data: { type: 'providers', attributes: { alias: 'x'.repeat(2 ** 20 - 200) } } }

const times = (count: number, each: (at: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, at) => each(at)).join(between)
const secret = (id: string, secret_type: string, value: object) => ({
  data: {
    type: 'provider-secrets',
    attributes: { secret_type, secret: value },
    relationships: { provider: { data: { type: 'providers', id } } },
  },
})
const mutelist = (configuration: unknown) => ({
  data: { type: 'processors', attributes: { processor_type: 'mutelist', configuration } },
})
const manyKeys = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))
const listOver = (count: number): object => ({
  Mutelist: {
    Accounts: {
      '*': {
        Checks: { '*': { Regions: ['*'], Resources: Array(count).fill('*a*a*a*a*a*a*b') } },
      },
    },
  },
})
/** 27 KB that expand to 250,000 patterns. */
const aliases = `Mutelist:
  Accounts:
    "*":
      Checks:
        a0: &a
          Regions: ["*"]
          Resources: [${times(5_000, (at) => `"r${at}"`, ', ')}]
${times(49, (at) => `        a${at + 1}: *a\n`)}`
const asXml = (xml: string): string =>
  `SAMLResponse=${encodeURIComponent(Buffer.from(xml).toString('base64'))}`
const response = (inside: string, declared = ''): string =>
  `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol"${declared} InResponseTo="_${'0'.repeat(32)}">${inside}</p:Response>`

const owner = (path: string, body: () => unknown) => () => w.acme.ask('POST', path, body())
const anybody = (body: () => string) => () =>
  w.anonymous.ask('POST', `/accounts/saml/${domain}/acs/`, body(), {
    'Content-Type': 'application/x-www-form-urlencoded',
  })

const attacks: Readonly<Record<string, () => Promise<Answered>>> = {
  'JSON of 60,000 unknown names': owner('/providers', () => ({ data: manyKeys(60_000) })),
  'a secret of 60,000 unknown names': owner('/providers/secrets', () =>
    secret(providerId, 'static', manyKeys(60_000)),
  ),
  'a secret of 20,000 unknown names': owner('/providers/secrets', () =>
    secret(providerId, 'static', manyKeys(20_000)),
  ),
  'a query of 1,500 parameters': () =>
    w.acme.get(`/providers?${times(1_500, (at) => `a${at}=1`, '&')}`),
  'YAML of 8,000 names': owner('/processors', () => mutelist(times(8_000, (at) => `k${at}: 1\n`))),
  'YAML nested 20,000 deep': owner('/processors', () => mutelist('['.repeat(20_000))),
  'YAML of 1 MiB of commas': owner('/processors', () => mutelist(`[${','.repeat(2 ** 20 - 300)}`)),
  'YAML whose aliases stand for 250,000 patterns': owner('/processors', () => mutelist(aliases)),
  'a mutelist of 24,000 patterns': owner('/processors', () => mutelist(listOver(24_000))),
  'a preview of 24,000 patterns': owner('/processors/preview', () => ({
    data: { type: 'processor-previews', attributes: { configuration: listOver(24_000) } },
  })),
  'a kubeconfig of 8,000 names': owner('/providers/secrets', () =>
    secret(kubernetesId, 'kubeconfig', { kubeconfig_content: times(8_000, (at) => `k${at}: 1\n`) }),
  ),
  'a kubeconfig nested 20,000 deep': owner('/providers/secrets', () =>
    secret(kubernetesId, 'kubeconfig', { kubeconfig_content: '- '.repeat(20_000) }),
  ),
  'an anonymous answer with 1,000 declarations and 3,000 elements': anybody(() =>
    asXml(
      response(
        '<a/>'.repeat(3_000),
        times(1_000, (at) => ` xmlns:n${at}="u"`),
      ),
    ),
  ),
  'an anonymous answer of 60,000 elements': anybody(() => asXml(response('<a/>'.repeat(60_000)))),
  'an anonymous form of 300,000 fields': anybody(() => 'a=&'.repeat(300_000)),
}

for (const [what, attack] of Object.entries(attacks)) {
  test(`${what}: rejected, and the main thread stays responsive`, async () => {
    await held(() => w.acme.ask('POST', '/providers', harmless))
    const { ms: fair } = await held(() => w.acme.ask('POST', '/providers', harmless))
    const { answer, ms } = await held(attack)
    assert.ok(
      answer.status >= 400 && answer.status < 500,
      `${answer.status} ${answer.text.slice(0, 300)}`,
    )
    assert.ok(answer.text.length < 20_000, `an answer of ${answer.text.length} bytes`)
    // What grew with the square of its input took a hundred times as long as a harmless body, and more.
    assert.ok(ms < 50 + 15 * fair, `${ms} ms, where a harmless body of 1 MiB takes ${fair} ms`)
  })
}
