import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { allServices } from './engine/checks.ts'
import { framework, frameworks } from './frameworks/index.ts'
import { aws, configKeys, github, kubernetes, okta, type Provider, readConfig } from './index.ts'

/** Every provider type, with the hosts of its source pages. */
const kinds = [
  { provider: aws as Provider<unknown>, pages: /^https:\/\/docs\.aws\.amazon\.com\// },
  { provider: github as Provider<unknown>, pages: /^https:\/\/docs\.github\.com\/en\// },
  {
    provider: kubernetes as Provider<unknown>,
    pages: /^https:\/\/kubernetes\.io\//,
  },
  {
    provider: okta as Provider<unknown>,
    pages: /^https:\/\/(?:developer|help)\.okta\.com\//,
  },
]
const services = await Promise.all(
  kinds.map(async (kind) =>
    (await allServices(kind.provider)).map((service) => ({ ...kind, service })),
  ),
).then((all) => all.flat())
const checks = services.flatMap(({ service, ...kind }) =>
  service.checks.map((check) => ({ ...kind, service, check })),
)

/** Check files by id, from the folders themselves, so that unlisted checks are found. */
async function idsIn({ type }: Provider<unknown>, folder: string): Promise<readonly string[]> {
  const names = await readdir(join(import.meta.dirname, 'providers', type, folder))
  return names
    .filter((name) => name.startsWith(`${folder}_`) && /^[a-z0-9_]+\.ts$/.test(name))
    .map((name) => basename(name, '.ts'))
}

test('ids are unique', () => {
  const ids = checks.map(({ check }) => check.id)
  equal(new Set(ids).size, ids.length)
})

/** Every check that a framework includes. */
async function namedByFrameworks(): Promise<ReadonlySet<string>> {
  const all = await Promise.all(frameworks.map(({ id }) => framework(id)))
  return new Set(all.flatMap((one) => one?.checks.flat() ?? []))
}

test('every check of the catalogue’s kind has facts, is in its own service, and is current or asked for by a framework', async () => {
  const named = await namedByFrameworks()
  for (const { provider, service, check } of checks) {
    const facts = provider.catalog.get(check.id)
    ok(facts, `${check.id} is not in the catalogue`)
    equal(facts.service, service.name, check.id)
    ok(!facts.deprecated || named.has(check.id), `${check.id} is deprecated`)
    for (const key of Object.keys(check.config)) {
      ok(facts.config_keys.includes(key), `${check.id} has a threshold ${key} of its own`)
    }
  }
})

test('every check file is named as its id and listed by its service', async () => {
  for (const { provider, service } of services) {
    const listed = new Set(service.checks.map(({ id }) => id))
    for (const id of await idsIn(provider, service.name))
      ok(listed.has(id), `${id}.ts is not listed`)
  }
})

test('every check says why, how to fix it, and where that is written', () => {
  for (const { check, pages } of checks) {
    match(check.source, pages, check.id)
    if (check.fix.url) match(check.fix.url, /^https:\/\//, check.id)
    for (const text of [check.risk, check.fix.text]) match(text, /^\p{Lu}.*\.$/u, check.id)
    match(check.title, /^(?:\p{Lu}|etcd ).*[^.]$/u, check.id)
  }
})

test('every need and every join names a field whose permission is known', () => {
  for (const { service, check } of checks) {
    // A join also names fields that its list returns; the compiler ensures that the others are in `kinds`.
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

test('every threshold and cap says what it means, and its default is a value that it takes', async () => {
  for (const { provider } of kinds) {
    for (const key of (await configKeys(provider)).values()) {
      match(key.about, /^\p{Lu}.*\.$/u, key.name)
      const { problems } = await readConfig(provider, { [key.name]: key.default })
      deepEqual(problems, [], key.name)
    }
  }
})

test('every service can be found by a name that the catalogue knows', () => {
  for (const { provider } of kinds) {
    const known = new Set([...provider.catalog.values()].map(({ service }) => service))
    for (const name of Object.keys(provider.services)) ok(known.has(name), name)
  }
})

test('the catalogue of a kind has the facts that its ids promise', () => {
  const ids = kinds.flatMap(({ provider }) => [...provider.catalog.keys()])
  equal(new Set(ids).size, ids.length)
  for (const { catalog } of [github, kubernetes, okta])
    for (const { id, service } of catalog.values())
      ok(id.startsWith(`${service}_`), `${id} is of ${service}`)
  equal(github.catalog.size, 24)
  equal(kubernetes.catalog.size, 92)
  equal(okta.catalog.size, 29)
})

test('every check in the catalogs of GitHub, Kubernetes and Okta is written', () => {
  for (const { type, catalog } of [github, kubernetes, okta]) {
    const written = checks.filter(({ provider }) => provider.type === type)
    deepEqual(written.map(({ check }) => check.id).toSorted(), [...catalog.keys()].toSorted())
  }
})

test('no line of code in the engine or the kit names a kind of account', async () => {
  const named = new RegExp(kinds.map(({ provider }) => provider.type).join('|'), 'i')
  const lines: string[] = []
  let files = 0
  for (const folder of ['engine', 'kit'])
    for (const name of await readdir(join(import.meta.dirname, folder))) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
      files += 1
      const text = await readFile(join(import.meta.dirname, folder, name), 'utf8')
      for (const line of text.split('\n'))
        if (named.test(line) && !/^ *(?:\/?\*|\/\/)/.test(line))
          lines.push(`${folder}/${name}: ${line}`)
    }
  ok(files > 20, String(files))
  deepEqual(lines, [])
})
