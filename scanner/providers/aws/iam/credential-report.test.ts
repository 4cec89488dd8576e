import { deepEqual, equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { parseReport } from './credential-report.ts'

const header =
  'user,arn,user_creation_time,password_enabled,password_last_used,password_last_changed,' +
  'password_next_rotation,mfa_active,access_key_1_active,access_key_1_last_rotated,' +
  'access_key_1_last_used_date,access_key_1_last_used_region,access_key_1_last_used_service,' +
  'access_key_2_active,access_key_2_last_rotated,access_key_2_last_used_date,' +
  'access_key_2_last_used_region,access_key_2_last_used_service,cert_1_active,' +
  'cert_1_last_rotated,cert_2_active,cert_2_last_rotated'

const arn = (name: string) => `arn:aws:iam::123456789012:user/${name}`
const created = '2024-05-01T08:00:00+00:00'
const rest =
  `${created},true,2026-01-10T09:30:00+00:00,2025-12-01T00:00:00+00:00,N/A,true,` +
  `true,${created},N/A,N/A,N/A,false,N/A,N/A,N/A,N/A,false,N/A,false,N/A`
const rootLine =
  `<root_account>,arn:aws:iam::123456789012:root,${created},not_supported,no_information,` +
  'not_supported,not_supported,false,false,N/A,N/A,N/A,N/A,false,N/A,N/A,N/A,N/A,false,N/A,false,N/A'

const expected = {
  reported_at: '2026-01-15T10:00:00.000Z',
  created_at: '2024-05-01T08:00:00.000Z',
  password: true,
  password_used_at: '2026-01-10T09:30:00.000Z',
  password_changed_at: '2025-12-01T00:00:00.000Z',
  mfa: true,
  access_keys: [{ slot: 1, active: true, rotated_at: '2024-05-01T08:00:00.000Z', used_at: null }],
}

const read = (text: string) => parseReport(text, '2026-01-15T10:00:00.000Z')

test('a line of the report becomes the credentials of its user', () => {
  const report = read(`${header}\n${rootLine}\n${arn('x').slice(-1)},${arn('x')},${rest}`)
  deepEqual(report.get(arn('x')), expected)
  deepEqual(report.get('arn:aws:iam::123456789012:root'), {
    reported_at: '2026-01-15T10:00:00.000Z',
    created_at: '2024-05-01T08:00:00.000Z',
    password: null,
    password_used_at: null,
    password_changed_at: null,
    mfa: false,
    access_keys: [],
  })
})

test('columns are found by name, so that AWS may add more of them', () => {
  const more = `${header},additional_credentials_info`
  const report = read(`${more}\r\nalice,${arn('alice')},${rest},0\r\n`)
  deepEqual(report.get(arn('alice')), expected)
})

test('a user’s name may hold commas, quoted or not', () => {
  const name = 'web,ops,eu'
  for (const line of [`${name},${arn(name)},${rest}`, `"${name}","${arn(name)}",${rest}`]) {
    deepEqual(read(`${header}\n${line}`).get(arn(name)), expected, line)
  }
})

test('a deactivated key stays a key, and a slot without one is none', () => {
  const line = `alice,${arn('alice')},${rest}`.replace(
    `true,true,${created}`,
    `true,false,${created}`,
  )
  equal(parseReport(`${header}\n${line}`).get(arn('alice'))?.access_keys[0]?.active, false)
})

const good = `alice,${arn('alice')},${rest}`
const wrong: [string, string][] = [
  ['nothing', ''],
  ['a page of something else', '<html><body>Sign in</body></html>\n<p>please</p>'],
  ['a missing column', `${header.replace(',mfa_active', '')}\n${good}`],
  ['a line cut short', `${header}\n${good.slice(0, 120)}`],
  ['a time that is none', `${header}\n${good.replace(created, 'yesterday')}`],
  ['a flag that is none', `${header}\n${good.replace('true', 'perhaps')}`],
]

for (const [what, text] of wrong) {
  test(`a report with ${what} is refused whole`, () => {
    throws(() => parseReport(text), SyntaxError)
  })
}
