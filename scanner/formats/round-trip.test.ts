import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isWhole, testSeed } from '../testing/chance.ts'
import { detectionFinding, type OcsfContext, type OcsfFinding } from './ocsf.ts'
import { isProblem, readOcsfFindings } from './read-ocsf.ts'

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown

const someText = fc.string({ minLength: 1, maxLength: 40, unit: 'binary' })
const visible = someText.filter((text) => text.trim() === text)
const word = fc.stringMatching(/^[a-z0-9][a-z0-9_]{0,20}$/)
const json = fc.jsonValue({ maxDepth: 3 }).map(asJson)
const evidence = fc.dictionary(someText, json, { maxKeys: 4 }).map(asJson)

/** Locations of resources, by provider type. */
const places = {
  aws: [
    { region: 'eu-west-1', partition: 'aws' },
    { region: 'global', partition: 'aws-us-gov' },
  ],
  azure: [{ region: 'westeurope', partition: 'azure' }],
  github: [{ region: '', partition: '' }],
  kubernetes: [{ region: '', partition: '' }],
  okta: [{ region: '', partition: '' }],
} as const
const place = fc
  .constantFrom(...(Object.keys(places) as (keyof typeof places)[]))
  .chain((provider) =>
    fc.record({ provider: fc.constant(provider), of: fc.constantFrom(...places[provider]) }),
  )

const verdict = fc.oneof(
  fc.constantFrom('PASS', 'FAIL', 'MANUAL').map((status) => ({ status, raw_status: status })),
  fc.constant({ status: 'PASS', raw_status: 'MANUAL' } as const), // verified by a user
)
const mute = fc.oneof(
  fc.constant({ muted: false, muted_reason: null }),
  fc.record({ muted: fc.constant(true), muted_reason: someText }),
)
const uid = fc.oneof(
  visible,
  fc.tuple(visible, fc.uuid()).map(([own, key]) => `${own}#resource=${key}`),
  visible.map((own) => `plumbline-aws-check-123456789012-eu-west-1-${own}`),
)
const severity = fc.constantFrom('informational', 'low', 'medium', 'high', 'critical')

const findings = fc
  .record({
    place,
    verdict,
    mute,
    uid,
    severity,
    check_id: word,
    service: word,
    type: visible,
    status_extended: fc.string({ maxLength: 60, unit: 'binary' }),
    resource: fc.record({
      uid: someText,
      name: someText,
      tags: fc.dictionary(someText, fc.string({ unit: 'binary' }), { maxKeys: 6 }),
    }),
    details: fc.option(someText, { nil: undefined }),
    metadata: fc.option(evidence, { nil: undefined }),
    raw_result: fc.oneof(evidence, json),
    isSame: fc.boolean(),
    ms: fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) }),
  })
  .map(
    ({
      place: { provider, of },
      verdict,
      mute,
      type,
      resource,
      details,
      metadata,
      isSame,
      ms,
      ...own
    }) => {
      const finding: OcsfFinding = {
        ...own,
        ...verdict,
        ...mute,
        region: of.region,
        resource_type: type,
        resource: {
          ...resource,
          ...of,
          service: own.service,
          type,
          ...(details !== undefined && { details }),
          ...(metadata !== undefined && { metadata }),
        },
        ...(isSame && metadata !== undefined && { raw_result: metadata }),
      }
      return { provider, finding, ms }
    },
  )

const contextOf = (provider: string, ms: number): OcsfContext => ({
  provider,
  account: { uid: '123456789012', name: 'production' },
  product: { name: 'Plumbline', vendor_name: 'Plumbline', version: '1.0.0' },
  checks: new Map(),
  time: new Date(ms),
})
test('findings in all their states are read from our own file as they were written', () => {
  fc.assert(
    fc.property(findings, ({ provider, finding, ms }) => {
      const context = contextOf(provider, ms)
      const written = asJson(detectionFinding(finding, context))
      const [read, ...others] = readOcsfFindings(written)
      deepEqual(others, [])
      ok(read && !isProblem(read), JSON.stringify(read))
      const { raw_status, status, muted, muted_reason, ...facts } = finding
      // Verification by a user belongs to the tenant: the scanner's status is restored.
      const said = { ...facts, status: raw_status ?? status }
      deepEqual(asJson(read.finding), asJson(said))
      deepEqual(read.suppressed, muted ? { reason: muted_reason, isOurs: true } : undefined)
      deepEqual(
        [read.account.provider, read.account.uid, read.time],
        [provider, '123456789012', ms],
      )
      const again = {
        ...read.finding,
        muted: read.suppressed !== undefined,
        muted_reason: read.suppressed?.reason ?? null,
      }
      deepEqual(
        asJson(detectionFinding(again, context)),
        asJson(
          detectionFinding(
            { ...said, muted: muted ?? false, muted_reason: muted_reason ?? null },
            context,
          ),
        ),
      )
    }),
    { numRuns: isWhole ? 10_000 : 300, seed: testSeed },
  )
})
