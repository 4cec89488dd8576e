import { equal, match, ok } from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { allServices } from './engine/checks.ts'
import { aws } from './index.ts'

const root = join(import.meta.dirname, 'providers', 'aws')
const services = await allServices(aws)
const checks = services.flatMap((service) => service.checks.map((check) => ({ service, check })))

/** Check files by their ids, from the folders themselves: what is not listed shows here. */
async function idsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(root, folder))
  return names
    .filter((name) => name.startsWith(`${folder}_`) && /^[a-z0-9_]+\.ts$/.test(name))
    .map((name) => basename(name, '.ts'))
}

test('ids are unique', () => {
  const ids = checks.map(({ check }) => check.id)
  equal(new Set(ids).size, ids.length)
})

test('every check of the catalogue’s kind has facts, is current, and is in its own service', () => {
  for (const { service, check } of checks) {
    const facts = aws.catalog.get(check.id)
    ok(facts, `${check.id} is not in the catalogue`)
    equal(facts.service, service.name, check.id)
    equal(facts.deprecated, false, `${check.id} is deprecated`)
    for (const key of Object.keys(check.config)) {
      ok(facts.config_keys.includes(key), `${check.id} has a threshold ${key} of its own`)
    }
  }
})

test('every check file is named as its id and listed by its service', async () => {
  for (const service of services) {
    const listed = new Set(service.checks.map(({ id }) => id))
    for (const id of await idsIn(service.name)) ok(listed.has(id), `${id}.ts is not listed`)
  }
})

test('every check says why, how to fix it, and where that is written', () => {
  for (const { check } of checks) {
    match(check.source, /^https:\/\/docs\.aws\.amazon\.com\//, check.id)
    if (check.fix.url) match(check.fix.url, /^https:\/\//, check.id)
    for (const text of [check.risk, check.fix.text]) match(text, /^\p{Lu}.*\.$/u, check.id)
    match(check.title, /^\p{Lu}.*[^.]$/u, check.id)
  }
})

test('every need and every join names a field whose permission is known', () => {
  for (const { service, check } of checks) {
    // A join also names fields that come with the list; the compiler keeps those that do not in `kinds`.
    const wanted = [
      { kind: check.over, fields: check.needs, withList: undefined },
      ...Object.entries(check.joins).map(([kind, { fields }]) => ({ kind, fields, withList: [] })),
    ]
    for (const { kind, fields, withList } of wanted) {
      const known = service.kinds[kind]
      ok(known, `${check.id}: ${service.name} has no ${kind}`)
      for (const field of fields) {
        const own = known.fields[field] ?? withList
        ok(own, `${check.id}: ${service.name} does not list ${kind}.${field}`)
        ok(known.list.length + own.length > 0, `${check.id}: ${kind}.${field} names no permission`)
      }
    }
  }
})

test('every service can be found by a name that the catalogue knows', () => {
  const known = new Set([...aws.catalog.values()].map(({ service }) => service))
  for (const name of Object.keys(aws.services)) ok(known.has(name), name)
})
