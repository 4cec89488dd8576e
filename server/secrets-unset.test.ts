import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { settings } from './settings.ts'

test('no secret has a default: it is generated, or the feature is off', () => {
  const secret = /(^|_)(KEY|SECRET|PASSWORD|DATABASE_URL|ADMIN_URL|VALKEY_URL|SMTP_URL)$/
  const found = Object.entries(settings).filter(([, { names }]) =>
    names.some((name) => secret.test(name)),
  )
  assert.ok(found.length >= 8, found.map(([name]) => name).join())
  for (const [name, { fallback, isSecret }] of found) {
    assert.equal(fallback, null, name)
    assert.ok(isSecret, `${name} is not marked as a secret`)
  }
  const config = readConfig({})
  for (const [name] of found) assert.equal(config[name as keyof typeof config], null, name)
  assert.deepEqual(config.cloudIdentity, {})
})
