import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { plainText } from '../plain-text.ts'
import { anyFinding, anyText, forwarded } from '../testing/findings.ts'
import { limits } from './limits.ts'
import { extension, framed, header, renderFinding } from './rendering.ts'
import { frames, readMessage } from './testing/read-cef.ts'

const sender = { version: '0.1.0', facility: 16 }
const read = (message: string) => {
  const { messages, rest } = frames(framed(message))
  assert.deepEqual([messages.length, rest.length], [1, 0])
  return readMessage(messages[0] as Buffer)
}

test('any text of a finding becomes one message within its limit, whose fields are read as they are', () => {
  fc.assert(
    fc.property(anyFinding, (finding) => {
      const { header: fields, extensions } = read(renderFinding(finding, 'delivery', sender))
      assert.equal(fields.length, 7)
      assert.equal(extensions['externalId'], finding.id)
      assert.equal(extensions['outcome'], finding.status)
      const known =
        /^(externalId|outcome|rt|msg|cs[1-6](Label)?|deviceExternalId|cat|start|act|request)$/
      assert.deepEqual(
        Object.keys(extensions).filter((key) => !known.test(key)),
        [],
      )
      for (const n of [1, 2, 3, 4, 5, 6])
        assert.equal(`cs${n}` in extensions, `cs${n}Label` in extensions)
    }),
    { numRuns: 300 },
  )
})

test('a text of an extension is read as it was, whatever it holds', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const start = '<134>1 2026-11-23T08:00:00.000Z - plumbline - finding - '
      const cef = `CEF:0|P|P|1|${header(text, 100)}|n|5|msg=${extension(text, 200)} cat=x`
      const { extensions, header: fields } = read(`${start}${cef}`)
      assert.equal(extensions['cat'], 'x')
      const whole = plainText(text).trim().replaceAll('\t', ' ')
      const said = extensions['msg'] ?? ''
      assert.ok(said === whole || (said.endsWith('…') && whole.startsWith(said.slice(0, -1))))
      assert.doesNotMatch(fields[4] ?? '', /\n/)
    }),
    { numRuns: 500 },
  )
})

test('a finding says what was checked, how bad it is and where', () => {
  const {
    header: fields,
    extensions,
    ...rest
  } = read(renderFinding(forwarded(1, { severity: 'high' }), 'delivery-1', sender))
  assert.deepEqual(rest, {
    facility: 16,
    severity: 3,
    timestamp: '2026-11-23T08:00:00.000Z',
    kind: 'finding',
  })
  assert.deepEqual(fields, [
    'CEF:0',
    'Plumbline',
    'Plumbline',
    '0.1.0',
    's3_bucket_default_encryption',
    'Bucket encrypts new objects by default',
    '8',
  ])
  assert.deepEqual(extensions, {
    externalId: '0199aaaa-0000-7000-8000-000000000001',
    outcome: 'FAIL',
    rt: '1795420800000',
    msg: 'invoices-1 does not encrypt.',
    cs1Label: 'resource',
    cs1: 'arn:aws:s3:::invoices-1',
    cs2Label: 'account',
    cs2: 'aws 123456789012',
    cs3Label: 'region',
    cs3: 'eu-west-1',
    deviceExternalId: 'delivery-1',
    cat: 's3',
    start: '1795161600000',
    act: 'open',
    request: 'https://plumbline.example/findings/1',
    cs4Label: 'finding',
    cs4: 'plumbline-aws-s3_bucket_default_encryption-123456789012-eu-west-1-invoices-1',
    cs5Label: 'remediation',
    cs5: 'Turn on default encryption.',
    cs6Label: 'requirements',
    cs6: 'cis_2.0_aws: 2.1.1',
  })
})

test('pipes, equal signs, backslashes and lines are escaped where they divide', () => {
  assert.equal(header('a|b\\c=d\ne', 50), 'a\\|b\\\\c=d e')
  assert.equal(extension('a|b\\c=d\r\ne', 50), 'a|b\\\\c\\=d\\ne')
})

test('a message that is full leaves out what matters least', () => {
  const long = '漢'.repeat(3_000)
  const message = renderFinding(
    forwarded(1, {
      status_extended: long,
      uid: long,
      resource: { uid: long },
      check: { remediation: long },
    }),
    'delivery',
    sender,
  )
  assert.ok(Buffer.byteLength(message) <= limits.maxBytes)
  const { extensions } = read(message)
  assert.equal(extensions['msg']?.length, limits.msg)
  assert.equal(extensions['cs1']?.length, limits.custom)
  assert.equal(extensions['cs4'], undefined)
})
