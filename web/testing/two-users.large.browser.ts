/** Two users edit the same object: a form sends only what its user edited. Roles: roles.browser.ts. */
import { deepEqual, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, member } from '@plumbline/server/testing'
import { Sites } from '@plumbline/server/testing/sites'
import { FakeReceiver } from '@plumbline/server/testing/webhook'
import { type AppWorld, appWorld, silent } from './app.ts'
import { bring } from './imported.ts'

const sites = new Sites()
let w: AppWorld
let receiver: FakeReceiver
before(async () => {
  receiver = await FakeReceiver.start()
  sites.add('receiver.example', receiver.origin)
  w = await appWorld({ egress: sites.egress, settings: { CONNECTION_TEST_SECONDS: '5' } })
})
after(async () => {
  await w.close()
  await sites.close()
  await receiver.close()
})

async function save(who: Client, type: string, id: string, attributes: object): Promise<void> {
  equal((await who.ask('PATCH', `/${type}/${id}`, { data: { type, id, attributes } })).status, 200)
}

test('a mute rule keeps the name that another user saved while its reason is edited', async () => {
  const who = await w.user()
  await bring(who, [{ uid: 'one' }])
  const [finding] = (await who.get('/findings/latest')).ids
  const draft = { name: 'Known', reason: 'Known to the owners.', finding_ids: [finding] }
  const { id } = await who.make('/mute-rules', 'mute-rules', draft)
  const opened = await w.open(`/mute-rules?open=${id}`, who)
  const { page } = opened
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Accepted until the migration.')
  await save(who, 'mute-rules', id, { name: 'Renamed' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Renamed' }).waitFor()
  const { item } = await who.get(`/mute-rules/${id}`)
  deepEqual([item.at('name'), item.at('reason')], ['Renamed', 'Accepted until the migration.'])
  silent(opened)
})

test('a scan configuration keeps the providers and values that another user saved', async () => {
  const who = await w.user()
  const [one, two] = [await who.provider(), await who.provider('210987654321')]
  const type = 'scan-configurations'
  const draft = { name: 'Patient', configuration: { aws: { retries: 5 } }, provider_ids: [one] }
  const { id } = await who.make(`/${type}`, type, draft)
  const opened = await w.open(`/${type}?open=${id}`, who)
  const { page } = opened
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('More patient')
  await save(who, type, id, { configuration: { aws: { retries: 7 } }, provider_ids: [one, two] })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'More patient' }).waitFor()
  const { item } = await who.get(`/${type}/${id}`)
  deepEqual(item.at('configuration'), { aws: { retries: 7 } })
  deepEqual(item.linked('providers').toSorted(), [one, two].toSorted())
  silent(opened)
})

test('a member keeps the role that another administrator assigned while roles are edited', async () => {
  const who = await w.user()
  const { client } = await member(w, who)
  const [readers, auditors] = [
    await who.make('/roles', 'roles', { name: 'Readers' }),
    await who.make('/roles', 'roles', { name: 'Auditors' }),
  ]
  const opened = await w.open('/users', who)
  const { page } = opened
  await page.getByRole('row').filter({ hasText: client.email }).click()
  const panel = page.getByRole('complementary')
  await panel.getByLabel('Readers').check()
  const data = [{ type: 'roles', id: auditors.id }]
  const path = `/users/${client.userId}/relationships/roles`
  equal((await who.ask('POST', path, { data })).status, 204)
  await panel.getByRole('button', { name: 'Save roles' }).click()
  await page.getByText(/^Roles of .* saved\.$/).waitFor()
  const held = (await who.get(`/users/${client.userId}`)).item.linked('roles')
  for (const role of [readers, auditors]) equal(held.includes(role.id), true, role.text('name'))
  silent(opened)
})

test('an integration keeps the provider that another user added while its providers are edited', async () => {
  const who = await w.user()
  const [one, two] = [await who.provider(), await who.provider('210987654321')]
  const { id } = await who.make('/integrations', 'integrations', {
    integration_type: 'webhook',
    configuration: {},
    credentials: { url: 'https://receiver.example/hook', secret: receiver.secret },
  })
  const opened = await w.open(`/integrations?open=${id}`, who)
  const { page } = opened
  await page.getByRole('tab', { name: 'Settings' }).click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('checkbox', { name: '210987654321' }).check()
  const link = { type: 'providers', id: one }
  const data = { type: 'integrations', id, relationships: { providers: { data: [link] } } }
  equal((await who.ask('PATCH', `/integrations/${id}`, { data })).status, 200)
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const { item } = await who.get(`/integrations/${id}`)
  deepEqual(item.linked('providers').toSorted(), [one, two].toSorted())
  silent({ said: opened.said.filter((line) => !line.startsWith('verbose')) }) // about a lone password field
})
