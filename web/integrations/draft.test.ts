import { deepEqual, ok, throws } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { byField } from '../api/problem.ts'
import { changeOf, draftOf, shownValue } from './draft.ts'
import { placeOf, type TypeField, types, typeNames } from './types.ts'

interface Shape {
  readonly properties: Readonly<Record<string, object>>
  readonly required?: readonly string[]
}
interface Contract {
  readonly components: {
    readonly schemas: {
      readonly IntegrationsCreateRequest: {
        readonly properties: {
          readonly data: {
            readonly properties: {
              readonly attributes: {
                readonly properties: {
                  readonly integration_type: { readonly enum: readonly string[] }
                  readonly configuration: { readonly anyOf: readonly Shape[] }
                  readonly credentials: { readonly anyOf: readonly Shape[] }
                }
              }
            }
          }
        }
      }
    }
  }
}

const contract = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../contract/openapi.json'), 'utf8'),
) as Contract
const asked =
  contract.components.schemas.IntegrationsCreateRequest.properties.data.properties.attributes
    .properties

function jiraField(name: string): TypeField {
  const field = types.jira.configuration.find((one) => one.name === name)
  ok(field)
  return field
}

test('the form of each type has the fields that the API takes, and asks for those that it needs', () => {
  deepEqual(typeNames, asked.integration_type.enum)
  for (const [at, name] of typeNames.entries())
    for (const member of ['configuration', 'credentials'] as const) {
      const fields = types[name][member]
      const shape = asked[member].anyOf[at]
      ok(shape, `${name} has a shape`)
      const names = fields.map((field) => field.name)
      deepEqual(names.toSorted(), Object.keys(shape.properties).toSorted(), `${name}, ${member}`)
      const required = fields.filter((field) => field.required).map((field) => field.name)
      deepEqual(required.toSorted(), (shape.required ?? []).toSorted(), `${name}, ${member}`)
      const hidden = fields.filter(({ input }) => input === 'secret').map((field) => field.name)
      const isHidden = ([, schema]: [string, object]): boolean =>
        'format' in schema && schema.format === 'password'
      const secret = Object.entries(shape.properties).filter(isHidden)
      deepEqual(hidden.toSorted(), secret.map(([one]) => one).toSorted(), `${name}, ${member}`)
    }
})

test('of a new integration everything is sent that was typed, and nothing that was not', () => {
  deepEqual(draftOf('splunk', { url: ' https://splunk.example ', index: '', token: 'secret' }), {
    configuration: { url: 'https://splunk.example', acknowledge: false },
    credentials: { token: 'secret' },
  })
  deepEqual(draftOf('aws_security_hub', { send_only_fails: 'on' }), {
    configuration: { send_only_fails: true, archive_previous_findings: false },
    credentials: {},
  })
})

test('a change sends what is different: secrets that are left empty stay, an emptied field is taken away', () => {
  const bucket = { bucket_name: 'findings', output_directory: 'output', kms_key_id: 'alias/k' }
  deepEqual(changeOf('amazon_s3', bucket, bucket), {})
  deepEqual(changeOf('amazon_s3', { ...bucket, kms_key_id: '' }, bucket), {
    configuration: { kms_key_id: null },
  })
  deepEqual(changeOf('amazon_s3', { ...bucket, aws_access_key_id: 'AKIA' }, bucket), {
    credentials: { aws_access_key_id: 'AKIA' },
  })
  const jira = { domain: 'acme', projects: {} }
  const unchanged = { domain: 'acme', user_mail: '', api_token: '', recheck_done: 'on' }
  deepEqual(changeOf('jira', unchanged, jira), {})
  deepEqual(changeOf('jira', { ...unchanged, api_token: 'new' }, jira), {
    credentials: { domain: 'acme', api_token: 'new' },
  })
  deepEqual(changeOf('syslog', { host: 'a', port: '6514' }, { host: 'a', port: 6514 }), {})
})

test('a document of JSON is sent as one, and a text that is none is refused at its field', () => {
  const field_values = { OPS: { customfield_10010: { value: 'Red' } } }
  const typed = { domain: 'acme', user_mail: 'a@acme.test', api_token: 'secret' }
  const written = { ...typed, field_values: JSON.stringify(field_values) }
  deepEqual(draftOf('jira', written).configuration, { field_values, recheck_done: false })
  const isSaid = (error: unknown): boolean =>
    byField(error, ['field_values'])['field_values'] === 'Must be valid JSON.'
  throws(() => draftOf('jira', { ...typed, field_values: '{ "OPS": ' }), isSaid)

  const stored = { domain: 'acme', field_values, recheck_done: false }
  const shown = { domain: 'acme', field_values: shownValue(jiraField('field_values'), stored) }
  deepEqual(changeOf('jira', shown, stored), {})
  deepEqual(changeOf('jira', { ...shown, field_values: '', recheck_done: 'on' }, stored), {
    configuration: { field_values: null, recheck_done: true },
  })
})

test('an integration says where it sends to, as far as that is no secret', () => {
  const place = (integration_type: (typeof typeNames)[number], configuration: object) =>
    placeOf({ integration_type, configuration: { ...configuration } })
  deepEqual(place('jira', { domain: 'acme' }), 'acme.atlassian.net')
  deepEqual(place('splunk', { url: 'https://splunk.example:8088' }), 'splunk.example:8088')
  deepEqual(place('syslog', { host: 'logs.example', port: 6514 }), 'logs.example:6514')
  deepEqual(place('webhook', { host: 'receiver.example' }), 'receiver.example')
  deepEqual(place('aws_security_hub', {}), undefined)
})
