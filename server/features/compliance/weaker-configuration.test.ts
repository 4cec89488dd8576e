/** Requirements that state a value, compared with the configuration of each scan. */
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { providers } from '@plumbline/scanner'
import { demoAccount } from '@plumbline/scanner/testing'
import { type Client, type World, world } from '../../testing/index.ts'
import { fetched, fetchedWhenBuilt } from '../reports/testing/fetched.ts'

let w: World
before(async () => {
  w = await world({ account: demoAccount(), reportsAfterScans: true })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const cis = 'cis_5.0_aws'
const credentials = '1.11'
const weak = { max_unused_access_keys_days: 36_500, max_console_access_days: 36_500 }
const strict = { max_unused_access_keys_days: 45, max_console_access_days: 45 }
const withOnlyIam = (values: object) => ({
  aws: {
    excluded_services: Object.keys(providers['aws']?.services ?? {}).filter((it) => it !== 'iam'),
    ...values,
  },
})

interface Account {
  readonly user: Client
  readonly provider: string
  readonly configure: (values: object) => Promise<void>
}

async function account(values: object): Promise<Account> {
  const user = await w.user()
  const provider = await user.provider()
  const { id } = await user.make('/scan-configurations', 'scan-configurations', {
    name: 'thresholds',
    configuration: withOnlyIam(values),
    provider_ids: [provider],
  })
  const configure = async (changed: object): Promise<void> => {
    const attributes = { configuration: withOnlyIam(changed) }
    const answer = await user.ask('PATCH', `/scan-configurations/${id}`, {
      data: { type: 'scan-configurations', id, attributes },
    })
    equal(answer.status, 200, answer.text)
  }
  return { user, provider, configure }
}

/** Status, reason and detail of the requirement about unused credentials. */
async function credentialsIn(user: Client, query: string): Promise<readonly unknown[]> {
  const path = `/compliance-overviews/requirements?filter[compliance_id]=${cis}&${query}`
  const answer = await user.get(path)
  equal(answer.status, 200, answer.text)
  const own = answer.items.find(({ id }) => id === credentials)
  ok(own)
  return [own.at('status'), own.at('status_reason'), own.at('status_detail')]
}

const detail =
  'The scan configuration is weaker than the requirement: max_unused_access_keys_days must be at most 45, but the scan used 36500; max_console_access_days must be at most 45, but the scan used 36500.'

test('a requirement fails on the weaker configuration of its own scan, in lists, overviews and reports alike', async () => {
  const { user, provider, configure } = await account(weak)
  const scan = await user.scan(provider)
  for (const query of [`filter[scan_id]=${scan}`, `filter[provider_id]=${provider}`]) {
    deepEqual(await credentialsIn(user, query), ['FAIL', 'weaker_configuration', detail])
    const requirements = await user.get(
      `/compliance-overviews/requirements?filter[compliance_id]=${cis}&${query}`,
    )
    const overview = await user.get(`/compliance-overviews?filter[compliance_id]=${cis}&${query}`)
    const failed = requirements.items.filter((item) => item.text('status') === 'FAIL').length
    equal(overview.items[0]?.at('requirements_failed'), failed)
  }
  equal((await fetchedWhenBuilt(user, `/scans/${scan}/report`)).status, 200)
  const table = await fetched(user, `/scans/${scan}/compliance/${cis}`)
  equal(table.status, 200)
  const line = String(table.bytes)
    .split('\r\n')
    .find((text) => text.includes('36500'))
  match(line ?? '', /"FAIL","weaker_configuration"/)

  // The provider's current configuration does not affect the scan.
  await configure(strict)
  deepEqual(await credentialsIn(user, `filter[scan_id]=${scan}`), [
    'FAIL',
    'weaker_configuration',
    detail,
  ])
  const next = await user.scan(provider)
  const [, reason, named] = await credentialsIn(user, `filter[scan_id]=${next}`)
  deepEqual([reason === 'weaker_configuration', named], [false, null])
  deepEqual((await credentialsIn(user, `filter[scan_id]=${scan}`))[2], detail)
})

test('live findings that a later partial scan judged by a weaker value fail the requirement', async () => {
  const { user, provider, configure } = await account(strict)
  await user.scan(provider)
  equal((await credentialsIn(user, `filter[provider_id]=${provider}`))[2], null)
  const findings = await user.get(
    '/findings/latest?filter[check_id]=iam_user_accesskey_unused&include=resources',
  )
  const uid = findings.included.find(({ type }) => type === 'resources')?.text('uid')
  ok(uid)
  await configure(weak)
  await user.scan(provider, { resource_uids: [uid] })
  const [status, , named] = await credentialsIn(user, `filter[provider_id]=${provider}`)
  equal(status, 'FAIL')
  match(String(named), /max_unused_access_keys_days must be at most 45, but the scan used 36500/)
})
